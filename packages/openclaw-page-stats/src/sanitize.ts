/** Cleans untrusted text for results (§12), and measures and compares text by code points. */

/** Only the first code points of a text are looked at, because a text can be as long as a page. */
const LOOKED_AT = 4096;

// Control characters other than white space, bidi control characters, and characters that no reader sees (§12.1).
const REMOVED =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200e\u200f\u202a-\u202e\u00ad\u034f\u200b\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]/gu;
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

// Invisible characters that some scripts and emoji need, and the characters around them (§12.3).
const JOINERS = '\u200c\u200d';
const SELECTORS = '\ufe00-\ufe0f\u{e0000}-\u{e0fff}';
const MONGOLIAN = '\u180b-\u180f';
const FILLERS = '\u115f\u1160';
const EMOJI =
  '\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u297f' +
  '\u2b00-\u2bff\u3030\u303d\u3297\u3299\u{1f000}-\u{1faff}';
const LETTERS =
  'A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u115e\u1161-\u180a\u1810-\u1fff' +
  '\u20d0-\u20ff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff\ufe20-\ufe2f\ufe70-\ufefe\u{10000}-\u{1efff}\u{20000}-\u{3ffff}';
const IDEOGRAPHS = '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}';
const MONGOLIAN_LETTERS = '\u1820-\u18aa';
const JAMO = '\u1100-\u115e\u1161-\u11ff\ua960-\ua97f\ud7b0-\ud7ff';

function nextTo(letters: string, marks: string): string {
  return `(?<=[${letters}])[${marks}]|(?<![${marks}])[${marks}](?=[${letters}])`;
}

const MISPLACED = new RegExp(
  `((?<=[0-9#*${EMOJI}])[\ufe0e\ufe0f]|(?<=[${IDEOGRAPHS}])[\u{e0100}-\u{e01ef}]` +
    `|${nextTo(MONGOLIAN_LETTERS, MONGOLIAN)}|${nextTo(JAMO, FILLERS)}` +
    `|(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]{1,6}\u{e007f})|[${SELECTORS}${MONGOLIAN}${FILLERS}]`,
  'gu',
);
const MISPLACED_JOINER = new RegExp(`((?<=[${LETTERS}${EMOJI}\ufe0f${MONGOLIAN}])[${JOINERS}])|[${JOINERS}]`, 'gu');
const INVISIBLE_END = new RegExp(`[${JOINERS}${SELECTORS}${MONGOLIAN}${FILLERS}]+$`, 'u');

/** Returns `text` as one clean line of at most `limit` code points (§12). */
export function clean(text: string, limit: number): string {
  const seen = firstOf(text, LOOKED_AT).toWellFormed().replace(REMOVED, '');
  const placed = seen.replace(MISPLACED, '$1').replace(MISPLACED_JOINER, '$1');
  const line = placed.replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
  return isLonger(line, limit) ? `${firstOf(line, limit - 1).replace(INVISIBLE_END, '')}…` : line;
}

/** Returns the first `limit` code points of `text`. */
function firstOf(text: string, limit: number): string {
  return Array.from(text.slice(0, 2 * limit))
    .slice(0, limit)
    .join('');
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
