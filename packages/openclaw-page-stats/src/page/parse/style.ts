/** Decides whether the last `display` declaration of a `style` attribute is `none` (§10.4). */
import { BLANKS, encode, END, find, LOWER, SEMICOLON } from './bytes.ts';

const NAME = 'display';
const BEFORE_VALUE = `${NAME}:`;
const VALUE = `${BEFORE_VALUE}none`;
const WHOLE = `${VALUE}!important`;

/** The declaration to match, followed by END, which matches no byte. */
const PATTERN = Int16Array.of(...encode(WHOLE), END);
/** Entry *n* is 1 if blanks are allowed after *n* matched characters, else 0. */
const GAPS = Uint8Array.from(PATTERN, (_, length) =>
  Number([0, NAME.length, BEFORE_VALUE.length, VALUE.length, WHOLE.length].includes(length)),
);
// Values of `matched` for a declaration of another property, and for another value of `display`.
const OTHER_NAME = -1;
const OTHER_VALUE = -2;

/** Reads an attribute value piece by piece. */
export class StyleReader {
  private matched = 0;
  /** Whether the last `display` before the current declaration is `none`. */
  private isNone = false;

  open(): void {
    this.matched = 0;
    this.isNone = false;
  }

  /** Reads the piece in [i, end). */
  read(bytes: Uint8Array, i: number, end: number): void {
    let { matched } = this;
    while (i < end) {
      if (matched < 0) i = find(bytes, SEMICOLON, i, end);
      if (i === end) break;
      const byte = LOWER[bytes[i++]!]!;
      if (byte === SEMICOLON) {
        this.isNone = this.isNoneAfter(matched);
        matched = 0;
      } else if (byte === PATTERN[matched]) {
        matched++;
      } else if (BLANKS[byte] === 0 || GAPS[matched] === 0) {
        matched = matched < BEFORE_VALUE.length ? OTHER_NAME : OTHER_VALUE;
      }
    }
    this.matched = matched;
  }

  /** Whether the last `display` in everything read so far is `none`. */
  get isDisplayNone(): boolean {
    return this.isNoneAfter(this.matched);
  }

  /** Returns whether `display` is `none` after the current declaration. Other properties do not change it. */
  private isNoneAfter(matched: number): boolean {
    if (matched !== OTHER_VALUE && matched < NAME.length) return this.isNone;
    return matched === VALUE.length || matched === WHOLE.length;
  }
}
