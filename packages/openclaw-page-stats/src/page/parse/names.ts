/** Maps element names to small numbers, so that tags need no strings. Classes of elements are in `elements.ts`. */
import { DASH, encode, ENDS_NAME, find, findAny, LOWER, NUL, Utf8Writer } from './bytes.ts';

const HASH_START = 0x811c9dc5 | 0;
/** Random for each process, so that nobody can write a page whose names all have the same hash. */
const MULTIPLIER = Math.floor(Math.random() * 2 ** 32) | 1;

function hashStep(hash: number, byte: number): number {
  const product = Math.imul(hash ^ byte, MULTIPLIER);
  return product ^ (product >>> 15);
}

/** Returns a copy of `array` with twice the length. */
export function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  return new Int32Array(array.buffer.transferToFixedLength(2 * array.byteLength));
}

const REPLACEMENT = encode('\ufffd');

/** Numbers the distinct names of one page: first the known names, then the other names in order of appearance. */
export class Names {
  /** The number of the last name read. */
  current = 0;
  /** Whether a name has started and not ended. */
  isOpen = false;
  size = 0;
  /** All names, one after another, followed by the name that is being read. */
  private readonly text = new Utf8Writer(2048);
  /** The start of each name, which is also the end of the previous name. */
  private starts = new Int32Array(512);
  private hashes = new Int32Array(512);
  /** The hash so far of the name being read. */
  private hash = HASH_START;
  /*
   * A hash table that grows one bucket at a time (linear hashing), so that no single name has to wait for a rehash.
   * `heads` has the first name of each bucket, and `nexts` the name that follows each name in its bucket. Both hold the
   * number of a name plus 1, or 0 for none.
   */
  private heads = new Int32Array(512);
  private nexts = new Int32Array(512);
  private buckets = 512;
  /** The greatest power of two that is at most `buckets`. */
  private level = 512;

  constructor(known: readonly string[]) {
    for (const name of known) this.read(encode(name), 0, name.length);
  }

  /**
   * Reads a name from `i`. Returns the position of the blank, "/" or ">" that ends the name, or the end of the input.
   * If `limit` comes first, returns `limit`, and the name stays open: the next call continues it.
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

  /** Returns whether the name with this number contains "-". */
  hasDash(number: number): boolean {
    const end = this.starts[number + 1]!;
    return find(this.text.bytes, DASH, this.starts[number]!, end) < end;
  }

  /** Returns the numeric ID of the name at the end of `text`, which is a new one if the name is new. */
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

  /** Adds a bucket, and moves into it the names of an existing bucket that now belong in the new one. */
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

/** Counts the open elements of each name. */
export class OpenCounts {
  private counts = new Int32Array(512);

  get(name: number): number {
    return name < this.counts.length ? this.counts[name]! : 0;
  }

  open(name: number): void {
    while (name >= this.counts.length) this.counts = doubled(this.counts);
    this.counts[name]!++;
  }

  /** Closes one element `name`; returns false if no such element is open. */
  close(name: number): boolean {
    if (this.get(name) === 0) return false;
    this.counts[name]!--;
    return true;
  }
}
