import { describe, expect, it } from 'vitest';
import { accept } from '../src/arguments.ts';
import { PageStatsError } from '../src/failure.ts';

describe('accept', () => {
  it.each([undefined, null, 'https://example.com/', 7, [], ['https://example.com/'], () => 1, Symbol('x')])(
    'treats anything but an object as no arguments: %s',
    (given) => {
      expect(() => accept(given)).toThrow(/^url is missing/);
    },
  );

  it('returns the arguments and the parsed URL', () => {
    const { input, url } = accept({ url: 'HTTPS://EXAMPLE.com:443/a#b' });
    expect(input).toEqual({ url: 'HTTPS://EXAMPLE.com:443/a#b', timeout_seconds: 10 });
    expect(url).toEqual({ href: 'https://example.com/a', host: 'example.com', port: 443 });
  });

  it.each([1n, NaN, Infinity, new Date(), { valueOf: () => 30 }, new String('30'), new Number(30)])(
    'rejects seconds that are not a plain number: %s',
    (seconds) => {
      expect(() => accept({ url: 'https://example.com/', timeout_seconds: seconds })).toThrow(PageStatsError);
    },
  );

  it('treats an undefined value as absent', () => {
    expect(
      accept({ url: 'https://example.com/', timeout_seconds: undefined, other: undefined }).input.timeout_seconds,
    ).toBe(10);
  });

  it('rejects __proto__ as an unknown parameter', () => {
    expect(() => accept(JSON.parse('{"__proto__": 1}'))).toThrow('Unknown parameter "__proto__"');
  });
});
