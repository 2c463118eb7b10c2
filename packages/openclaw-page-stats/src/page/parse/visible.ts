/** Counts visible text after replacing references and dropping NUL (§7.11, §7.12). */
import { countText, isMoreThanText } from './bulk.ts';
import { AMPERSAND, END, LESS } from './bytes.ts';
import { INVISIBLE, SHOWN } from './hidden.ts';
import type { ReferenceReader } from './references.ts';
import { classOf, Counts, PUNCTUATION, ZERO_WIDTH_SPACE } from './words.ts';

export class VisibleText {
  readonly counts = new Counts();
  private readonly bytes: Uint8Array;
  private readonly references: ReferenceReader;
  private kind = SHOWN;
  private readonly count: typeof countText;

  /** `count` is the function that counts text without references. Its default is the fast path of `bulk.ts`. */
  constructor(bytes: Uint8Array, references: ReferenceReader, count = countText) {
    this.bytes = bytes;
    this.references = references;
    this.count = count;
  }

  /** Counts text from `i` to the next "<". Returns the position of the "<", or a position at or after `limit`. */
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

  /** Counts text from `i`, replacing only NUL (by U+FFFD); returns a position at or just after `limit`. */
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

  /** Counts one character, which is "<", "&", "/" or U+FFFD. All of these are punctuation. */
  mark(): void {
    this.counts.put(PUNCTUATION);
  }

  /** Sets the kind of region for the text that follows. */
  enter(kind: number): void {
    this.kind = kind;
    this.counts.hidden = kind !== SHOWN;
  }

  /** Separates words. In an invisible region, this also separates the visible words around it (§10.3). */
  separate(): void {
    this.counts.separate();
    if (this.kind === INVISIBLE) this.counts.separateVisible();
  }

  breakRun(): void {
    this.counts.put(ZERO_WIDTH_SPACE);
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
