import { describe, expect, it } from 'vitest';
import { findRefreshes, readRefresh } from '../../../src/page/parse/refresh.ts';
import type { Refresh } from '../../../src/page/parse/refresh.ts';

const META = '<meta http-equiv=refresh content=0;url=/a>';

/** Returns the refreshes in `text`. */
function found(text: string): readonly Refresh[] {
  const work = findRefreshes(Buffer.from(text, 'latin1'), 'text/html');
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

describe('readRefresh', () => {
  it.each([
    ['0;url=a', 'a'],
    ["\t\n\f\r 0 \t\n\f\r,\t\n\f\r Url\t=\n'a'b", 'a'],
    ['0;;url=a', ';url=a'],
    ['0;ur=a', 'ur=a'],
    ['...;a', 'a'],
    ['00005.99;a', 'a'],
    ['6;a', null],
    ['0\u00a0;a', null],
    ['0x;a', null],
    ['', null],
  ])('reads %j by the shared declarative refresh steps', (value, url) => {
    expect(readRefresh(value)).toBe(url);
  });

  it.each([`${'0'.repeat(60_000)}x`, `${'.'.repeat(60_000)}x`, `0;${' '.repeat(60_000)}`])(
    'takes linear time for a long value',
    (value) => {
      const began = performance.now();
      readRefresh(value);
      expect(performance.now() - began).toBeLessThan(1000);
    },
  );
});

describe('findRefreshes', () => {
  it('finds refreshes in order, each with the base before it', () => {
    const text = `${META}<base href=/b><base href=/c>${META.replace('/a', 'a')}`;
    expect(found(text)).toEqual([
      { url: '/a', base: null },
      { url: 'a', base: '/b' },
    ]);
  });

  it.each(['<svg>', '<math>', '<template>', '<noscript>', '<title>', '<plaintext>', '<!--'])(
    'ignores refreshes in %s',
    (before) => {
      expect(found(before + META)).toEqual([]);
    },
  );

  it('reads tags of any length in the first bytes', () => {
    const text = `<meta data-x='${'x'.repeat(65_000)}' http-equiv = "refresh" content=0;url=/a>`;
    expect(found(text)).toEqual([{ url: '/a', base: null }]);
    expect(found(' '.repeat(65_536 - META.length) + META)).toHaveLength(1);
    expect(found(' '.repeat(65_537 - META.length) + META)).toEqual([]);
  });

  it.each([
    ['<meta http-equiv=refresh content=0;url=&lt;&notit;&copy=&amp/>', '<&notit;&copy=&/'],
    ['<meta http-equiv=refresh content>', undefined],
    ['<meta ="x" / http-equiv = \'refresh\' content = 0;a>', 'a'],
    ['<meta http-equiv=refresh content="0;\0\x80">', '\ufffd\u20ac'],
  ])('reads the attributes of %j', (text, url) => {
    expect(found(text)[0]?.url).toBe(url);
  });
});
