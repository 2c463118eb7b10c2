import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/page/parse/decode.ts';

/** Decodes `bytes`, which has one character per byte. */
function textOf(bytes: string, charset = ''): string {
  const slices = decode(Buffer.from(bytes, 'latin1'), `text/html;charset=${charset}`);
  let step = slices.next();
  while (step.done !== true) step = slices.next();
  return Buffer.from(step.value).toString();
}

describe('without a declaration', () => {
  it('the encoding is UTF-8 if all bytes are valid', () => {
    expect(textOf('\u00c3\u00a9')).toBe('é');
    expect(textOf('\u00c3\u00a9\u00e9')).toBe('é\ufffd');
    expect(textOf('\u00c3\u00a9\u00e9a')).toBe('Ã©éa');
  });

  it.each([
    ['\u00c3', '\ufffd'],
    ['\u00e6\u00b5', '\ufffd'],
    ['\u00f0\u009f\u0098', '\ufffd'],
    ['\u00f4\u0090', 'ô\u0090'],
    ['\u00e0\u0080', 'à€'],
    ['\u00ed\u00a0', 'í\u00a0'],
    ['\u00c0', 'À'],
    ['\u00f5', 'õ'],
    ['\u0080', '€'],
  ])('the last character may be cut off if more bytes could complete it: %s', (bytes, text) => {
    expect(textOf(bytes)).toBe(text);
  });

  it.each([32_766, 32_767, 32_768, 32_769])('a slice may end inside a character: %d', (length) => {
    const start = 'a'.repeat(length);
    expect(textOf(`${start}\u00f0\u009f\u0098\u0080b`)).toBe(`${start}😀b`);
    expect(textOf(`${start}\u00f0\u009f\u0098\u0080\u00ff`)).toBe(`${start}ðŸ˜€ÿ`);
  });
});

describe('with a declaration', () => {
  it('malformed bytes become U+FFFD', () => {
    expect(textOf('a\u00ffb\u00e6\u00b5c', 'utf-8')).toBe('a\ufffdb\ufffdc');
  });

  it('half a code unit at the end of UTF-16 is an error', () => {
    expect(textOf('\0a\u00d8\0\0b\0', 'utf-16be')).toBe('a\ufffdb\ufffd');
  });

  it('only one byte order mark is dropped', () => {
    expect(textOf('\u00ef\u00bb\u00bf\u00ef\u00bb\u00bfa', 'gbk')).toBe('\ufeffa');
  });

  it('the encoding "replacement" results in an empty text', () => {
    expect(textOf('abc', 'iso-2022-kr')).toBe('');
  });
});
