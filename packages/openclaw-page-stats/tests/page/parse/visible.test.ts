import { describe, expect, it } from 'vitest';
import { encode } from '../../../src/page/parse/bytes.ts';
import { ReferenceReader } from '../../../src/page/parse/references.ts';
import { VisibleText } from '../../../src/page/parse/visible.ts';

function visible(text: string): [text: VisibleText, length: number] {
  const bytes = encode(text);
  return [new VisibleText(bytes, new ReferenceReader(bytes)), bytes.length];
}

describe('read', () => {
  it('stops at "<"', () => {
    const [text, length] = visible('a b<c');
    expect([text.read(0, length, false), text.counts.total()]).toEqual([3, 2]);
  });

  it('replaces references, even if they extend beyond the limit', () => {
    const [text] = visible('a&nbsp;b');
    expect([text.read(0, 2, false), text.read(7, 8, false), text.counts.total()]).toEqual([7, 8, 2]);
  });

  it('continues a numeric reference after a pause', () => {
    const [text] = visible('a&#32;b');
    expect([text.read(0, 4, false), text.read(4, 7, false), text.counts.total()]).toEqual([4, 7, 2]);
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('counts NUL as text only if asked to: %s', (nulIsText, words) => {
    const [text, length] = visible('\0');
    text.read(0, length, nulIsText);
    expect(text.counts.total()).toBe(words);
  });
});

describe('readAsIs', () => {
  it('replaces only NUL', () => {
    const [text, length] = visible('a&#32;<b>\0 \0');
    expect([text.readAsIs(0, length), text.counts.total()]).toEqual([length, 2]);
  });
});

it('counts marks and separators', () => {
  const [text] = visible('');
  text.mark();
  text.mark();
  text.separate();
  text.mark();
  expect(text.counts.total()).toBe(2);
});
