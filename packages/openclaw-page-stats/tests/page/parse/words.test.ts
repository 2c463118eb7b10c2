import { describe, expect, it } from 'vitest';
import { classOf, Counts, IGNORABLE, SPACE, ZERO_WIDTH_SPACE } from '../../../src/page/parse/words.ts';

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

describe('ignorable characters', () => {
  it('are those that Unicode ignores by default, U+2800, and controls', () => {
    for (let code = 1; code < 0x110000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const cls = classOf(code);
      const isIgnorable = /\p{Default_Ignorable_Code_Point}|\u2800|\p{Cc}/u.test(String.fromCodePoint(code));
      if ((isIgnorable && cls !== SPACE) !== (cls === IGNORABLE || cls === ZERO_WIDTH_SPACE)) expect.fail(`${code}`);
    }
  });
});

describe('canonically equivalent texts', () => {
  it.each(['', '中', '中!', 'カ', 'กกกก', 'ကကကကက', '\u1025'])('have the same number of words after %j', (before) => {
    for (let code = 1; code < 0x110000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const forms = [character.normalize('NFC'), character.normalize('NFD')];
      if (forms.every((form) => form === character)) continue;
      const words = count(`${before}${character}\u102e中カก`);
      for (const form of forms) expect(count(`${before}${form}\u102e中カก`), `${code}`).toBe(words);
    }
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
    expect([counts.all.words, counts.visible.words]).toEqual([3, 1]);
  });
});
