/**
 * The fast path: long stretches of text without references, counted without a call for each character.
 *
 * `Counts.put` alone is complete, and would count this too.
 */
import { codePointAt, widthOf } from './bytes.ts';
import { classOf, OTHER, PLAIN, STATE_MASK, STATE_SHIFT, STEPS } from './words.ts';
import type { Counts } from './words.ts';

/** Classes of bytes beside those of characters: the first byte of a longer character, and what is more than text. */
const LEAD_BYTE = 7;
const NO_TEXT = 8;

const BYTE_CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? classOf(byte) : LEAD_BYTE));
for (const byte of Buffer.from('<&\0')) BYTE_CLASSES[byte] = NO_TEXT;

/** Whether the byte is "<", "&" or NUL. */
export function isMoreThanText(byte: number): boolean {
  return BYTE_CLASSES[byte] === NO_TEXT;
}

/** Counts the text from `i` on; returns where "<", "&" or NUL stops it, or a place at or just behind `limit`. */
export function countText(counts: Counts, bytes: Uint8Array, i: number, limit: number): number {
  // After a hidden region the two counts may be in different states, until a token ends.
  while (!counts.hidden && counts.allState !== counts.visibleState) {
    if (i >= limit || isMoreThanText(bytes[i]!)) return i;
    counts.put(classOf(codePointAt(bytes, i)));
    i += widthOf(bytes[i]!);
  }
  let state = counts.allState;
  let words = 0;
  while (i < limit) {
    if (state <= PLAIN << STATE_SHIFT) {
      // ASCII has the classes 0, 1 and 3, and these are the states, too. Of both, bit 0 is "in a token", bit 1 "not
      // punctuation alone": the table's rules without looking them up.
      let seen = state >> STATE_SHIFT;
      for (let cls: number; i < limit && (cls = BYTE_CLASSES[bytes[i]!]!) <= OTHER; i++) {
        const inToken = cls & 1;
        words += inToken & ~seen;
        seen = (seen | cls) & -inToken;
      }
      state = seen << STATE_SHIFT;
      if (i >= limit) break;
    }
    const byte = bytes[i]!;
    let cls = BYTE_CLASSES[byte]!;
    if (cls === NO_TEXT) break;
    if (cls === LEAD_BYTE) cls = classOf(codePointAt(bytes, i));
    i += widthOf(byte);
    const step = STEPS[state + cls]!;
    state = step & STATE_MASK;
    words += step & 1;
  }
  counts.all += words;
  counts.allState = state;
  if (!counts.hidden) {
    counts.visible += words;
    counts.visibleState = state;
  }
  return i;
}
