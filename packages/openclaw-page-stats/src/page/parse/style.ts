/** The value of a `style` attribute: whether its last `display` declaration is `none` (§10.4). */
import { BLANKS, encode, END, find, LOWER, SEMICOLON } from './bytes.ts';

const NAME = 'display';
const BEFORE_VALUE = `${NAME}:`;
const VALUE = `${BEFORE_VALUE}none`;
const WHOLE = `${VALUE}!important`;

/** What is looked for in a declaration; nothing comes behind it. */
const PATTERN = Int16Array.of(...encode(WHOLE), END);
/** After how many characters of it blanks may stand. */
const GAPS = Uint8Array.from(PATTERN, (_, length) =>
  Number([0, NAME.length, BEFORE_VALUE.length, VALUE.length, WHOLE.length].includes(length)),
);
// Instead of a number of characters: a declaration of something else, or one of another value.
const OTHER_NAME = -1;
const OTHER_VALUE = -2;

/** Reads a value in as many pieces as it takes. */
export class StyleReader {
  private matched = 0;
  /** What the declarations before the one that is being read say. */
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

  /** What all that was read says. */
  get isDisplayNone(): boolean {
    return this.isNoneAfter(this.matched);
  }

  /** What a declaration makes of those before it: it is one of `display`, or changes nothing. */
  private isNoneAfter(matched: number): boolean {
    if (matched !== OTHER_VALUE && matched < NAME.length) return this.isNone;
    return matched === VALUE.length || matched === WHOLE.length;
  }
}
