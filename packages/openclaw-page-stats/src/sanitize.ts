/** Cleans untrusted text for results (§12), and measures and compares text by code points. */

// Control characters other than white space, and bidi control characters.
const REMOVED = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

const SLICE = 65_536; // code units cleaned in one step, since a text may be as long as a page

/** Returns `text` as one clean line of at most `limit` code points (§12.1, §12.2). */
export function clean(text: string, limit: number): string {
  let line = '';
  // A code point has at most two code units. A line longer than 2 * limit + 1 thus has more than `limit` code points,
  // even without its trailing space.
  for (let start = 0, end; start < text.length && line.length <= 2 * limit + 1; start = end) {
    end = start + SLICE + (isHighSurrogate(text, start + SLICE - 1) ? 1 : 0);
    const piece = text.slice(start, end).toWellFormed().replace(REMOVED, '');
    line = (line + piece).replace(WHITE_SPACE, ' ').replace(/^ /, '');
  }
  const characters = Array.from(line.replace(/ $/, ''));
  return characters.length <= limit ? characters.join('') : `${characters.slice(0, limit - 1).join('')}…`;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Returns whether `text` has more than `limit` code points. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);
}

/** Compares strings by code points. The `<` of JavaScript compares UTF-16 code units, which gives another order. */
export function compareCodePoints(one: string, other: string): number {
  const [ones, others] = [Array.from(one), Array.from(other)];
  const differs = ones.findIndex((character, i) => character !== others[i]);
  if (differs < 0) return ones.length - others.length;
  return (ones[differs]!.codePointAt(0) ?? -1) - (others[differs]?.codePointAt(0) ?? -1);
}
