/** Reads the values of attributes (§7.2). The parse itself uses `attributes.ts`, which only recognizes a few. */
import {
  BLANKS,
  DOUBLE_QUOTE,
  encode,
  END,
  ENDS_ATTRIBUTE_NAME,
  ENDS_UNQUOTED,
  EQUALS,
  find,
  findAny,
  SINGLE_QUOTE,
  skipBlanks,
  SLASH,
  startsWith,
} from './bytes.ts';
import { replaceInAttribute } from './references.ts';

/** The attributes in [begin, end) of `bytes`. */
export class AttributeList {
  private readonly bytes: Uint8Array;
  private readonly begin: number;
  private readonly end: number;

  constructor(bytes: Uint8Array, begin: number, end: number) {
    this.bytes = bytes;
    this.begin = begin;
    this.end = end;
  }

  /** Returns the value of the first attribute `name`, with references replaced, or null if there is none. */
  get(name: string): string | null {
    const { bytes, end } = this;
    const word = encode(name);
    for (let i = this.skipBetween(this.begin); i < end; i = this.skipBetween(i)) {
      const start = i;
      const nameEnd = findAny(bytes, ENDS_ATTRIBUTE_NAME, start + 1, end);
      const equals = skipBlanks(bytes, nameEnd, end);
      const [from, to, next] = equals < end && bytes[equals] === EQUALS ? this.value(equals + 1) : [end, end, nameEnd];
      if (nameEnd - start === word.length && startsWith(bytes, start, word)) return this.decoded(from, to);
      i = next;
    }
    return null;
  }

  private skipBetween(i: number): number {
    while (i < this.end && (BLANKS[this.bytes[i]!] === 1 || this.bytes[i] === SLASH)) i++;
    return i;
  }

  /** Returns the start and the end of the value behind a "=", and the position after its quotes. */
  private value(i: number): [from: number, to: number, next: number] {
    const { bytes, end } = this;
    const from = skipBlanks(bytes, i, end);
    const quote = from < end ? bytes[from]! : END;
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) {
      const to = findAny(bytes, ENDS_UNQUOTED, from, end);
      return [from, to, to];
    }
    const to = find(bytes, quote, from + 1, end);
    return [from + 1, to, to + 1];
  }

  private decoded(from: number, to: number): string {
    const value = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes.subarray(from, to));
    return replaceInAttribute(value.replaceAll('\0', '\ufffd'));
  }
}
