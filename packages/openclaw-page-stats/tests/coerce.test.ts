import { describe, expect, it } from 'vitest';
import { asEntries, asInteger, asString } from '../src/coerce.ts';

describe('asEntries', () => {
  it('leaves out what is null or undefined', () => {
    expect([...asEntries({ a: 1, b: null, c: undefined, d: 0 })]).toEqual([
      ['a', 1],
      ['d', 0],
    ]);
  });

  it.each([null, undefined, 'ab', 1, ['a']])('finds none in %s', (value) => {
    expect(asEntries(value).size).toBe(0);
  });

  it('takes no inherited ones', () => {
    expect(asEntries(Object.create({ a: 1 })).size).toBe(0);
  });
});

it('tells whole numbers from all else', () => {
  expect([1, 1.0, 1e3, 0.5, NaN, '1', true, 1n].map(asInteger)).toEqual([
    1,
    1,
    1000,
    ...Array<undefined>(5).fill(undefined),
  ]);
});

it('tells strings from all else', () => {
  expect(['', 'a', new String('a'), 1].map(asString)).toEqual(['', 'a', undefined, undefined]);
});
