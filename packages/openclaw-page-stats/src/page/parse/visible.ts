/** Text that counts, on its way to the count: references are replaced, NUL is dropped (§7.11, §7.12). */
import { countText, isMoreThanText } from './bulk.ts';
import { AMPERSAND, END, LESS } from './bytes.ts';
import type { ReferenceReader } from './references.ts';
import { classOf, Counts, PUNCTUATION, SPACE } from './words.ts';

export class VisibleText {
  readonly counts = new Counts();
  private readonly bytes: Uint8Array;
  private readonly references: ReferenceReader;
  private readonly count: typeof countText;

  /** `count` counts text without references; by default it is the fast path. */
  constructor(bytes: Uint8Array, references: ReferenceReader, count = countText) {
    this.bytes = bytes;
    this.references = references;
    this.count = count;
  }

  /** Counts text from `i` on; returns where a "<" stops it, or a place at or behind `limit`. */
  read(i: number, limit: number, nulIsText: boolean): number {
    const { bytes, references } = this;
    while (i < limit) {
      if (!references.isOpen) {
        i = this.count(this.counts, bytes, i, limit);
        if (i >= limit || bytes[i] === LESS) break;
        if (bytes[i] !== AMPERSAND) {
          if (nulIsText) this.mark();
          i++;
          continue;
        }
      }
      i = this.reference(i, limit);
    }
    return i;
  }

  /** Counts text in which nothing is replaced but NUL, which is U+FFFD, from `i` on; returns `limit` or just behind. */
  readAsIs(i: number, limit: number): number {
    while (i < limit) {
      i = this.count(this.counts, this.bytes, i, limit);
      if (i < limit && isMoreThanText(this.bytes[i]!)) {
        this.mark();
        i++;
      }
    }
    return i;
  }

  /** Counts "<", "&", "/" or U+FFFD: punctuation, all of them. */
  mark(): void {
    this.counts.put(PUNCTUATION);
  }

  separate(): void {
    this.counts.put(SPACE);
  }

  private reference(i: number, limit: number): number {
    const { references, counts } = this;
    const next = references.read(i, limit);
    if (references.isOpen) return next;
    counts.put(classOf(references.first));
    if (references.second !== END) counts.put(classOf(references.second));
    return next;
  }
}
