import { describe, expect, it } from 'vitest';
import { encode, END } from '../../../src/page/parse/bytes.ts';
import { ReferenceReader } from '../../../src/page/parse/references.ts';
import { ENTITIES } from '../../../src/page/parse/tables.ts';

/** What the reference at the beginning of `text` stands for, and what is left behind it; read in steps of so many bytes. */
function read(text: string, step = text.length): [value: string, rest: string] {
  const bytes = encode(text);
  const reader = new ReferenceReader(bytes);
  let i = reader.read(0, step);
  while (reader.isOpen) i = reader.read(i, i + step);
  const rest = Buffer.from(bytes.subarray(i)).toString();
  return [
    String.fromCodePoint(reader.first) + (reader.second === END ? '' : String.fromCodePoint(reader.second)),
    rest,
  ];
}

describe('names', () => {
  it('are all known', () => {
    for (const [name, text] of Object.entries(ENTITIES)) expect(read(`&${name}=`)).toEqual([text, '=']);
  });

  it.each([
    ['&notit;', '¬', 'it;'],
    ['&notin;', '∉', ''],
    ['&noti', '¬', 'i'],
    ['&ampx;', '&', 'x;'],
    ['&alpha', '&', 'alpha'],
    ['&alpha;', 'α', ''],
    ['&nosuch;', '&', 'nosuch;'],
    ['&;', '&', ';'],
    ['&', '&', ''],
    ['&é', '&', 'é'],
  ])('take the longest one: %s', (text, value, rest) => {
    expect(read(text)).toEqual([value, rest]);
  });
});

describe('numbers', () => {
  it.each([
    ['&#65;', 'A', ''],
    ['&#65a', 'A', 'a'],
    ['&#x4Ag', 'J', 'g'],
    ['&#X4a;', 'J', ''],
    ['&#128;', '€', ''],
    ['&#x81;', '\u0081', ''],
    ['&#0;', '\ufffd', ''],
    ['&#xD800;', '\ufffd', ''],
    ['&#x10FFFF;', '\u{10ffff}', ''],
    ['&#x110000;', '\ufffd', ''],
    [`&#${'9'.repeat(400)};`, '\ufffd', ''],
    [`&#${'0'.repeat(400)}65;`, 'A', ''],
    ['&#;', '&', '#;'],
    ['&#x;', '&', '#x;'],
    ['&#', '&', '#'],
  ])('%s', (text, value, rest) => {
    for (let step = 1; step <= text.length; step++) expect(read(text, step)).toEqual([value, rest]);
  });
});
