/**
 * Counts words (§11) with a finite automaton over character classes, without keeping any text.
 *
 * `content.ts` decides which text is visible. `bulk.ts` is the fast path for long stretches of text.
 */
import { CHARACTERS, rangesOf } from './tables.ts';

/** Classes of characters (§11). */
export const SPACE = 0;
export const PUNCTUATION = 1;
export const IDEOGRAPH = 2;
export const OTHER = 3;
export const KATAKANA = 4;
export const FOUR_A_WORD = 5;
export const SIX_A_WORD = 6;
export const IGNORABLE = 7;
export const ZERO_WIDTH_SPACE = 8;
const COMBINING_MARK = 9;
const BURMESE_U = 10;
const BURMESE_II = 11;
export const CLASS_COUNT = 12;
/** The states are multiplied by this power of two, which leaves room for the class of a character or for flags. */
export const STATE_SHIFT = 4;

// If a character is in two of these classes, the later class in this list counts.
const RANGES: readonly (readonly [number, { readonly ranges: readonly string[] }])[] = [
  [PUNCTUATION, CHARACTERS.punctuation],
  [SIX_A_WORD, CHARACTERS.six_letters_a_word],
  [FOUR_A_WORD, CHARACTERS.four_letters_a_word],
  [KATAKANA, CHARACTERS.katakana],
  [IDEOGRAPH, CHARACTERS.one_word_each],
  [SPACE, CHARACTERS.white_space],
  [IGNORABLE, CHARACTERS.ignorable],
  [ZERO_WIDTH_SPACE, CHARACTERS.zero_width_space],
  [COMBINING_MARK, CHARACTERS.combining_mark],
  [BURMESE_U, CHARACTERS.burmese_u],
  [BURMESE_II, CHARACTERS.burmese_ii],
];

const LAST_RANGE = 0xe1000;
/** The class of every code point below LAST_RANGE; all others are of class OTHER. */
const CLASSES = new Uint8Array(LAST_RANGE).fill(OTHER);
for (const [cls, { ranges }] of RANGES) {
  for (const [first, last] of rangesOf(ranges)) CLASSES.fill(cls, first, last + 1);
}

export function classOf(codePoint: number): number {
  return codePoint < LAST_RANGE ? CLASSES[codePoint]! : OTHER;
}

/*
 * States. A token is counted as one word when it starts. If it has a letter of a special class (IDEOGRAPH, KATAKANA,
 * FOUR_A_WORD or SIX_A_WORD), its pieces count instead. So the first special letter adds a word if it follows other
 * letters. If only punctuation precedes the special letter, it adds no word, since the token was counted at its start.
 */
const BETWEEN = 0;
const PUNCTUATION_ALONE = 1;
/** A token without special letters. The states up to PLAIN have the same numbers as the character classes. */
export const PLAIN = 3;
const AFTER_IDEOGRAPH = 4;
const PUNCTUATION_RUN = 5;
const OTHER_RUN = 6;
const KATAKANA_RUN = 7;
/** Runs of letters that count as fractions of a word. The number of letters, modulo 4 or 6, is added to the state. */
const FOUR_RUN = 8;
const SIX_RUN = 12;
/** As SIX_RUN, directly after U+1025. */
const SIX_RUN_AFTER_U = 18;
const STATE_COUNT = 24;

// The effects of a step, as bits: it adds a word, starts a piece or token, or takes back the word of the token so far.
export const WORD = 1;
export const START = 2;
export const CANCEL = 4;

/** Returns the state that a character of class `cls` leads to, and the effects of the step. */
function transition(state: number, cls: number): [state: number, does: number] {
  if (cls === SPACE) return [BETWEEN, 0];
  if (cls === IGNORABLE) return [state, 0];
  if (cls === ZERO_WIDTH_SPACE) return [state < KATAKANA_RUN ? state : AFTER_IDEOGRAPH, 0];
  if (cls === COMBINING_MARK) return state === BETWEEN ? [PUNCTUATION_ALONE, START | WORD] : [state, 0];
  if (state >= SIX_RUN_AFTER_U) {
    state -= SIX_RUN_AFTER_U - SIX_RUN;
    if (cls === BURMESE_II) return [state, 0];
  }
  if (cls === PUNCTUATION || cls === OTHER) return other(state, cls);
  return letter(state, cls, state === PUNCTUATION_ALONE ? CANCEL | START | WORD : START | WORD);
}

function other(state: number, cls: number): [state: number, does: number] {
  if (state === BETWEEN) return [cls, START | WORD];
  if (state <= PLAIN) return [Math.max(state, cls), 0];
  if (state === OTHER_RUN) return [OTHER_RUN, 0];
  const start = state === PUNCTUATION_RUN ? 0 : START;
  return cls === OTHER ? [OTHER_RUN, start | WORD] : [PUNCTUATION_RUN, start];
}

