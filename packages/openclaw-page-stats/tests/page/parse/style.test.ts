import { expect, it } from 'vitest';
import { encode } from '../../../src/page/parse/bytes.ts';
import { StyleReader } from '../../../src/page/parse/style.ts';

/** Reads a style in pieces of `size` bytes; returns whether its `display` is `none`. */
function isDisplayNone(style: string, size = style.length): boolean {
  const bytes = encode(style);
  const reader = new StyleReader();
  reader.open();
  for (let i = 0; i < bytes.length; i += size) reader.read(bytes, i, Math.min(i + size, bytes.length));
  return reader.isDisplayNone;
}

it.each([
  ['', false],
  ['display:none', true],
  [' Display\t:\nNONE ', true],
  ['display:none!important', true],
  ['display : none !important ;', true],
  ['display:none ! important', false],
  ['display:none!important!important', false],
  ['display:none!important x', false],
  ['display:none x', false],
  ['display:non', false],
  ['display:nonex', false],
  ['display:', false],
  ['display', false],
  ['display none', false],
  ['display x:none', false],
  ['displayx:none', false],
  ['dis play:none', false],
  ['x-display:none', false],
  [':none', false],
  ['display:block;display:none', true],
  ['display:none;display:block', false],
  ['display:none;display', false],
  ['display:none;display:', false],
  ['display:none;;displa:x;display x:y;color:red', true],
  ['display:none\0', false],
  ['display:none!important\0', false],
])('%j hides an element: %s', (style, expected) => {
  for (let size = 1; size <= style.length + 1; size++) expect(isDisplayNone(style, size)).toBe(expected);
});

it('forgets the previous style when the next one is opened', () => {
  const reader = new StyleReader();
  const bytes = encode('display:none');
  reader.read(bytes, 0, bytes.length);
  reader.open();
  expect(reader.isDisplayNone).toBe(false);
});
