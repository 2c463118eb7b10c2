import { describe, expect, it } from 'vitest';
import { clean, compareCodePoints, isLonger } from '../src/sanitize.ts';

describe('clean', () => {
  it.each([
    ['a lone surrogate becomes U+FFFD', 'a\ud800b', 'a\ufffdb'],
    ['control and bidi characters are removed', 'a\0\u001f\u202eb\u200f', 'ab'],
    ['runs of white space become one space, and the ends are trimmed', ' \u00a0a\n\u3000b\u0085', 'a b'],
    ['removed characters leave no gap', 'a \0 b', 'a b'],
    ['astral characters are kept', '😀', '😀'],
  ])('%s', (_, text, cleaned) => {
    expect(clean(text, 10)).toBe(cleaned);
  });

  it('truncates to the limit in code points, ending in an ellipsis', () => {
    expect(clean('😀😀😀', 3)).toBe('😀😀😀');
    expect(clean('😀😀😀😀', 3)).toBe('😀😀…');
  });

  it('looks only at the first 4,096 code points', () => {
    for (const filler of [' ', '\u200e', '\ufe0f', '\u{e0101}']) {
      expect(clean(`${filler.repeat(4095)}😀a`, 3)).toBe('😀');
      expect(clean(`${filler.repeat(4096)}a`, 3)).toBe('');
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
  it('orders astral characters last, unlike UTF-16 order', () => {
    const sorted = ['', 'A', 'a', 'ab', '\ud800', '\uffff', '😀'];
    expect(sorted.toReversed().sort(compareCodePoints)).toEqual(sorted);
  });

  it('returns 0 for equal strings', () => {
    expect(compareCodePoints('a😀', 'a😀')).toBe(0);
  });
});
