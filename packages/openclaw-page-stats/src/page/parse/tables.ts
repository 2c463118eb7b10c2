/** The tables of the parse, which are data: they are written in spec/tables, and each package carries a copy. */
import characters from '../tables/characters.json' with { type: 'json' };
import encodings from '../tables/encodings.json' with { type: 'json' };
import entities from '../tables/entities.json' with { type: 'json' };
import labels from '../tables/labels.json' with { type: 'json' };

/** Ranges of code points by class of characters, each `first-last` or a single one, in hexadecimal. */
export const CHARACTERS = characters.classes;

export interface Encodings {
  /** The characters of the bytes 80 to FF. */
  readonly single_byte: Readonly<Record<string, string>>;
  /** The characters of each index by their pointers, U+FFFD where there is none; in lines that belong together. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  /** Where the ranges of gb18030 begin: pointer, and code point in hexadecimal. */
  readonly gb18030_ranges: readonly (readonly [number, string])[];
}

export const ENCODINGS = encodings as unknown as Encodings;

/** What names of character references stand for; the names have their `;` where they need one. */
export const ENTITIES: Readonly<Record<string, string>> = entities.names;

/** The labels of each encoding. */
export const LABELS: Readonly<Record<string, readonly string[]>> = labels.labels;

/** The first and the last code point of each range. */
export function* rangesOf(ranges: readonly string[]): Generator<[first: number, last: number]> {
  for (const range of ranges) {
    const [first = '', last = first] = range.split('-');
    yield [parseInt(first, 16), parseInt(last, 16)];
  }
}
