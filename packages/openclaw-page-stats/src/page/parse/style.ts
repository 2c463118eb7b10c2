/** Decides whether the last `display` declaration of a `style` attribute is `none` (§10.4). */
import { BLANKS, encode, END, find, LOWER, SEMICOLON } from './bytes.ts';

const NAME = 'display';
const BEFORE_VALUE = `${NAME}:`;
const VALUE = `${BEFORE_VALUE}none`;
const WHOLE = `${VALUE}!important`;

/** The declaration to match. END at its end matches no byte. */
const PATTERN = Int16Array.of(...encode(WHOLE), END);
/** Marks the numbers of matched characters after which blanks are allowed. */
const GAPS = Uint8Array.from(PATTERN, (_, length) =>
  Number([0, NAME.length, BEFORE_VALUE.length, VALUE.length, WHOLE.length].includes(length)),
);
// Instead of a number of matched characters: another property, or another value.
const OTHER_NAME = -1;
const OTHER_VALUE = -2;

/** Reads an attribute value piece by piece. */
export class StyleReader {
  private matched = 0;
  /** Whether the declarations before the current one end with `display: none`. */
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

  /** The result for everything read so far. */
  get isDisplayNone(): boolean {
    return this.isNoneAfter(this.matched);
  }

  /** Returns the result after a declaration. Only declarations of `display` change it. */
  private isNoneAfter(matched: number): boolean {
    if (matched !== OTHER_VALUE && matched < NAME.length) return this.isNone;
    return matched === VALUE.length || matched === WHOLE.length;
  }
}
