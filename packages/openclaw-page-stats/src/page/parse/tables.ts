/** Data tables of the parse. The originals are in spec/tables; each package has a copy. */
import characters from '../tables/characters.json' with { type: 'json' };
import encodings from '../tables/encodings.json' with { type: 'json' };
import entities from '../tables/entities.json' with { type: 'json' };
import labels from '../tables/labels.json' with { type: 'json' };

/** The code points of each character class, in hexadecimal: ranges such as `30-39`, or single code points. */
export const CHARACTERS = characters.classes;

export interface Encodings {
  /** The characters of the bytes 80 to FF. */
  readonly single_byte: Readonly<Record<string, string>>;
  /** The characters of each index in order of the pointers, with U+FFFD for gaps. Join the lines before use. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  /** The start of each gb18030 range: its first pointer, and its first code point in hexadecimal. */
  readonly gb18030_ranges: readonly (readonly [number, string])[];
}

export const ENCODINGS = encodings as unknown as Encodings;

/** The text of each named character reference. A name ends with `;` unless it is valid without one. */
export const ENTITIES: Readonly<Record<string, string>> = entities.names;

/** The labels of each encoding. */
export const LABELS: Readonly<Record<string, readonly string[]>> = labels.labels;

/** Yields the first and last code point of each range. */
export function* rangesOf(ranges: readonly string[]): Generator<[first: number, last: number]> {
  for (const range of ranges) {
    const [first = '', last = first] = range.split('-');
    yield [parseInt(first, 16), parseInt(last, 16)];
  }
}
