/**
 * The Encoding Standard's decoders for all encodings except UTF-8 and UTF-16. Their output is UTF-8.
 *
 * Variables are named as in the standard where possible.
 */
import { END, REPLACEMENT_CHARACTER, Utf8Writer } from './bytes.ts';
import { ENCODINGS } from './tables.ts';

/** Decodes bytes step by step. */
export abstract class Decoder {
  /** The output so far, and the position where decoding continues. */
  readonly out: Utf8Writer;
  at = 0;
  protected readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.out = new Utf8Writer(bytes.length + (bytes.length >> 1) + 16);
  }

  /** Decodes up to `to`, or to the end of the character at that position. */
  abstract decodeTo(to: number): void;

  /** Returns the byte at `i`, or END. */
  protected byte(i: number): number {
    return i < this.bytes.length ? this.bytes[i]! : END;
  }
}

/** Creates the decoder of a named encoding. */
export function legacyDecoder(encoding: string, bytes: Uint8Array): Decoder {
  const decoder = MULTI_BYTE.get(encoding);
  return decoder ? new decoder(bytes) : new SingleByteDecoder(bytes, upperHalf(encoding));
}

/** Returns the code points of the bytes 80 to FF in a single-byte encoding. */
function upperHalf(encoding: string): Uint16Array {
  if (encoding === 'x-user-defined') return Uint16Array.from({ length: 128 }, (_, i) => 0xf780 + i);
  const characters = ENCODINGS.single_byte[encoding === 'iso-8859-8-i' ? 'iso-8859-8' : encoding]!;
  return Uint16Array.from(characters, (character) => character.charCodeAt(0));
}

class SingleByteDecoder extends Decoder {
  private readonly upperHalf: Uint16Array;

  constructor(bytes: Uint8Array, upperHalf: Uint16Array) {
    super(bytes);
    this.upperHalf = upperHalf;
  }

  override decodeTo(to: number): void {
    for (; this.at < to; this.at++) {
      const byte = this.bytes[this.at]!;
      this.out.put(byte < 0x80 ? byte : this.upperHalf[byte - 0x80]!);
    }
  }
}

// ---- indexes

const indexes = new Map<string, Int32Array>();

/** Returns the code points of an index in order of the pointers, with END for gaps. */
function indexOf(name: string): Int32Array {
  let index = indexes.get(name);
  if (index === undefined) {
    const characters = Array.from(ENCODINGS.indexes[name]!.join(''));
    index = Int32Array.from(characters, (character) => {
      const codePoint = character.codePointAt(0)!;
      return codePoint === REPLACEMENT_CHARACTER ? END : codePoint;
    });
    indexes.set(name, index);
  }
  return index;
}

function lookUp(index: Int32Array, pointer: number): number {
  return pointer >= 0 && pointer < index.length ? index[pointer]! : END;
}

/** The standard's "index gb18030 ranges code point". */
function gb18030RangesCodePoint(pointer: number): number {
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) return END;
  if (pointer === 7457) return 0xe7c7;
  const [offset, codePoint] = ENCODINGS.gb18030_ranges.findLast(([start]) => start <= pointer)!;
  return parseInt(codePoint, 16) + pointer - offset;
}

// ---- encodings of several bytes

function isWithin(byte: number, first: number, last: number): boolean {
  return byte >= first && byte <= last;
}

/** Decodes encodings in which bytes below 80 (hexadecimal) are ASCII. Other bytes may start a multi-byte character. */
abstract class MultiByteDecoder extends Decoder {
  override decodeTo(to: number): void {
    while (this.at < to) {
      const byte = this.bytes[this.at]!;
      if (byte >= 0x80) {
        this.at = this.character(this.at, byte);
      } else {
        this.out.put(byte);
        this.at++;
      }
    }
  }

  /** Decodes the character at `i`, whose first byte is `lead`; returns the position after it. */
  protected abstract character(i: number, lead: number): number;

  protected put(codePoint: number, next: number): number {
    this.out.put(codePoint);
    return next;
  }

  protected error(next: number): number {
    return this.put(REPLACEMENT_CHARACTER, next);
  }

