import { constants, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../../src/page/fetch/collector.ts';
import { decoderFor } from '../../../src/page/fetch/inflate.ts';

const TEXT = 'Low water at six, high water at noon. '.repeat(100);
const RAW_MOST = 1_000_000;
const NOTHING = Buffer.alloc(0);

const SIGNAL = new AbortController().signal;

/** Decodes `body` in pieces of `size` bytes. */
async function decode(codings: string, body: Uint8Array, size = body.length || 1, most = 1_000_000): Promise<string> {
  const into = new Collector(most);
  const decoder = decoderFor(codings === '' ? [] : codings.split(' '), into, RAW_MOST, SIGNAL);
  for (let at = 0; at < body.length && !into.full; at += size) await decoder.feed(body.subarray(at, at + size));
  if (!into.full) await decoder.finish();
  decoder.close();
  return Buffer.from(into.bytes()).toString();
}

/** Creates a gzip member whose header has every optional part (RFC 1952, section 2.3). */
function fullMember(text: string, damage = 0): Buffer {
  const header = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 5, 0]),
    Buffer.from('extraname\0comment\0'),
  ]);
  const sums = Buffer.alloc(10);
  sums.writeUInt16LE((crc32(header) & 0xffff) ^ damage);
  sums.writeUInt32LE(crc32(text), 2);
  sums.writeUInt32LE(text.length, 6);
  return Buffer.concat([header, sums.subarray(0, 2), deflateRawSync(text), sums.subarray(2)]);
}

const gzip = gzipSync(TEXT);
const flushed = deflateRawSync(TEXT, { finishFlush: constants.Z_SYNC_FLUSH });

const ENCODED: readonly (readonly [name: string, encoding: string, body: Uint8Array, text: string])[] = [
  ['an unencoded body', '', Buffer.from(TEXT), TEXT],
  ['gzip', 'gzip', gzipSync(TEXT), TEXT],
  ['x-gzip', 'x-gzip', gzipSync(TEXT), TEXT],
  ['a full header', 'gzip', fullMember(TEXT), TEXT],
  ['two members', 'gzip', Buffer.concat([gzipSync('a'), fullMember('b')]), 'ab'],
  [
    'zeros after and between members',
    'gzip',
    Buffer.concat([gzipSync('a'), Buffer.alloc(3), gzipSync('b'), Buffer.alloc(2)]),
    'ab',
  ],
  ['zlib', 'deflate', deflateSync(TEXT), TEXT],
  ['raw deflate', 'deflate', deflateRawSync(TEXT), TEXT],
  ['deflate with trailing bytes', 'deflate', Buffer.concat([deflateSync(TEXT), Buffer.from('more')]), TEXT],
  ['x-deflate', 'x-deflate', deflateSync(TEXT), TEXT],
  ['a wrong checksum', 'gzip', Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(4), gzip.subarray(-4)]), TEXT],
  ['a wrong size', 'gzip', Buffer.concat([gzip.subarray(0, -4), Buffer.alloc(4)]), TEXT],
  ['a cut footer', 'gzip', gzip.subarray(0, -1), TEXT],
  ['a missing footer', 'gzip', gzip.subarray(0, -8), TEXT],
  ['garbage after a member', 'gzip', Buffer.concat([gzip, Buffer.from('more'), gzip]), TEXT],
  ['garbage after zeros', 'gzip', Buffer.concat([gzip, Buffer.alloc(2), Buffer.from('more')]), TEXT],
  ['a byte 1F and no member', 'gzip', Buffer.concat([gzip, Buffer.from([0x1f, 0x1f, 0x8b])]), TEXT],
  ['a further member that is cut in its header', 'gzip', Buffer.concat([gzip, gzip.subarray(0, 4)]), TEXT],
  ['a further member without a byte', 'gzip', Buffer.concat([gzip, gzip.subarray(0, 11)]), TEXT],
  ['cut zlib', 'deflate', deflateSync(TEXT).subarray(0, -4), TEXT],
  ['a sync flush', 'deflate', flushed, TEXT],
  ['a sync flush in gzip', 'gzip', Buffer.concat([gzip.subarray(0, 10), flushed]), TEXT],
  ['gzip twice', 'gzip gzip', gzipSync(gzip), TEXT],
  ['deflate, then gzip', 'deflate gzip', gzipSync(deflateRawSync(TEXT)), TEXT],
  ['an empty gzip body', 'gzip', NOTHING, ''],
  ['an empty deflate body', 'deflate', NOTHING, ''],
];

