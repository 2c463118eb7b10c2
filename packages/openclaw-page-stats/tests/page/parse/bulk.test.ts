import { describe, expect, it } from 'vitest';
import { countText, isMoreThanText } from '../../../src/page/parse/bulk.ts';
import { codePointAt, encode, widthOf } from '../../../src/page/parse/bytes.ts';
import { Content } from '../../../src/page/parse/content.ts';
import { ReferenceReader } from '../../../src/page/parse/references.ts';
import { Tokenizer } from '../../../src/page/parse/tokenizer.ts';
import { VisibleText } from '../../../src/page/parse/visible.ts';
import { classOf } from '../../../src/page/parse/words.ts';
import type { Counts } from '../../../src/page/parse/words.ts';
import { seeded, soup } from './soup.ts';

/** Counts one character at a time (the slow path). */
function countEach(counts: Counts, bytes: Uint8Array, i: number, limit: number): number {
  for (; i < limit && !isMoreThanText(bytes[i]!); i += widthOf(bytes[i]!)) counts.put(classOf(codePointAt(bytes, i)));
  return i;
}

function parse(bytes: Uint8Array, count: typeof countText): unknown {
  const references = new ReferenceReader(bytes);
  const text = new VisibleText(bytes, references, count);
  const content = new Content(text, false);
  Array.from(new Tokenizer(bytes, content, references).read());
  const { all, visible } = text.counts;
  return [content.title, all.words, all.linkWords, visible.words, visible.linkWords];
}

describe('countText', () => {
  it('counts the same as the slow path on random tag soup', () => {
    const random = seeded(3);
    for (let i = 0; i < 3000; i++) {
      const bytes = encode(soup(random, 1 + (i % 25)));
      expect(parse(bytes, countText), Buffer.from(bytes).toString()).toEqual(parse(bytes, countEach));
    }
  });

  it('stops at "<", "&" and NUL, and at or just after the limit', () => {
    const bytes = encode('a海<&\0');
    const { counts } = new VisibleText(bytes, new ReferenceReader(bytes));
    expect(countText(counts, bytes, 0, bytes.length)).toBe(4);
    expect(countText(counts, bytes, 0, 2)).toBe(4);
    expect([4, 5, 6].map((i) => countText(counts, bytes, i, bytes.length))).toEqual([4, 5, 6]);
  });
});
