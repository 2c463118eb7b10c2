import { expect, it } from 'vitest';
import { encode } from '../../../src/page/parse/bytes.ts';
import { ReferenceReader } from '../../../src/page/parse/references.ts';
import { StyleReader } from '../../../src/page/parse/style.ts';

/** Reads a style in pieces of `size` bytes; returns its `display` and `visibility`. */
function read(style: string, size = style.length): [display: string, visibility: string] {
  const bytes = encode(style);
  const reader = new StyleReader(bytes, new ReferenceReader(bytes));
  reader.open();
  for (let i = 0; i < bytes.length;) i = reader.read(i, Math.min(i + size, bytes.length));
  reader.close();
  return [reader.display, reader.visibility];
}

it.each([
  ['', '', ''],
  ['display:none', 'none', ''],
  [' Display\t:\nNONE ', 'none', ''],
  ['display:none!important', 'none', ''],
  ['display : none ! \n important ;', 'none', ''],
  ['display:none!important!important', '', ''],
  ['display:none!important x', '', ''],
  ['display:none x', '', ''],
  ['display:non', '', ''],
  ['display', '', ''],
  ['display none', '', ''],
  ['display x:none', '', ''],
  ['x-display:none', '', ''],
  [':none', '', ''],
  ['display:block;display:none', 'none', ''],
  ['display:none;display:block', 'block', ''],
  ['display:block!important;display:none', 'block', ''],
  ['display:block!important;display:none!important', 'none', ''],
  ['display:none;display:', 'none', ''],
  ['display:none;;displa:x;display x:y;color:red', 'none', ''],
  ['display:none;display:flow  inline list-item', 'flow inline list-item', ''],
  ['display:none;display:flex list-item', 'none', ''],
  ['display:none;display:revert', 'revert', ''],
  ['display:none;display:revert-layer', '', ''],
  ['display:none;display:VAR(--x', 'var(', ''],
  ['display&#58;none&semi;display&colon;block', 'block', ''],
  ['display:none&semi', '', ''],
  ['display:none&#59', 'none', ''],
  ['display:none\0', '', ''],
  [`display:none;display:var(${'é'.repeat(239)})`, 'var(', ''],
  [`display:none;display:var(${'é'.repeat(244)})`, 'none', ''],
  [`display:none;display:block${' '.repeat(999)}`, 'block', ''],
  ['visibility:hidden;visibility:x', '', 'hidden'],
  ['visibility:collapse', '', 'hidden'],
  ['visibility:initial', '', 'visible'],
  ['visibility:hidden;visibility:inherit', '', ''],
  ['visibility:hidden;visibility:var(--x)', '', ''],
  ['visibility:visible!important;visibility:hidden;display:none', 'none', 'visible'],
])('%j has display %j and visibility %j', (style, display, visibility) => {
  for (const size of [1, 2, 3, 5, 7, 1000]) expect(read(style, size)).toEqual([display, visibility]);
});

it('forgets the previous style when the next one is opened', () => {
  const bytes = encode('display:none!important;visibility:hidden;a');
  const reader = new StyleReader(bytes, new ReferenceReader(bytes));
  reader.read(0, bytes.length);
  reader.open();
  reader.close();
  expect([reader.display, reader.visibility]).toEqual(['', '']);
});
