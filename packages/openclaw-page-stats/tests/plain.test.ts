import { describe, expect, it } from 'vitest';
import { plainEntries, plainNumber, plainString } from '../src/plain.ts';

describe('plainEntries', () => {
  it('leaves out what is null or undefined', () => {
    expect([...plainEntries({ a: 1, b: null, c: undefined, d: 0 })]).toEqual([
      ['a', 1],
      ['d', 0],
    ]);
  });

  it.each([null, undefined, 'ab', 1, ['a']])('finds none in %s', (value) => {
    expect(plainEntries(value).size).toBe(0);
  });

  it('takes no inherited ones', () => {
    expect(plainEntries(Object.create({ a: 1 })).size).toBe(0);
  });
});

it('tells whole numbers from all else', () => {
  expect([1, 1.0, 1e3, 0.5, NaN, '1', true, 1n].map(plainNumber)).toEqual([
    1,
    1,
    1000,
    ...Array<undefined>(5).fill(undefined),
  ]);
});

it('tells strings from all else', () => {
  expect(['', 'a', new String('a'), 1].map(plainString)).toEqual(['', 'a', undefined, undefined]);
});
