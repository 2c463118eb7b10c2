import { describe, expect, it } from 'vitest';
import {
  at,
  codePointAt,
  encode,
  END,
  find,
  findAny,
  isLetter,
  setOf,
  skipBlanks,
  startsWith,
  Utf8Writer,
  widthOf,
} from '../../../src/page/parse/bytes.ts';

describe('searching bytes', () => {
  const bytes = encode(' \t<A>');

  it('returns the byte at a position, or END', () => {
    expect([at(bytes, 2), at(bytes, 5)]).toEqual([0x3c, END]);
  });

  it('finds a byte, a byte of a set or a non-blank, or returns the end', () => {
    expect([find(bytes, 0x3e, 0, 5), find(bytes, 0x3e, 0, 4)]).toEqual([4, 4]);
    expect([findAny(bytes, setOf('A<'), 0, 5), findAny(bytes, setOf('x'), 0, 5)]).toEqual([2, 5]);
    expect([skipBlanks(bytes, 0, 5), skipBlanks(bytes, 0, 1)]).toEqual([2, 1]);
  });

  it('compares with a whole word, ignoring case', () => {
    expect([
      startsWith(bytes, 2, encode('<a>')),
      startsWith(bytes, 3, encode('a>x')),
      startsWith(bytes, 3, encode('b')),
    ]).toEqual([true, false, false]);
  });

  it('recognizes ASCII letters', () => {
    expect(['@', 'A', 'Z', '[', '`', 'a', 'z', '{'].map((one) => isLetter(one.charCodeAt(0)))).toEqual([
      ...[false, true, true, false],
      ...[false, true, true, false],
    ]);
    expect(isLetter(END)).toBe(false);
  });
});

describe('Utf8Writer', () => {
  const characters = ['\0', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}'];

  it('grows and returns the text that was written', () => {
    const writer = new Utf8Writer(1);
    for (const character of characters) writer.put(character.codePointAt(0)!);
    writer.putText('é海😀');
    expect(Buffer.from(writer.written()).toString()).toBe(`${characters.join('')}é海😀`);
  });

  it.each(characters)('agrees with TextEncoder on the bytes of %j', (character) => {
    const bytes = encode(character);
    expect([widthOf(bytes[0]!), codePointAt(bytes, 0)]).toEqual([bytes.length, character.codePointAt(0)]);
  });
});
