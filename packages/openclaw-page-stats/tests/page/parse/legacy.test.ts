import { describe, expect, it } from 'vitest';
import { legacyDecoder } from '../../../src/page/parse/legacy.ts';
import { ENCODINGS } from '../../../src/page/parse/tables.ts';

/** Decodes `step` bytes at a time. */
function decode(encoding: string, bytes: readonly number[], step = bytes.length): string {
  const decoder = legacyDecoder(encoding, Uint8Array.from(bytes));
  while (decoder.at < bytes.length) decoder.decodeTo(Math.min(decoder.at + step, bytes.length));
  return Buffer.from(decoder.out.written()).toString();
}

describe('single-byte encodings', () => {
  it.each(Object.entries(ENCODINGS.single_byte))('%s has the characters of its table', (encoding, characters) => {
    expect(
      decode(
        encoding,
        Array.from({ length: 128 }, (_, i) => 0x80 + i),
      ),
    ).toBe(characters);
    expect(decode(encoding, [0x00, 0x41, 0x7f])).toBe('\0A\u007f');
  });

  it('x-user-defined and iso-8859-8-i do not need their own tables', () => {
    expect(decode('x-user-defined', [0x80, 0xff])).toBe('\uf780\uf7ff');
    expect(decode('iso-8859-8-i', [0xe0])).toBe('א');
  });
});

describe('multi-byte encodings', () => {
  it.each([
    ['gbk', [0xc4, 0xe3, 0x80, 0x81, 0x30, 0x81, 0x30], '你€\u0080'],
    ['gb18030', [0x90, 0x30, 0x81, 0x30, 0x81, 0x35, 0xf4, 0x37], '\u{10000}\ue7c7'],
    ['gb18030', [0x84, 0x31, 0xa5, 0x30, 0xe3, 0x32, 0x9a, 0x36], '\ufffd\ufffd'],
    ['gb18030', [0x81, 0x30, 0x41, 0x81, 0x30, 0x81, 0x41, 0xff], '\ufffd0A\ufffd0丄\ufffd'],
    ['gb18030', [0x81, 0x30, 0x81], '\ufffd'],
    ['gb18030', [0x81, 0x30], '\ufffd'],
    ['gb18030', [0x81, 0x7f, 0x81], '\ufffd\u007f\ufffd'],
    ['big5', [0xa7, 0x41, 0x88, 0x62, 0x88, 0xa5, 0x81, 0x40, 0xa1], '你Ê̄ê̌\ufffd@\ufffd'],
    ['euc-kr', [0xb0, 0xa1, 0xc9, 0x41, 0xff], '가\ufffdA\ufffd'],
    ['shift_jis', [0x82, 0xa0, 0xb1, 0x80, 0xf0, 0x40, 0x81, 0x20, 0xa0], 'あｱ\u0080\ue000\ufffd \ufffd'],
    ['euc-jp', [0xa4, 0xa2, 0x8e, 0xb1, 0x8f, 0xb0, 0xa1, 0x8f, 0xa1, 0x41, 0x8e, 0xe0], 'あｱ丂\ufffdA\ufffd'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x4a, 0x5c, 0x7e, 0x1b, 0x28, 0x49, 0x31], 'あ¥‾ｱ'],
    ['iso-2022-jp', [0x1b, 0x28, 0x42, 0x1b, 0x28, 0x42, 0x41, 0x1b, 0x41, 0x0e, 0x80], '\ufffdA\ufffdA\ufffd\ufffd'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24, 0x1b, 0x28, 0x42, 0x1b], '\ufffd\ufffd'],
  ])('%s decodes %j', (encoding, bytes, text) => {
    expect(decode(encoding, bytes)).toBe(text);
    for (let step = 1; step <= bytes.length; step++) expect(decode(encoding, bytes, step), `step ${step}`).toBe(text);
  });
});