const MALFORMED: readonly (readonly [name: string, encoding: string, body: Uint8Array])[] = [
  ['plain text as gzip', 'gzip', Buffer.from(TEXT)],
  ['zeros before a member', 'gzip', Buffer.concat([NOTHING, Buffer.alloc(1), gzip])],
  ['a reserved flag', 'gzip', Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0x20]), gzip.subarray(4)])],
  ['a wrong header checksum', 'gzip', fullMember(TEXT, 1)],
  ['a cut header', 'gzip', gzip.subarray(0, 5)],
  ['a cut member', 'gzip', gzip.subarray(0, -20)],
  ['plain text as deflate', 'deflate', Buffer.from(TEXT)],
  ['cut zlib', 'deflate', deflateSync(TEXT).subarray(0, -5)],
  ['a cut sync flush', 'deflate', flushed.subarray(0, -1)],
  ['a malformed further member', 'gzip', Buffer.concat([gzip, Buffer.from([0x1f, 0x8b, 7, 0, 0])])],
  ['a further member that is cut after a byte', 'gzip', Buffer.concat([gzip, gzip.subarray(0, -10)])],
  ['a cut second stage', 'gzip gzip', gzipSync(gzip.subarray(0, -10))],
  ['a second stage without an end', 'gzip gzip', gzipSync(gzip).subarray(0, -9)],
  ['cut deflate', 'deflate', deflateRawSync(TEXT).subarray(0, -1)],
  ['one byte of deflate', 'deflate', Buffer.from('x')],
];

describe('decoderFor', () => {
  it.each(ENCODED)('decodes %s, in pieces of any size', async (_, encoding, body, text) => {
    for (const size of [body.length || 1, 7, 1]) expect(await decode(encoding, body, size)).toBe(text);
  });

  it.each(MALFORMED)('rejects %s, in pieces of any size', async (_, encoding, body) => {
    for (const size of [body.length, 7, 1]) {
      await expect(decode(encoding, body, size)).rejects.toMatchObject({ failure: { reason: 'encoding' } });
    }
  });

  it.each([['br'], ['gzip', 'zstd'], ['gzip', 'gzip', 'gzip']])('does not decode %s', (...codings) => {
    expect(() => decoderFor(codings, new Collector(1), 1, SIGNAL)).toThrow(
      expect.objectContaining({ name: 'PageStatsError' }),
    );
  });

  it('bounds the output of the first of two stages (§5.11)', async () => {
    const members = gzipSync(Buffer.concat(Array.from({ length: 1000 }, () => gzipSync(''))));
    const decoder = decoderFor(['gzip', 'gzip'], new Collector(1), 10_000, SIGNAL);
    await expect(decoder.feed(members)).rejects.toMatchObject({ failure: { reason: 'encoding' } });
    decoder.close();
  });

  it.each([
    [true, gzip],
    [true, Buffer.concat([gzip, Buffer.from('more')])],
    [false, gzip.subarray(0, -1)],
    [false, Buffer.concat([gzip.subarray(0, -4), Buffer.alloc(4)])],
    [false, Buffer.concat([gzip, gzip.subarray(0, 9)])],
  ])('verifies the last footer: %j', async (verified, body) => {
    const decoder = decoderFor(['gzip'], new Collector(RAW_MOST), RAW_MOST, SIGNAL);
    await decoder.feed(body);
    expect(decoder.verified).toBe(verified);
    decoder.close();
  });

  it('stops when the sink is full and ignores damage after that (§5.11)', async () => {
    const body = Buffer.concat([gzipSync('abcd'), Buffer.from('garbage')]);
    expect(await decode('gzip', body, body.length, 3)).toBe('abc');
  });

  it('stops decoding a decompression bomb when the sink is full', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const added: number[] = [];
    const into = { full: false, add: (piece: Uint8Array) => (into.full = added.push(piece.length) === 2) };
    const decoder = decoderFor(['gzip'], into, RAW_MOST, SIGNAL);
    await decoder.feed(bomb);
    decoder.close();
    expect(added).toEqual([65_536, 65_536]);
  });

  it.each(['gzip', 'gzip gzip'])('stops soon after an abort, however many tiny members %s has', async (codings) => {
    const members = Buffer.concat(Array.from({ length: 20_000 }, () => gzipSync('')));
    const body = codings === 'gzip' ? members : gzipSync(members);
    const caller = new AbortController();
    const decoder = decoderFor(codings.split(' '), new Collector(RAW_MOST), RAW_MOST, caller.signal);
    const fed = decoder.feed(body);
    setTimeout(() => {
      caller.abort(new Error('enough'));
    }, 1);
    await expect(fed).rejects.toThrow('enough');
    decoder.close();
  });
});
