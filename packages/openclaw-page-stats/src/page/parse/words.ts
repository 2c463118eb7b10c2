/**
 * Counting words (§11), character by character, by a finite automaton over their classes: no text is kept.
 *
 * What text is visible is decided elsewhere. Long stretches of it are counted in `bulk`.
 */
import { CHARACTERS, rangesOf } from './tables.ts';

/** Classes of characters (§11.1, §11.2). */
export const SPACE = 0;
export const PUNCTUATION = 1;
export const IDEOGRAPH = 2;
export const OTHER = 3;
export const KATAKANA = 4;
export const FOUR_A_WORD = 5;
export const SIX_A_WORD = 6;
const CLASS_COUNT = 8;

// Of two classes that hold a character the later one counts: white space first ends a token, letters are no punctuation.
const RANGES: readonly (readonly [number, { readonly ranges: readonly string[] }])[] = [
  [PUNCTUATION, CHARACTERS.punctuation],
  [SIX_A_WORD, CHARACTERS.six_letters_a_word],
  [FOUR_A_WORD, CHARACTERS.four_letters_a_word],
  [KATAKANA, CHARACTERS.katakana],
  [IDEOGRAPH, CHARACTERS.one_word_each],
  [SPACE, CHARACTERS.white_space],
];

const LAST_RANGE = 0x40000;
/** The class of every code point before LAST_RANGE; those from there on are of class OTHER. */
const CLASSES = new Uint8Array(LAST_RANGE).fill(OTHER);
for (const [cls, { ranges }] of RANGES) {
  for (const [first, last] of rangesOf(ranges)) CLASSES.fill(cls, first, last + 1);
}

/** The class of a code point. */
export function classOf(codePoint: number): number {
  return codePoint < LAST_RANGE ? CLASSES[codePoint]! : OTHER;
}

/*
 * States. A token counts as one word when it begins. If a letter of the classes turns up in it, its pieces count instead:
 * what was counted so far is right again when that letter adds a word after other letters, and none after punctuation.
 */
const BETWEEN = 0;
const PUNCTUATION_ALONE = 1;
/** A token without letters of the classes; the states up to here have the numbers of the character classes. */
export const PLAIN = 3;
const AFTER_IDEOGRAPH = 4;
const PUNCTUATION_RUN = 5;
const OTHER_RUN = 6;
const KATAKANA_RUN = 7;
/** A run of letters that make a fraction of a word: + the letters so far, modulo as many as make one. */
const FOUR_RUN = 8;
const SIX_RUN = 12;
const STATE_COUNT = 18;

/** The state after `state` at a character of class `cls`, and the words that begin with it. */
function transition(state: number, cls: number): [state: number, words: number] {
  if (cls === SPACE) return [BETWEEN, 0];
  if (cls === PUNCTUATION || cls === OTHER) {
    if (state === BETWEEN) return [cls, 1];
    if (state <= PLAIN) return [Math.max(state, cls), 0];
    if (state === OTHER_RUN) return [OTHER_RUN, 0];
    return cls === OTHER ? [OTHER_RUN, 1] : [PUNCTUATION_RUN, 0];
  }
  const begins = state === PUNCTUATION_ALONE ? 0 : 1;
  if (cls === IDEOGRAPH) return [AFTER_IDEOGRAPH, begins];
  if (cls === KATAKANA) return [KATAKANA_RUN, state === KATAKANA_RUN ? 0 : begins];
  const [run, perWord] = cls === FOUR_A_WORD ? [FOUR_RUN, 4] : [SIX_RUN, 6];
  if (state < run || state >= run + perWord) return [run + 1, begins];
  const letters = state - run;
  return [run + ((letters + 1) % perWord), letters === 0 ? 1 : 0];
}

/** `transition` as a table: STEPS[state + class] is the next state + the words; states are kept times CLASS_COUNT. */
export const STEPS = new Uint8Array(STATE_COUNT * CLASS_COUNT);
for (let state = 0; state < STATE_COUNT; state++) {
  for (let cls = SPACE; cls <= SIX_A_WORD; cls++) {
    const [next, words] = transition(state, cls);
    STEPS[state * CLASS_COUNT + cls] = next * CLASS_COUNT + words;
  }
}
export const STATE_SHIFT = 3;
export const STATE_MASK = 0xff & -CLASS_COUNT;

/** Words with and without the hidden regions, in one pass. */
export class Counts {
  /** Whether what comes is in a hidden region. */
  hidden = false;
  all = 0;
  visible = 0;
  /** The states that all text, and the text without hidden regions, have led to. */
  allState = BETWEEN;
  visibleState = BETWEEN;

  /** Counts a character of class `cls`. */
  put(cls: number): void {
    const step = STEPS[this.allState + cls]!;
    this.allState = step & STATE_MASK;
    this.all += step & 1;
    if (this.hidden) return;
    const visibleStep = STEPS[this.visibleState + cls]!;
    this.visibleState = visibleStep & STATE_MASK;
    this.visible += visibleStep & 1;
  }

  /** The answer: without hidden regions, unless that is less than a tenth (§10.7). */
  total(): number {
    return this.visible * 10 < this.all ? this.all : this.visible;
  }
}
