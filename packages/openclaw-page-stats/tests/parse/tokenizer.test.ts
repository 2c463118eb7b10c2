import { describe, expect, it } from 'vitest';
import { encode } from '../../src/parse/bytes.ts';
import { parsePage } from '../../src/parse/index.ts';

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
  ])('%s is %d', (text, words) => {
    expect(count(text)).toBe(words);
  });

  it('takes CDATA for text in svg, and everywhere in XHTML', () => {
    expect(count('<svg><![CDATA[<b> c]]></svg>')).toBe(2);
    expect(count('<svg><![CDATA[a b')).toBe(2);
    expect(count('<p><![CDATA[<b> c]]>', 'application/xhtml+xml')).toBe(2);
  });
});

describe('content that is no markup', () => {
  it('is left out, but for xmp and plaintext', () => {
    expect(count('<style>a b</style><textarea>c</textarea><xmp>d <b> &amp;</xmp>e<plaintext>f </plaintext>')).toBe(6);
  });

  it('is text of its own: nothing in it is replaced', () => {
    expect(count('<xmp>a&#32;b\0c</xmp>')).toBe(1);
  });

  it('does not end where its end tag is cut', () => {
    expect(count('<style>a</style x y')).toBe(0);
    expect(count('a <xmp>b</xmp')).toBe(2);
  });

  it('counts nowhere that text does not', () => {
    expect(count('<template><xmp>a</xmp><plaintext>b')).toBe(0);
  });
});
