/**
 * Fast path for counting long stretches of text without character references: no call per character.
 *
 * `Counts.put` gives the same counts and would be enough on its own.
 */
import { codePointAt, widthOf } from './bytes.ts';
import { classOf, OTHER, PLAIN, STATE_MASK, STATE_SHIFT, STEPS } from './words.ts';
import type { Counts } from './words.ts';

/** Byte classes in addition to the character classes: first byte of a multi-byte character, and "<", "&" or NUL. */
const LEAD_BYTE = 7;
const NO_TEXT = 8;

const BYTE_CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? classOf(byte) : LEAD_BYTE));
for (const byte of Buffer.from('<&\0')) BYTE_CLASSES[byte] = NO_TEXT;

/** Returns whether the byte is "<", "&" or NUL. */
export function isMoreThanText(byte: number): boolean {
  return BYTE_CLASSES[byte] === NO_TEXT;
}

/** Counts text from `i` to the next "<", "&" or NUL; returns that position, or one at or just after `limit`. */
export function countText(counts: Counts, bytes: Uint8Array, i: number, limit: number): number {
  // After a hidden region the two counts may be in different states until a token ends.
  while (!counts.hidden && counts.allState !== counts.visibleState) {
    if (i >= limit || isMoreThanText(bytes[i]!)) return i;
    counts.put(classOf(codePointAt(bytes, i)));
    i += widthOf(bytes[i]!);
  }
  let state = counts.allState;
  let words = 0;
  while (i < limit) {
    if (state <= PLAIN << STATE_SHIFT) {
      // The classes of ASCII (0, 1, 3) equal the states. In both, bit 0 means "in a token" and bit 1 "not only
      // punctuation", so the transitions are computed instead of looked up.
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
