import { describe, expect, it } from 'vitest';
import { classOf, Counts } from '../../../src/page/parse/words.ts';

function count(text: string): number {
  const counts = new Counts();
  for (const character of Array.from(text)) counts.put(classOf(character.codePointAt(0)!));
  return counts.total();
}

/** Counts a token by splitting it into the pieces of §11.2. */
function byRule(token: string): number {
  const pieces =
    token.match(
      /[\u4e00-\u9fff]|[\u30a1-\u30fa]+|[\u0e01-\u0e3a]+|[\u1000-\u103f]+|[^\u4e00-\u9fff\u30a1-\u30fa\u0e01-\u0e3a\u1000-\u103f]+/gu,
    ) ?? [];
  const hasLetters = /[\u4e00-\u9fff\u30a1-\u30fa\u0e01-\u0e3a\u1000-\u103f]/.test(token);
  if (!hasLetters) return token === '' ? 0 : 1;
  return pieces.reduce((sum, piece) => {
    if (/^[\u0e01-\u0e3a]/.test(piece)) return sum + Math.ceil(piece.length / 4);
    if (/^[\u1000-\u103f]/.test(piece)) return sum + Math.ceil(piece.length / 6);
    if (/^[\u4e00-\u9fff\u30a1-\u30fa]/.test(piece)) return sum + 1;
    return sum + (/^[!.]+$/.test(piece) ? 0 : 1);
  }, 0);
}

describe('a token', () => {
  it('counts as §11.2 says, for all combinations of six characters', () => {
    const alphabet = ['a', '!', '海', 'カ', 'ก', 'က'];
    const tokens = (length: number): string[] =>
      length === 0 ? [''] : tokens(length - 1).flatMap((token) => alphabet.map((character) => token + character));
    for (const token of tokens(5)) expect(count(token), token).toBe(byRule(token));
  });

  it.each([4, 5, 8, 9, 13])(
    'of %d letters counts one word per four Thai or six Burmese letters, rounded up',
    (letters) => {
      expect(count('ก'.repeat(letters))).toBe(Math.ceil(letters / 4));
      expect(count('က'.repeat(letters))).toBe(Math.ceil(letters / 6));
    },
  );

  it.each(['\u001c', '\u200b', '\ufeff', '\u180e', '\u2060'])(
    'is not ended by %j, which is not white space',
    (character) => {
      expect(count(`a${character}b`)).toBe(1);
    },
  );

  it.each(['\u0085', '\u00a0', '\u1680', '\u2029', '\u205f', '\u3000'])('is ended by white space', (character) => {
    expect(count(`a${character}b`)).toBe(2);
  });
});

describe('hidden regions', () => {
  it('count only if less than a tenth of all words are visible', () => {
    const counts = new Counts();
    const put = (text: string): void => {
      for (const character of text) counts.put(classOf(character.charCodeAt(0)));
    };
    put('a ');
    counts.hidden = true;
    put('b '.repeat(9));
    expect(counts.total()).toBe(1);
    put('b ');
    expect(counts.total()).toBe(11);
  });

  it('do not split a visible token that surrounds them', () => {
    const counts = new Counts();
    counts.put(classOf(0x61));
    counts.hidden = true;
    for (const character of ' b ') counts.put(classOf(character.charCodeAt(0)));
    counts.hidden = false;
    counts.put(classOf(0x63));
    expect([counts.all, counts.visible]).toEqual([3, 1]);
  });
});
