/** Names of elements as small numbers: a page's tags make no strings. What an element is, is told in `elements`. */
import { encode, ENDS_NAME, LOWER, NUL, REPLACEMENT_CHARACTER, Utf8Writer } from './bytes.ts';

const HASH_START = 0x811c9dc5 | 0;
/** Drawn anew in each process, so that no page can be written whose names all collide. */
const MULTIPLIER = Math.floor(Math.random() * 2 ** 32) | 1;

function hashStep(hash: number, byte: number): number {
  const product = Math.imul(hash ^ byte, MULTIPLIER);
  return product ^ (product >>> 15);
}

/** A copy of `array` that has room for twice as much. */
export function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  return new Int32Array(array.buffer.transferToFixedLength(2 * array.byteLength));
}

/** Numbers for the different names of one page, in the order in which they were met, after those that are known. */
export class Names {
  /** The number of the name that was read last. */
  current = 0;
  size = 0;
  /** All names, one after another, and behind them the one that is being read. */
  private readonly text = new Utf8Writer(2048);
  /** Where each name begins; the next one begins where it ends. */
  private starts = new Int32Array(512);
  private hashes = new Int32Array(512);
  /** A hash table: number + 1, or 0 for a free place; at most half of them are taken. */
  private places = new Int32Array(1024);

  constructor(known: readonly string[]) {
    for (const name of known) this.read(encode(name), 0);
  }

  /** Reads the name at `i`; returns the place of the blank, "/" or ">" that ends it, or the end of the input. */
  read(bytes: Uint8Array, i: number): number {
    const { text } = this;
    const start = text.length;
    let hash = HASH_START;
    for (; i < bytes.length && ENDS_NAME[bytes[i]!] === 0; i++) {
      const byte = LOWER[bytes[i]!]!;
      if (byte === NUL) {
        text.put(REPLACEMENT_CHARACTER);
        for (const part of text.bytes.subarray(text.length - 3, text.length)) hash = hashStep(hash, part);
      } else {
        text.reserve(1);
        text.bytes[text.length++] = byte;
        hash = hashStep(hash, byte);
      }
    }
    this.current = this.numberOf(start, hash);
    return i;
  }

  private numberOf(start: number, hash: number): number {
    const { text, places } = this;
    const place = this.placeOf(start, hash);
    const found = places[place]! - 1;
    if (found >= 0) {
      text.length = start;
      return found;
    }
    if (this.size + 1 === this.starts.length) {
      this.starts = doubled(this.starts);
      this.hashes = doubled(this.hashes);
    }
    const number = this.size++;
    this.hashes[number] = hash;
    this.starts[number + 1] = text.length;
    places[place] = this.size;
    if (2 * this.size > places.length) this.spread();
    return number;
  }

  /** The place in the hash table of the name from `start` to the end of the text, or a free one for it. */
  private placeOf(start: number, hash: number): number {
    const { places, hashes } = this;
    const mask = places.length - 1;
    let place = (hash ^ (hash >>> 16)) & mask;
    for (let entry = places[place]!; entry !== 0; entry = places[place]!) {
      if (hashes[entry - 1] === hash && this.isSame(entry - 1, start)) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  private isSame(number: number, start: number): boolean {
    const { bytes, length } = this.text;
    const first = this.starts[number]!;
    if (this.starts[number + 1]! - first !== length - start) return false;
    for (let i = start; i < length; i++) {
      if (bytes[i] !== bytes[first + i - start]) return false;
    }
    return true;
  }

  /** Makes the hash table twice as large. */
  private spread(): void {
    const places = new Int32Array(2 * this.places.length);
    const mask = places.length - 1;
    for (let number = 0; number < this.size; number++) {
      const hash = this.hashes[number]!;
      let place = (hash ^ (hash >>> 16)) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = number + 1;
    }
    this.places = places;
  }
}

/** How many elements of each name are open. */
export class OpenCounts {
  private counts = new Int32Array(512);

  get(name: number): number {
    return name < this.counts.length ? this.counts[name]! : 0;
  }

  open(name: number): void {
    while (name >= this.counts.length) this.counts = doubled(this.counts);
    this.counts[name]!++;
  }

  /** Closes one; false if none is open. */
  close(name: number): boolean {
    if (this.get(name) === 0) return false;
    this.counts[name]!--;
    return true;
  }
}
