import { describe, expect, it } from 'vitest';
import { encode } from '../../../src/page/parse/bytes.ts';
import { Content } from '../../../src/page/parse/content.ts';
import { parsePage } from '../../../src/page/parse/index.ts';
import { ReferenceReader } from '../../../src/page/parse/references.ts';
import { Tokenizer } from '../../../src/page/parse/tokenizer.ts';
import { VisibleText } from '../../../src/page/parse/visible.ts';
import { seeded, soup } from './soup.ts';

function count(text: string, contentType = 'text/html;charset=utf-8'): number {
  return parsePage(encode(text), contentType).wordCount;
}

describe('markup', () => {
  it.each([
    ['a< b', 2],
    ['a<', 1],
    ['<', 1],
    ['</', 1],
    ['a</>b', 1],
    ['a</ b c>d', 1],
    ['a<!b c>d', 1],
    ['a<?b c>d', 1],
    ['a<!-- b c -->d', 1],
    ['a<!-- b --!>d', 1],
    ['a<!-->b c', 2],
    ['a<!--->b c', 2],
    ['a<!---->b c', 2],
    ['a<!---!>b c', 1],
    ['a<!--!>b c', 1],
    ['a<!--- ->b c', 1],
    ['a <b c', 1],
    ['a </b c', 1],
    ['a <!-- c', 1],
    ['a <! c', 1],
    ['a<![CDATA[b ]]>c', 1],
  ])('%s has %d words', (text, words) => {
    expect(count(text)).toBe(words);
  });

  it('reads CDATA as text in svg, and everywhere in XHTML', () => {
    expect(count('<svg><![CDATA[<b> c]]></svg>')).toBe(2);
    expect(count('<svg><![CDATA[a b')).toBe(2);
    expect(count('<p><![CDATA[<b> c]]>', 'application/xhtml+xml')).toBe(2);
  });
});

describe('raw content', () => {
  it('does not count, except in xmp and plaintext', () => {
    expect(count('<style>a b</style><textarea>c</textarea><xmp>d <b> &amp;</xmp>e<plaintext>f </plaintext>')).toBe(6);
  });

  it('is counted without replacing character references', () => {
    expect(count('<xmp>a&#32;b\0c</xmp>')).toBe(1);
  });

  it('does not end at an incomplete end tag', () => {
    expect(count('<style>a</style x y')).toBe(0);
    expect(count('a <xmp>b</xmp')).toBe(2);
  });

  it('does not count where other text does not count', () => {
    expect(count('<template><xmp>a</xmp><plaintext>b')).toBe(0);
  });
});

describe('slices', () => {
  /** Parses `text` with `slice` bytes between two pauses. */
  function read(text: string, isXhtml: boolean, slice?: number): unknown[] {
    const bytes = encode(text);
    const references = new ReferenceReader(bytes);
    const content = new Content(new VisibleText(bytes, references), isXhtml);
    Array.from(new Tokenizer(bytes, content, references, slice).read());
    return [content.title, content.text.counts.all, content.text.counts.visible];
  }

  it('may end anywhere', () => {
    const random = seeded(4);
    for (let i = 0; i < 1000; i++) {
      const text = soup(random, 1 + (i % 25));
      const whole = read(text, i % 2 === 0);
      for (const slice of [1, 2, 3, 7]) expect(read(text, i % 2 === 0, slice), JSON.stringify(text)).toEqual(whole);
    }
  });

  it.each([
    ['<a', 'b'],
    ['<a', '\0'],
    ['<a ', 'x '],
    ['<a ', '/'],
    ['<a b', ' '],
    ["<a b='", 'y'],
    ['<a b=', 'y'],
    ["<i style='", 'display:none;'],
    ['</a ', 'x '],
    ['<!--', '-'],
    ['<!', 'x'],
    ['<?', 'x'],
    ['<svg><![CDATA[', ']'],
    ['<style>', '</style'],
    ['<xmp>', 'é'],
    ['<script>', '<!--'],
    ['<title>', '中'],
    ['<title></title ', 'x'],
    ['<plaintext>', 'é'],
    ['&#', '1'],
    ['<title>&#x', '0'],
  ])('may end inside a long token that starts with %s', (start, unit) => {
    const bytes = encode(start + unit.repeat(1000));
    const references = new ReferenceReader(bytes);
    const content = new Content(new VisibleText(bytes, references), false);
    const pauses = Array.from(new Tokenizer(bytes, content, references, 10).read()).length;
    expect(pauses).toBeGreaterThanOrEqual(Math.floor(bytes.length / 13));
  });
});
