/** Reads character references in text and titles (§7.11). Named references are listed in tables/entities.json. */
import {
  AMPERSAND,
  END,
  HASH,
  SEMICOLON,
  Utf8Writer,
  at,
  codePointAt,
  encode,
  REPLACEMENT_CHARACTER,
  setOf,
  widthOf,
} from './bytes.ts';
import { ENTITIES } from './tables.ts';

/** Replacements of the numbers 80 to 9F (HTML Standard, "numeric character reference end state"); NUL means none. */
const WINDOWS_1252 =
  '\u20ac\0\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\0\u017d\0' +
  '\0\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\0\u017e\u0178';
const TOO_LARGE = 0x110000;

/** The value of each byte as a hexadecimal digit, or 99. */
const DIGITS = new Uint8Array(256).fill(99);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  for (const byte of encode(digit + digit.toUpperCase())) DIGITS[byte] = value;
}

const CONTINUES_NAME = setOf('=0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/**
 * The names of references as a trie. Each node is a row of `next`, which has the next node for each byte.
 *
 * If a name ends at a node, the node has the text of that reference.
 */
class NameTree {
  /** The column of each byte that occurs in a name, and 0 for all other bytes. */
  private readonly columns = new Uint8Array(256);
  private width = 1;
  private readonly next: Uint16Array;
  private readonly texts: string[] = [];

  constructor(entries: readonly (readonly [name: string, text: string])[]) {
    for (const byte of encode(entries.map(([name]) => name).join(''))) this.columns[byte] ||= this.width++;
    const nodes = 1 + entries.reduce((sum, [name]) => sum + name.length, 0);
    const next = new Uint16Array(nodes * this.width);
    let last = 0;
    for (const [name, text] of entries) {
      let node = 0;
      for (const byte of encode(name)) node = next[node * this.width + this.columns[byte]!] ||= ++last;
      this.texts[node] = text;
    }
    this.next = next.slice(0, (last + 1) * this.width);
  }

  step(node: number, byte: number): number {
    const column = this.columns[byte]!;
    return column === 0 ? 0 : this.next[node * this.width + column]!;
  }

  textOf(node: number): string | undefined {
    return this.texts[node];
  }
}

const NAMES = new NameTree(Object.entries(ENTITIES));

/** Reads references. `first` and `second` are the code points of the last reference (END if there is no second). */
export class ReferenceReader {
  /** Whether a numeric reference has started and not ended. */
  isOpen = false;
  first = 0;
  second = END;
  private readonly bytes: Uint8Array;
  private base = 10;
  private value = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Reads the reference that starts with the "&" at `i`, and returns the position after the reference. If there is no
   * reference, the "&" is text, and the position after the "&" is returned.
   *
   * In the value of an attribute, a name without ";" is text if "=" or an ASCII letter or digit follows it (§7.14).
   *
   * A numeric reference that reaches `limit` stays open: the caller continues at the returned position.
   */
  read(i: number, limit: number, inAttribute = false): number {
    if (this.isOpen) return this.digits(i, limit);
    this.first = AMPERSAND;
    this.second = END;
    return at(this.bytes, i + 1) === HASH ? this.number(i + 2, i + 1, limit) : this.name(i + 1, inAttribute);
  }

  private number(i: number, behindAmpersand: number, limit: number): number {
    const hexadecimal = (at(this.bytes, i) | 0x20) === 0x78;
    const start = hexadecimal ? i + 1 : i;
    this.base = hexadecimal ? 16 : 10;
    this.value = 0;
    if (!this.isDigit(start)) return behindAmpersand;
    this.isOpen = true;
    return this.digits(start, limit);
  }

  private digits(i: number, limit: number): number {
    const { bytes, base } = this;
    let { value } = this;
    for (; i < limit && this.isDigit(i); i++) value = Math.min(value * base + DIGITS[bytes[i]!]!, TOO_LARGE);
    this.value = value;
    if (this.isDigit(i)) return i;
    this.isOpen = false;
    this.first = codePointOf(value);
    return at(bytes, i) === SEMICOLON ? i + 1 : i;
  }

  private isDigit(i: number): boolean {
    return i < this.bytes.length && DIGITS[this.bytes[i]!]! < this.base;
  }

  private name(start: number, inAttribute: boolean): number {
    const { bytes } = this;
    let end = start;
    let text: string | undefined;
    for (let i = start, node = 0; i < bytes.length;) {
      node = NAMES.step(node, bytes[i++]!);
      if (node === 0) break;
      const found = NAMES.textOf(node);
      if (found === undefined) continue;
      text = found;
      end = i;
    }
    if (text === undefined) return start;
    if (inAttribute && bytes[end - 1] !== SEMICOLON && CONTINUES_NAME[at(bytes, end)] === 1) return start;
    this.first = text.codePointAt(0)!;
    const width = this.first > 0xffff ? 2 : 1;
    if (text.length > width) this.second = text.codePointAt(width)!;
    return end;
  }
}

function codePointOf(number: number): number {
  if (number === 0 || number >= TOO_LARGE || (number >= 0xd800 && number <= 0xdfff)) return REPLACEMENT_CHARACTER;
  return WINDOWS_1252.charCodeAt(number - 0x80) || number;
}

/** Returns `value`, the value of an attribute, with each reference replaced (§7.14). */
export function replaceInAttribute(value: string): string {
  if (!value.includes('&')) return value;
  const bytes = encode(value);
  const reader = new ReferenceReader(bytes);
  const replaced = new Utf8Writer(bytes.length);
  for (let i = 0; i < bytes.length;) {
    if (bytes[i] === AMPERSAND) {
      i = reader.read(i, bytes.length, true);
      replaced.put(reader.first);
      if (reader.second !== END) replaced.put(reader.second);
    } else {
      replaced.put(codePointAt(bytes, i));
      i += widthOf(bytes[i]!);
    }
  }
  return Buffer.from(replaced.written()).toString();
}
