/**
 * Converts a body to UTF-8 slice by slice, as the Encoding Standard says (§6.5, §6.6).
 *
 * Node's own decoders are used only for UTF-8 and UTF-16. Node's decoders for Big5, EUC-JP, EUC-KR, ISO-2022-JP and
 * Shift_JIS differ from the standard. (The decoders of Node 24 for single-byte encodings, GBK and gb18030 conform.)
 */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { declared } from './charset.ts';
import { Decoder, legacyDecoder } from './legacy.ts';

const SLICE = 32_768;
const FALLBACK = 'windows-1252';
const PLATFORM = new Set(['utf-8', 'utf-16be', 'utf-16le']);

/**
 * Returns `body` as UTF-8 without a byte order mark, yielding between slices.
 *
 * Returns no bytes for the encoding `replacement` (§6.7).
 */
export function* decode(body: Uint8Array, contentType: string | null): Generator<undefined, Uint8Array> {
  const { encoding: named, mark } = declared(body, contentType);
  if (named === 'replacement') return new Uint8Array();
  const bytes = body.subarray(mark);
  let encoding = named;
  if (encoding === '' || encoding === 'utf-8') {
    const validity = yield* utf8Validity(bytes);
    if (validity === 'whole') return bytes;
    if (encoding === '') encoding = validity === 'cut' ? 'utf-8' : FALLBACK;
  }
  const decoder = PLATFORM.has(encoding) ? new PlatformDecoder(bytes, encoding) : legacyDecoder(encoding, bytes);
  while (decoder.at < bytes.length) {
    decoder.decodeTo(Math.min(decoder.at + SLICE, bytes.length));
    yield;
  }
  return decoder.out.written();
}

/** Returns `whole` for valid UTF-8, `cut` if only the last character is incomplete, and `not` for other bytes. */
function* utf8Validity(bytes: Uint8Array): Generator<undefined, 'whole' | 'cut' | 'not'> {
  let start = 0;
  while (bytes.length - start > SLICE) {
    let end = start + SLICE;
    for (let back = 0; back < 3 && isContinuation(bytes[end]!); back++) end--;
    if (!isUtf8(bytes.subarray(start, end))) return 'not';
    start = end;
    yield;
  }
  const last = bytes.subarray(start);
  if (isUtf8(last)) return 'whole';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(last, { stream: true });
    return 'cut';
  } catch {
    return 'not';
  }
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

class PlatformDecoder extends Decoder {
  private readonly decoder: TextDecoder;

  constructor(bytes: Uint8Array, encoding: string) {
    super(bytes);
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  override decodeTo(to: number): void {
    this.out.putText(this.decoder.decode(this.bytes.subarray(this.at, to), { stream: to < this.bytes.length }));
    this.at = to;
  }
}
