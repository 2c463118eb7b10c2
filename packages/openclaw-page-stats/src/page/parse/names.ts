/** Names of elements as small numbers: a page's tags make no strings. What an element is, is told in `elements`. */
import { encode, ENDS_NAME, findAny, LOWER, NUL, Utf8Writer } from './bytes.ts';

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

const REPLACEMENT = encode('\ufffd');

/** Numbers for the different names of one page, in the order in which they were met, after those that are known. */
export class Names {
  /** The number of the name that was read last. */
  current = 0;
  /** Whether a name has begun and not ended. */
  isOpen = false;
  size = 0;
  /** All names, one after another, and behind them the one that is being read. */
  private readonly text = new Utf8Writer(2048);
  /** Where each name begins; the next one begins where it ends. */
  private starts = new Int32Array(512);
  private hashes = new Int32Array(512);
  /** The hash of what was read of the name that is being read. */
  private hash = HASH_START;
  /*
   * A hash table that grows a bucket at a time (linear hashing), so that no name has to wait until all are put elsewhere.
   * Of each bucket `heads` has the first name, and of each name `nexts` the one behind it: number + 1, 0 at the end.
   */
  private heads = new Int32Array(512);
  private nexts = new Int32Array(512);
  private buckets = 512;
  /** The greatest power of two that is no more than `buckets`. */
  private level = 512;

  constructor(known: readonly string[]) {
    for (const name of known) this.read(encode(name), 0, name.length);
  }

  /**
   * Reads a name from `i` on; returns the place of the blank, "/" or ">" that ends it, or the end of the input; or
   * `limit`, at which it stays open.
   */
  read(bytes: Uint8Array, i: number, limit: number): number {
    const { text } = this;
    const end = findAny(bytes, ENDS_NAME, i, limit);
    text.reserve(REPLACEMENT.length * (end - i));
    let { hash } = this;
    for (; i < end; i++) {
      const byte = LOWER[bytes[i]!]!;
      if (byte === NUL) {
        for (const part of REPLACEMENT) {
          text.bytes[text.length++] = part;
          hash = hashStep(hash, part);
        }
      } else {
        text.bytes[text.length++] = byte;
        hash = hashStep(hash, byte);
      }
    }
    this.isOpen = end >= limit && end < bytes.length;
    this.hash = this.isOpen ? hash : HASH_START;
    if (!this.isOpen) this.current = this.numberOf(hash ^ (hash >>> 16));
    return end;
  }

  /** The number of the name at the end of the text. */
  private numberOf(hash: number): number {
    const { text, hashes } = this;
    const start = this.starts[this.size]!;
    const bucket = this.bucketOf(hash);
    for (let entry = this.heads[bucket]!; entry !== 0; entry = this.nexts[entry - 1]!) {
      if (hashes[entry - 1] === hash && this.isSame(entry - 1, start)) {
        text.length = start;
        return entry - 1;
      }
    }
    if (this.size + 1 === this.starts.length) {
      this.starts = doubled(this.starts);
      this.hashes = doubled(this.hashes);
      this.nexts = doubled(this.nexts);
    }
    const number = this.size++;
    this.hashes[number] = hash;
    this.nexts[number] = this.heads[bucket]!;
    this.heads[bucket] = this.size;
    this.starts[this.size] = text.length;
    if (this.buckets < this.size) this.split();
    return number;
  }

  private bucketOf(hash: number): number {
    const bucket = hash & (2 * this.level - 1);
    return bucket < this.buckets ? bucket : bucket & (this.level - 1);
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

  /** Adds a bucket, which takes its names from the one that had them so far. */
  private split(): void {
    const { hashes, nexts, level, buckets } = this;
    if (buckets === this.heads.length) this.heads = doubled(this.heads);
    const { heads } = this;
    const from = buckets - level;
    let entry = heads[from]!;
    heads[from] = 0;
    while (entry !== 0) {
      const next = nexts[entry - 1]!;
      const bucket = (hashes[entry - 1]! & level) === 0 ? from : buckets;
      nexts[entry - 1] = heads[bucket]!;
      heads[bucket] = entry;
      entry = next;
    }
    this.buckets++;
    if (this.buckets === 2 * level) this.level = this.buckets;
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