  /** Writes `codePoint`, or U+FFFD if it is END (an error). An ASCII `trail` is decoded again after an error. */
  protected putOrError(codePoint: number, trail: number, next: number): number {
    if (codePoint !== END) return this.put(codePoint, next);
    return this.error(trail < 0x80 ? next - 1 : next);
  }
}

class Gb18030Decoder extends MultiByteDecoder {
  private readonly index = indexOf('gb18030');

  protected override character(i: number, lead: number): number {
    if (lead === 0x80) return this.put(0x20ac, i + 1);
    if (lead === 0xff) return this.error(i + 1);
    const second = this.byte(i + 1);
    if (isWithin(second, 0x30, 0x39)) return this.fourBytes(i, lead, second);
    let codePoint = END;
    if (isWithin(second, 0x40, 0x7e) || isWithin(second, 0x80, 0xfe)) {
      codePoint = lookUp(this.index, (lead - 0x81) * 190 + second - (second < 0x7f ? 0x40 : 0x41));
    }
    return this.putOrError(codePoint, second, i + 2);
  }

  private fourBytes(i: number, first: number, second: number): number {
    const third = this.byte(i + 2);
    if (third === END) return this.error(i + 2);
    if (!isWithin(third, 0x81, 0xfe)) return this.error(i + 1);
    const fourth = this.byte(i + 3);
    if (fourth === END) return this.error(i + 3);
    if (!isWithin(fourth, 0x30, 0x39)) return this.error(i + 1);
    const pointer = ((first - 0x81) * 10 + second - 0x30) * 1260 + (third - 0x81) * 10 + fourth - 0x30;
    const codePoint = gb18030RangesCodePoint(pointer);
    return codePoint === END ? this.error(i + 4) : this.put(codePoint, i + 4);
  }
}

/** Pointers of index Big5 that decode to two code points. */
const BIG5_PAIRS = new Map([
  [1133, [0xca, 0x304]],
  [1135, [0xca, 0x30c]],
  [1164, [0xea, 0x304]],
  [1166, [0xea, 0x30c]],
]);

class Big5Decoder extends MultiByteDecoder {
  private readonly index = indexOf('big5');

  protected override character(i: number, lead: number): number {
    if (!isWithin(lead, 0x81, 0xfe)) return this.error(i + 1);
    const trail = this.byte(i + 1);
    if (!isWithin(trail, 0x40, 0x7e) && !isWithin(trail, 0xa1, 0xfe)) return this.putOrError(END, trail, i + 2);
    const pointer = (lead - 0x81) * 157 + trail - (trail < 0x7f ? 0x40 : 0x62);
    const pair = BIG5_PAIRS.get(pointer);
    if (pair === undefined) return this.putOrError(lookUp(this.index, pointer), trail, i + 2);
    for (const codePoint of pair) this.out.put(codePoint);
    return i + 2;
  }
}

class EucKrDecoder extends MultiByteDecoder {
  private readonly index = indexOf('euc-kr');

  protected override character(i: number, lead: number): number {
    if (!isWithin(lead, 0x81, 0xfe)) return this.error(i + 1);
    const trail = this.byte(i + 1);
    const codePoint = isWithin(trail, 0x41, 0xfe) ? lookUp(this.index, (lead - 0x81) * 190 + trail - 0x41) : END;
    return this.putOrError(codePoint, trail, i + 2);
  }
}

class ShiftJisDecoder extends MultiByteDecoder {
  private readonly index = indexOf('jis0208');

  protected override character(i: number, lead: number): number {
    if (lead === 0x80) return this.put(lead, i + 1);
    if (isWithin(lead, 0xa1, 0xdf)) return this.put(0xff61 - 0xa1 + lead, i + 1);
    if (!isWithin(lead, 0x81, 0x9f) && !isWithin(lead, 0xe0, 0xfc)) return this.error(i + 1);
    const trail = this.byte(i + 1);
    let codePoint = END;
    if (isWithin(trail, 0x40, 0x7e) || isWithin(trail, 0x80, 0xfc)) {
      const pointer = (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * 188 + trail - (trail < 0x7f ? 0x40 : 0x41);
      codePoint = isWithin(pointer, 8836, 10715) ? 0xe000 - 8836 + pointer : lookUp(this.index, pointer);
    }
    return this.putOrError(codePoint, trail, i + 2);
  }
}

class EucJpDecoder extends MultiByteDecoder {
  private readonly jis0208 = indexOf('jis0208');
  private readonly jis0212 = indexOf('jis0212');

