/**
 * Fast path for long stretches of text without character references. It makes no function call per character.
 *
 * Calling `Counts.put` for each character gives the same counts, but takes longer.
 */
import { codePointAt, widthOf } from './bytes.ts';
import { CANCEL, CLASS_COUNT, classOf, OTHER, PLAIN, START, STATE_MASK, STATE_SHIFT, STEPS, WORD } from './words.ts';
import type { Counts } from './words.ts';

/** Two more classes of bytes: the first byte of a multi-byte character; and "<", "&" or NUL. */
const LEAD_BYTE = CLASS_COUNT;
const NO_TEXT = CLASS_COUNT + 1;

const BYTE_CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? classOf(byte) : LEAD_BYTE));
for (const byte of Buffer.from('<&\0')) BYTE_CLASSES[byte] = NO_TEXT;

/** Returns whether the byte is "<", "&" or NUL. */
export function isMoreThanText(byte: number): boolean {
  return BYTE_CLASSES[byte] === NO_TEXT;
}

/** Counts text from `i` to the next "<", "&" or NUL. Stops at or just after `limit` if that comes first. */
export function countText(counts: Counts, bytes: Uint8Array, i: number, limit: number): number {
  if (i < limit && isMoreThanText(bytes[i]!)) return i; // between tags there is often no text
  const { all, link } = counts;
  while (counts.isApart) {
    if (i >= limit || isMoreThanText(bytes[i]!)) return i;
    counts.put(classOf(codePointAt(bytes, i)));
    i += widthOf(bytes[i]!);
  }
  let { state, linked } = all;
  let words = 0;
  let linkWords = 0;
  while (i < limit) {
    if (state <= PLAIN << STATE_SHIFT) {
      // These states have the same numbers as the classes of ASCII characters (0, 1, 3). Bit 0 means "in a token", and
      // bit 1 means "not only punctuation". So the transitions are computed instead of looked up.
      let seen = state >> STATE_SHIFT;
      let begun = 0;
      for (let cls: number; i < limit && (cls = BYTE_CLASSES[bytes[i]!]!) <= OTHER; i++) {
        const inToken = cls & 1;
        begun += inToken & ~seen;
        seen = (seen | cls) & -inToken;
      }
      state = seen << STATE_SHIFT;
      if (begun > 0) linked = link;
      words += begun;
      linkWords += begun * link;
      if (i >= limit) break;
    }
    const byte = bytes[i]!;
    let cls = BYTE_CLASSES[byte]!;
    if (cls === NO_TEXT) break;
    if (cls === LEAD_BYTE) cls = classOf(codePointAt(bytes, i));
    i += widthOf(byte);
    const step = STEPS[state + cls]!;
    state = step & STATE_MASK;
    if ((step & ~STATE_MASK) === 0) continue;
    if ((step & CANCEL) !== 0) {
      words--;
      linkWords -= linked;
    }
    if ((step & START) !== 0) linked = link;
    words += step & WORD;
    linkWords += step & linked;
  }
  all.words += words;
  all.linkWords += linkWords;
  all.state = state;
  all.linked = linked;
  return i;
}
