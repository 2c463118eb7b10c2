/** Text of strangers, made fit to be repeated (§12), and text as code points. */

// Control characters that are no white space, and marks that change the direction of what surrounds them.
const REMOVED = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** `text` as one harmless line of at most `limit` code points (§12.1, §12.2). */
export function clean(text: string, limit: number): string {
  const line = text.toWellFormed().replace(REMOVED, '').replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Whether `text` has more than `limit` code points. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);
}

/** Compares as code points: the order of JavaScript's own comparison, of halves of characters, is another one. */
export function compareCodePoints(one: string, other: string): number {
  const [ones, others] = [Array.from(one), Array.from(other)];
  const differs = ones.findIndex((character, i) => character !== others[i]);
  if (differs < 0) return ones.length - others.length;
  return (ones[differs]!.codePointAt(0) ?? -1) - (others[differs]?.codePointAt(0) ?? -1);
}