  protected override character(i: number, lead: number): number {
    if (lead !== 0x8e && lead !== 0x8f && !isWithin(lead, 0xa1, 0xfe)) return this.error(i + 1);
    const second = this.byte(i + 1);
    if (lead === 0x8e && isWithin(second, 0xa1, 0xdf)) return this.put(0xff61 - 0xa1 + second, i + 2);
    if (lead === 0x8f && isWithin(second, 0xa1, 0xfe)) {
      const trail = this.byte(i + 2);
      return this.putOrError(this.pair(this.jis0212, second, trail), trail, i + 3);
    }
    return this.putOrError(this.pair(this.jis0208, lead, second), second, i + 2);
  }

  private pair(index: Int32Array, lead: number, trail: number): number {
    if (!isWithin(lead, 0xa1, 0xfe) || !isWithin(trail, 0xa1, 0xfe)) return END;
    return lookUp(index, (lead - 0xa1) * 94 + trail - 0xa1);
  }
}

const ESCAPE = 0x1b;
type State = 'ascii' | 'roman' | 'katakana' | 'lead byte';
const ESCAPES: ReadonlyMap<number, State> = new Map([
  [0x2842, 'ascii'],
  [0x284a, 'roman'],
  [0x2849, 'katakana'],
  [0x2440, 'lead byte'],
  [0x2442, 'lead byte'],
]);

class Iso2022JpDecoder extends Decoder {
  private readonly index = indexOf('jis0208');
  private state: State = 'ascii';
  /** Whether the last bytes were an escape sequence. Two escape sequences in a row are an error. */
  private justSwitched = false;

  override decodeTo(to: number): void {
    while (this.at < to) {
      const byte = this.bytes[this.at++]!;
      if (byte === ESCAPE) {
        this.escape();
      } else {
        this.justSwitched = false;
        this.out.put(this.character(byte));
      }
    }
  }

  private escape(): void {
    const state = ESCAPES.get((this.byte(this.at) << 8) | this.byte(this.at + 1));
    if (state === undefined || this.justSwitched) this.out.put(REPLACEMENT_CHARACTER);
    this.justSwitched = state !== undefined;
    if (state === undefined) return;
    this.state = state;
    this.at += 2;
  }

  private character(byte: number): number {
    if (this.state === 'lead byte') return isWithin(byte, 0x21, 0x7e) ? this.pair(byte) : REPLACEMENT_CHARACTER;
    if (this.state === 'katakana') return isWithin(byte, 0x21, 0x5f) ? 0xff61 - 0x21 + byte : REPLACEMENT_CHARACTER;
    if (byte >= 0x80 || byte === 0x0e || byte === 0x0f) return REPLACEMENT_CHARACTER;
    if (this.state === 'roman' && byte === 0x5c) return 0xa5;
    return this.state === 'roman' && byte === 0x7e ? 0x203e : byte;
  }

  private pair(lead: number): number {
    const trail = this.byte(this.at);
    if (trail === END || trail === ESCAPE) return REPLACEMENT_CHARACTER; // the escape sequence is decoded next
    this.at++;
    const codePoint = isWithin(trail, 0x21, 0x7e) ? lookUp(this.index, (lead - 0x21) * 94 + trail - 0x21) : END;
    return codePoint === END ? REPLACEMENT_CHARACTER : codePoint;
  }
}

const MULTI_BYTE = new Map<string, new (bytes: Uint8Array) => Decoder>([
  ['gbk', Gb18030Decoder],
  ['gb18030', Gb18030Decoder],
  ['big5', Big5Decoder],
  ['euc-kr', EucKrDecoder],
  ['shift_jis', ShiftJisDecoder],
  ['euc-jp', EucJpDecoder],
  ['iso-2022-jp', Iso2022JpDecoder],
]);
