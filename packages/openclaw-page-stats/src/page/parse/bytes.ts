/**
 * Searches and compares UTF-8 bytes. Everything that matters to markup is ASCII.
 *
 * Callers use `at` where a position may be after the end of the input. `at` then returns END.
 */

export const NUL = 0;
export const EXCLAMATION = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const AMPERSAND = 38;
export const SINGLE_QUOTE = 39;
export const DASH = 45;
export const SLASH = 47;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const BRACKET = 93;

/** Returned instead of a byte after the end of the input. */
export const END = -1;

export const REPLACEMENT_CHARACTER = 0xfffd;

const ENCODER = new TextEncoder();

export function encode(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** Returns a lookup table that holds 1 for each byte of `members`. */
export function setOf(members: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const byte of encode(members)) set[byte] = 1;
  return set;
}

const BLANK = '\t\n\f\r ';
export const BLANKS = setOf(BLANK);
/** Three sets: the bytes that end a tag name (§7.1), an attribute name (§7.2), and an unquoted value (§7.2). */
export const ENDS_NAME = setOf(`${BLANK}/>`);
export const ENDS_ATTRIBUTE_NAME = setOf(`${BLANK}/>=`);
export const ENDS_UNQUOTED = setOf(`${BLANK}>`);

/** Maps ASCII letters to lower case and every other byte to itself (§7). */
export const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

export function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 97 && lower <= 122;
}

/** Returns the byte at `i`, or END. */
export function at(bytes: Uint8Array, i: number): number {
  return i < bytes.length ? bytes[i]! : END;
}

/** Returns whether the bytes at `i` are `word` in upper, lower or mixed case. `word` must be in lower case. */
export function startsWith(bytes: Uint8Array, i: number, word: Uint8Array): boolean {
  if (i + word.length > bytes.length) return false;
  for (let k = 0; k < word.length; k++) {
    if (LOWER[bytes[i + k]!] !== word[k]) return false;
  }
  return true;
}

/** Returns the first position of `byte` in [i, end), or `end`. */
export function find(bytes: Uint8Array, byte: number, i: number, end: number): number {
  while (i < end && bytes[i] !== byte) i++;
  return i;
}

/** Returns the first position in [i, end) whose byte is in `set`, or `end`. */
export function findAny(bytes: Uint8Array, set: Uint8Array, i: number, end: number): number {
  while (i < end && set[bytes[i]!] === 0) i++;
  return i;
}

/** Returns the first position in [i, end) whose byte is not a blank, or `end`. */
export function skipBlanks(bytes: Uint8Array, i: number, end: number): number {
  while (i < end && BLANKS[bytes[i]!] === 1) i++;
  return i;
}

/** Decodes the code point at `i` of valid UTF-8. */
export function codePointAt(bytes: Uint8Array, i: number): number {
  const first = bytes[i]!;
  if (first < 0x80) return first;
  const second = bytes[i + 1]! & 0x3f;
  if (first < 0xe0) return ((first & 0x1f) << 6) | second;
  const third = bytes[i + 2]! & 0x3f;
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | third;
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | (bytes[i + 3]! & 0x3f);
}

/** Returns the length in bytes of the character whose first byte is `byte`. */
export function widthOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** A growing buffer of UTF-8. */
export class Utf8Writer {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    this.bytes = new Uint8Array(this.bytes.buffer.transferToFixedLength(Math.max(needed, this.bytes.length * 2)));
  }

  /** Writes a code point, which must not be a surrogate. */
  put(codePoint: number): void {
    this.reserve(4);
    const { bytes } = this;
    if (codePoint < 0x80) {
      bytes[this.length++] = codePoint;
      return;
    }
    if (codePoint < 0x800) {
      bytes[this.length++] = 0xc0 | (codePoint >> 6);
    } else {
      if (codePoint < 0x10000) {
        bytes[this.length++] = 0xe0 | (codePoint >> 12);
      } else {
        bytes[this.length++] = 0xf0 | (codePoint >> 18);
        bytes[this.length++] = 0x80 | ((codePoint >> 12) & 0x3f);
      }
      bytes[this.length++] = 0x80 | ((codePoint >> 6) & 0x3f);
    }
    bytes[this.length++] = 0x80 | (codePoint & 0x3f);
  }

  /** Writes text, which must not contain lone surrogates. */
  putText(text: string): void {
    this.reserve(3 * text.length);
    this.length += ENCODER.encodeInto(text, this.bytes.subarray(this.length)).written;
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
