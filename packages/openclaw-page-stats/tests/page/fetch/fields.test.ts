import { describe, expect, it } from 'vitest';
import { Fields } from '../../../src/page/fetch/fields.ts';

/** Creates headers from lines such as `Location: /`. */
function fieldsOf(...lines: string[]): Fields {
  return new Fields(lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
}

describe('contentType', () => {
  it.each([
    [['Content-Type: text/html'], ['text/html', 'text/html', 'text/html']],
    [['CONTENT-TYPE:  TEXT/Html ; a \t'], ['TEXT/Html ; a', 'text/html', 'TEXT/Html ; a']],
    [['Content-Type: text/html, text/plain'], ['text/plain', 'text/plain', 'text/plain']],
    [
      ['Content-Type: */*', 'Content-Type: text/html,'],
      ['text/html', 'text/html', 'text/html'],
    ],
    [['Content-Type: text/html; a="b\\",c"; d'], ['text/html; a="b\\",c"; d', 'text/html', 'text/html; a="b\\",c"; d']],
    [['Content-Type: a/b;charset=gbk, a/b;c'], ['a/b;c', 'a/b', 'a/b;charset="gbk"']],
    [['Content-Type: a/b;charset=gbk, c/d, a/b'], ['a/b', 'a/b', 'a/b']],
    [
      ['Content-Type: te xt/html', 'Content-Type: html'],
      ['html', '', ''],
    ],
    [['Content-Type: '], ['', '', '']],
    [['Server: x'], [null, '', '']],
  ])('for %j is %j (§5.7)', (lines, expected) => {
    const { sent, mediaType, declared } = fieldsOf(...lines).contentType();
    expect([sent, mediaType, declared]).toEqual(expected);
  });

  it.each([`x/${' '.repeat(65_536)}x`, ','.repeat(65_536), `${'"'.repeat(30_001)}${'\\'.repeat(30_000)}`])(
    'takes linear time on hostile values',
    (hostile) => {
      expect(fieldsOf(`Content-Type: ${hostile}`).contentType().mediaType).toBe('');
    },
  );
});

describe('isNosniff', () => {
  it.each([
    [' NoSniff , x', true],
    ['x, nosniff', false],
  ])('for %j is %j (§5.19)', (value, expected) => {
    expect(fieldsOf(`X-Content-Type-Options: ${value}`).isNosniff()).toBe(expected);
  });
});

describe('contentCodings', () => {
  it('joins several headers, lower-cases them and drops members that are not codings (§5.8)', () => {
    expect(fieldsOf('Content-Encoding: GZIP , utf-8', 'Content-Encoding: br').contentCodings()).toEqual(['gzip', 'br']);
    expect(fieldsOf('Content-Encoding: identity,, none').contentCodings()).toEqual([]);
  });
});

describe('location', () => {
  it('is the first of several Location headers (§5.5)', () => {
    expect(fieldsOf('Location: /1', 'Location: /2').location()).toBe('/1');
    expect(fieldsOf().location()).toBeNull();
  });

  it('is decoded as UTF-8 if valid, else as ISO-8859-1 (§5.5)', () => {
    expect(fieldsOf('Location: caf\u00c3\u00a9').location()).toBe('café');
    expect(fieldsOf('Location: caf\u00e9').location()).toBe('café');
  });
});

describe('retryAfter', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 37) - 1500;
  it.each([
    ['120', 120],
    ['00120', 120],
    ['86400', 86_400],
    ['86401', null],
    ['1000000', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 2],
    ['Sun, 06 Nov 1994 08:49:35 GMT', 0],
    ['Sun, 06 Nov 1994 08:49:34 GMT', null],
    ['Sun, 31 Nov 1994 08:49:37 GMT', null],
    ['Sun, 06 Nov 1994 24:00:00 GMT', null],
    ['Sun, 06 Nov 1994 08:49:60 GMT', null],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 2],
    ['Wednesday, 06-Nov-44 08:49:37 GMT', null],
    ['Sun, 06-Nov-94 08:49:37 GMT', null],
    ['Sun Nov  6 08:49:37 1994', 2],
    ['Sun Nov 6 08:49:37 1994', null],
  ])('for %j is %j (§5.6)', (value, expected) => {
    expect(fieldsOf(`Retry-After: ${value}`).retryAfter(now)).toBe(expected);
  });

  it('reads a year of two digits as one that is at most 50 years in the future', () => {
    const date = 'Retry-After: Friday, 01-Jan-00 00:00:00 GMT';
    expect(fieldsOf(date).retryAfter(Date.UTC(2099, 11, 31, 23, 59, 59))).toBe(1);
    expect(fieldsOf(date).retryAfter(Date.UTC(2049, 11, 31, 23, 59, 59))).toBeNull();
  });
});