function letter(state: number, cls: number, begin: number): [state: number, does: number] {
  if (cls === IDEOGRAPH) return [AFTER_IDEOGRAPH, begin];
  if (cls === KATAKANA) return [KATAKANA_RUN, state === KATAKANA_RUN ? 0 : begin];
  const [run, perWord] = cls === FOUR_A_WORD ? [FOUR_RUN, 4] : [SIX_RUN, 6];
  const next = cls === BURMESE_U ? SIX_RUN_AFTER_U : run;
  if (state < run || state >= run + perWord) return [next + 1, begin];
  const letters = state - run;
  return [next + ((letters + 1) % perWord), letters === 0 ? WORD : 0];
}

/** `transition` as a table: STEPS[state + class] is the next state + the effects of the step. States are shifted. */
export const STEPS = new Uint16Array(STATE_COUNT << STATE_SHIFT);
for (let state = 0; state < STATE_COUNT; state++) {
  for (let cls = SPACE; cls < CLASS_COUNT; cls++) {
    const [next, does] = transition(state, cls);
    STEPS[(state << STATE_SHIFT) + cls] = (next << STATE_SHIFT) + does;
  }
}
export const STATE_MASK = -1 << STATE_SHIFT;

/** A page with this many visible words does not count as one that hides its text until a script runs (§10.7). */
const ENOUGH = 1000;

/** One count of words: with or without hidden regions. */
export class WordCount {
  words = 0;
  /** The number of words that begin in links (§10.15). */
  linkWords = 0;
  state = BETWEEN;
  /** 1 if the current token or piece began in a link, otherwise 0. */
  linked = 0;

  /** Counts a character of class `cls`. `link` is 1 in a link and 0 elsewhere. */
  put(cls: number, link: number): void {
    const step = STEPS[this.state + cls]!;
    this.state = step & STATE_MASK;
    if ((step & ~STATE_MASK) !== 0) this.apply(step, link);
  }

  private apply(step: number, link: number): void {
    if ((step & CANCEL) !== 0) {
      this.words--;
      this.linkWords -= this.linked;
    }
    if ((step & START) !== 0) this.linked = link;
    this.words += step & WORD;
    this.linkWords += step & this.linked;
  }

  /** Returns whether any text that follows would change both counts in the same way. */
  goesOnAs(other: WordCount): boolean {
    return this.state === other.state && (this.state === BETWEEN || this.linked === other.linked);
  }
}

/**
 * Counts words with and without hidden regions in one pass.
 *
 * Only `all` is updated, except where the same visible text changes both counts in different ways (`isApart`). That is so
 * after a hidden region that begins or ends inside a token, until the token ends.
 */
export class Counts {
  /** 1 if the current position is in a link, otherwise 0. */
  link = 0;
  isApart = false;
  readonly all = new WordCount();
  private isHidden = false;
  /** The count without hidden regions, which is up to date in hidden regions and while `isApart`. */
  private readonly shown = new WordCount();
  /** How many more words `all` has elsewhere. */
  private hiddenWords = 0;
  private hiddenLinkWords = 0;

  /** Sets whether the current position is in a hidden region. */
  set hidden(hidden: boolean) {
    if (hidden === this.isHidden) return;
    if (hidden && !this.isApart) this.catchUp();
    this.isHidden = hidden;
    this.isApart = !hidden;
    this.join();
  }

  /** The count without hidden regions. */
  get visible(): WordCount {
    if (!this.isHidden && !this.isApart) this.catchUp();
    return this.shown;
  }

  put(cls: number): void {
    this.all.put(cls, this.link);
    if (!this.isApart) return;
    this.shown.put(cls, this.link);
    this.join();
  }

  /** Ends the last token. Does the same as `put(SPACE)`. */
  separate(): void {
    this.all.state = BETWEEN;
    if (this.isApart) this.put(SPACE);
  }

  /** Ends the last token of the visible text, in a hidden region. */
  separateVisible(): void {
    this.shown.state = BETWEEN;
  }

  /** Returns the number of visible words, or of all words if very few of them are visible (§10.7). */
  total(): number {
    return this.chosen().words;
  }

  /** Returns how many of the words that `total` counts are in links (§10.15). */
  linkTotal(): number {
    return this.chosen().linkWords;
  }

  private catchUp(): void {
    const { all, shown } = this;
    shown.words = all.words - this.hiddenWords;
    shown.linkWords = all.linkWords - this.hiddenLinkWords;
    shown.state = all.state;
    shown.linked = all.linked;
  }

  /** Stops updating both counts if text that follows changes both in the same way. */
  private join(): void {
    const { all, shown } = this;
    if (!this.isApart || !all.goesOnAs(shown)) return;
    this.isApart = false;
    this.hiddenWords = all.words - shown.words;
    this.hiddenLinkWords = all.linkWords - shown.linkWords;
  }

  private chosen(): WordCount {
    const { all, visible } = this;
    return visible.words * 10 < all.words && visible.words < ENOUGH ? all : visible;
  }
}
