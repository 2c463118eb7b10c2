import { describe, expect, it } from 'vitest';
import { asEntries, asInteger, asString } from '../src/coerce.ts';

describe('asEntries', () => {
  it('omits null and undefined', () => {
    expect([...asEntries({ a: 1, b: null, c: undefined, d: 0 })]).toEqual([
      ['a', 1],
      ['d', 0],
    ]);
  });

  it.each([null, undefined, 'ab', 1, ['a']])('finds no entries in %s', (value) => {
    expect(asEntries(value).size).toBe(0);
  });

  it('ignores inherited properties', () => {
    expect(asEntries(Object.create({ a: 1 })).size).toBe(0);
  });
});

it('returns whole numbers only', () => {
  expect([1, 1.0, 1e3, 0.5, NaN, '1', true, 1n].map(asInteger)).toEqual([
    1,
    1,
    1000,
    ...Array<undefined>(5).fill(undefined),
  ]);
});

it('returns primitive strings only', () => {
  expect(['', 'a', new String('a'), 1].map(asString)).toEqual(['', 'a', undefined, undefined]);
});
