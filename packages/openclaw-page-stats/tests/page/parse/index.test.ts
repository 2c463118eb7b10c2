import { describe, expect, it } from 'vitest';
import { parseInSlices, parsePage } from '../../../src/page/parse/index.ts';
import { pageNames, readPage } from '../../spec.ts';
import { seeded, soup } from './soup.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Counts the pauses of a parse. */
function pauses(body: Uint8Array, contentType: string | null): number {
  return Array.from(parseInSlices(body, contentType)).length;
}

describe('parsePage', () => {
  it('returns a result for any bytes and any Content-Type', () => {
    const random = seeded(1);
    for (let i = 0; i < 300; i++) {
      const body = Uint8Array.from({ length: 60 }, () => Math.floor(random() * 256));
      const { title, wordCount } = parsePage(body, [null, '', 'text/html;charset=gbk', '\ud800'][i % 4]);
      expect(title === null || title.length > 0).toBe(true);
      expect(wordCount).toBeGreaterThanOrEqual(0);
    }
  });

  it('returns a result for an empty body', () => {
    expect(parsePage(new Uint8Array())).toEqual({ title: null, wordCount: 0, linkWordCount: 0 });
  });

  it.each(pageNames())('gives the same result if any prefix of %s is parsed twice', (name) => {
    const page = readPage(name);
    const answers = Array.from(page, (_, end) => parsePage(page.subarray(0, end)));
    const again = Array.from(page, (_, end) => parsePage(Uint8Array.from(page.subarray(0, end))));
    expect(again).toEqual(answers);
  });

  it('reads only the given part of a buffer', () => {
    const around = encode('<p>a b<p>c d');
    expect(parsePage(around.subarray(3, 6))).toEqual(parsePage(encode('a b')));
  });
});

describe('parseInSlices', () => {
  it.each([
    ['text', 'a '.repeat(100_000), 'text/html;charset=utf-8'],
    ['tags', '<b>a</b> '.repeat(30_000), 'text/html;charset=utf-8'],
    ['bytes of no declared encoding', 'é '.repeat(70_000), null],
    ['a legacy encoding', 'a '.repeat(100_000), 'text/html;charset=gbk'],
    ['text in svg', `<svg>${'a '.repeat(100_000)}`, 'text/html;charset=utf-8'],
    ['plaintext', `<plaintext>${'a '.repeat(100_000)}`, 'text/html;charset=utf-8'],
    ['a title', `<title>${'a '.repeat(100_000)}`, 'text/html;charset=utf-8'],
  ])('pauses every 32 KiB: %s', (_, text, contentType) => {
    const body = encode(text);
    expect(pauses(body, contentType)).toBeGreaterThanOrEqual(Math.floor(body.length / 32_768));
  });

  it('gives the same result as parsePage', () => {
    const body = encode(`<title>a</title>${'<p>b c'.repeat(40_000)}`);
    const slices = parseInSlices(body, 'text/html');
    let step = slices.next();
    while (step.done !== true) step = slices.next();
    expect(step.value).toEqual(parsePage(body, 'text/html'));
    expect(step.value).toEqual({ title: 'a', wordCount: 80_000, linkWordCount: 0 });
  });

  it('can be stopped early', () => {
    const slices = parseInSlices(encode('a '.repeat(100_000)), null);
    slices.next();
    expect(slices.return({ title: null, wordCount: 0, linkWordCount: 0 }).done).toBe(true);
  });

  it('gives the same result wherever slices end', () => {
    const random = seeded(2);
    for (let i = 0; i < 40; i++) {
      const text = soup(random, 30);
      const filler = ' '.repeat(32_768 - Math.floor(random() * encode(text).length));
      const shifted = parsePage(encode(`<p>${filler}</p>${text}`), 'text/html;charset=utf-8');
      expect(shifted, JSON.stringify(text)).toEqual(parsePage(encode(`<p></p>${text}`), 'text/html;charset=utf-8'));
    }
  });
});
