import { describe, expect, it } from 'vitest';
import { accept } from '../src/arguments.ts';
import { PageStatsError } from '../src/failure.ts';

describe('accept', () => {
  it.each([undefined, null, 'https://example.com/', 7, [], ['https://example.com/'], () => 1, Symbol('x')])(
    'takes what is no object for no arguments at all: %s',
    (given) => {
      expect(() => accept(given)).toThrow(/^url is missing/);
    },
  );

  it('returns the request and its URL taken apart', () => {
    const { input, url } = accept({ url: 'HTTPS://EXAMPLE.com:443/a#b' });
    expect(input).toEqual({ url: 'HTTPS://EXAMPLE.com:443/a#b', timeout_seconds: 10 });
    expect(url).toEqual({ href: 'https://example.com/a', host: 'example.com', port: 443 });
  });

  it.each([1n, NaN, Infinity, new Date(), { valueOf: () => 30 }, new String('30'), new Number(30)])(
    'refuses what only JavaScript could take for seconds: %s',
    (seconds) => {
      expect(() => accept({ url: 'https://example.com/', timeout_seconds: seconds })).toThrow(PageStatsError);
    },
  );

  it('takes an undefined value for an absent one', () => {
    expect(
      accept({ url: 'https://example.com/', timeout_seconds: undefined, other: undefined }).input.timeout_seconds,
    ).toBe(10);
  });

  it('does not take what every object has for parameters', () => {
    expect(() => accept(JSON.parse('{"__proto__": 1}'))).toThrow('Unknown parameter "__proto__"');
  });
});
