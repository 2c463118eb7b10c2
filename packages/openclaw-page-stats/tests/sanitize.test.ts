import { describe, expect, it } from 'vitest';
import { clean, compareCodePoints, isLonger } from '../src/sanitize.ts';

describe('clean', () => {
  it.each([
    ['a lone surrogate becomes U+FFFD', 'a\ud800b', 'a\ufffdb'],
    ['control characters and marks of direction are removed', 'a\0\u001f\u202eb\u200f', 'ab'],
    ['runs of white space become one space, and the ends are trimmed', ' \u00a0a\n\u3000b\u0085', 'a b'],
    ['what is removed leaves no gap behind', 'a \0 b', 'a b'],
    ['an astral character is whole', '😀', '😀'],
  ])('%s', (_, text, cleaned) => {
    expect(clean(text, 10)).toBe(cleaned);
  });

  it('cuts to the limit in code points, the last one being an ellipsis', () => {
    expect(clean('😀😀😀', 3)).toBe('😀😀😀');
    expect(clean('😀😀😀😀', 3)).toBe('😀😀…');
  });

  it('looks at long text in slices that lose no word, no space and no half of a character', () => {
    for (const gap of [65_530, 65_535, 65_536, 65_537, 200_000]) {
      expect(clean(`ab${' '.repeat(gap)}cd `, 5)).toBe('ab cd');
      expect(clean(`ab${'\u200e'.repeat(gap)}cd`, 5)).toBe('abcd');
      expect(clean(`${'\u200e'.repeat(gap)}😀😀😀`, 3)).toBe('😀😀😀');
    }
  });
});

describe('isLonger', () => {
  it.each([
    ['ab', 2, false],
    ['abc', 2, true],
    ['😀😀', 2, false],
    ['😀😀😀', 2, true],
  ])('counts code points: %s, %d', (text, limit, expected) => {
    expect(isLonger(text, limit)).toBe(expected);
  });
});

describe('compareCodePoints', () => {
  it('orders as code points, where halves of characters are ordered otherwise', () => {
    const sorted = ['', 'A', 'a', 'ab', '\ud800', '\uffff', '😀'];
    expect(sorted.toReversed().sort(compareCodePoints)).toEqual(sorted);
  });

  it('finds equal what is the same', () => {
    expect(compareCodePoints('a😀', 'a😀')).toBe(0);
  });
});
