import { describe, expect, it } from 'vitest';
import { encode } from '../../../src/page/parse/bytes.ts';
import { Names, OpenCounts } from '../../../src/page/parse/names.ts';

/** Reads names and returns their numbers. */
function numbersOf(names: Names, ...texts: string[]): number[] {
  return texts.map((text) => {
    const bytes = encode(`${text}>`);
    names.read(bytes, 0, bytes.length);
    return names.current;
  });
}

describe('Names', () => {
  it('numbers known names first, in order', () => {
    expect(numbersOf(new Names(['p', 'br']), 'br', 'p', 'x', 'br', 'x')).toEqual([1, 0, 2, 1, 2]);
  });

  it('lower-cases only ASCII letters, even next to other letters', () => {
    const names = new Names(['svg']);
    expect(numbersOf(names, 'SVG', 'ſvg', '\u212ax', 'kx', 'É', 'é', 'Aé', 'aé')).toEqual([0, 1, 2, 3, 4, 5, 6, 6]);
  });

  it('treats NUL as U+FFFD', () => {
    expect(numbersOf(new Names([]), 'x\0', 'x\ufffd', 'x')).toEqual([0, 0, 1]);
  });

  it('ends a name at a blank, a slash, ">" or the end of the input', () => {
    const names = new Names([]);
    for (const text of ['ab c', 'ab\tc', 'ab/c', 'ab>c', 'ab'])
      expect(names.read(encode(text), 0, text.length)).toBe(2);
    expect(names.size).toBe(1);
  });

  it('gives the same result for any step size', () => {
    const bytes = encode('Ab\0é>');
    for (let step = 1; step <= bytes.length; step++) {
      const names = new Names(['ab\ufffdé']);
      let i = 0;
      do i = names.read(bytes, i, Math.min(i + step, bytes.length));
      while (names.isOpen);
      expect([i, names.current, names.size]).toEqual([bytes.length - 1, 0, 1]);
    }
  });

  it('distinguishes a hundred thousand names of any length', () => {
    const names = new Names([]);
    const texts = Array.from({ length: 100_000 }, (_, i) => (i % 1000 === 0 ? 'x'.repeat(i / 100) : `x${i}`));
    const numbers = numbersOf(names, ...texts);
    expect(new Set(numbers).size).toBe(texts.length);
    expect(numbersOf(names, ...texts)).toEqual(numbers);
  });
});

describe('OpenCounts', () => {
  it('counts open elements and closes only these', () => {
    const counts = new OpenCounts();
    counts.open(5000);
    expect([counts.get(5000), counts.get(1), counts.get(1e6)]).toEqual([1, 0, 0]);
    expect([counts.close(5000), counts.close(5000), counts.close(1e6)]).toEqual([true, false, false]);
  });
});
