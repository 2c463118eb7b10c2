import { describe, expect, it } from 'vitest';
import { Fields, mediaType } from '../../../src/page/fetch/fields.ts';

/** Creates headers from lines such as `Location: /`. */
function fieldsOf(...lines: string[]): Fields {
  return new Fields(lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
}

describe('contentType', () => {
  it.each([
    [['Content-Type: text/html'], 'text/html'],
    [['CONTENT-TYPE:  text/html \t'], 'text/html'],
    [['Content-Type: text/html, text/plain'], 'text/html'],
    [['Content-Type: text/html', 'Content-Type: text/plain'], 'text/html'],
    [['Content-Type: text/html; a="b,c"; d'], 'text/html; a="b,c"; d'],
    [['Content-Type: text/html; a="b\\",c", d'], 'text/html; a="b\\",c"'],
    [['Content-Type: text/html; a="b'], 'text/html; a="b'],
    [['Content-Type: '], ''],
    [['Server: x'], null],
  ])('for %j is %j (§5.7)', (lines, expected) => {
    expect(fieldsOf(...lines).contentType()).toBe(expected);
  });

  it('takes linear time on many blanks', () => {
    const hostile = `x${' '.repeat(65_536)}x`;
    expect(fieldsOf(`Content-Type: ${hostile}`).contentType()).toBe(hostile);
    expect(mediaType(`${hostile};`)).toBe(hostile);
  });
});

describe('mediaType', () => {
  it('lower-cases the type and drops parameters', () => {
    expect(mediaType('Text/HTML ; charset=utf-8')).toBe('text/html');
  });
});

describe('contentEncoding', () => {
  it('joins several headers and lower-cases them (§5.8)', () => {
    expect(fieldsOf('Content-Encoding: GZIP ').contentEncoding()).toBe('gzip');
    expect(fieldsOf('Content-Encoding: gzip', 'Content-Encoding: br').contentEncoding()).toBe('gzip, br');
    expect(fieldsOf().contentEncoding()).toBe('');
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
    ['Sunday, 06-Nov-94 08:49:37 GMT', null],
  ])('for %j is %j (§5.6)', (value, expected) => {
    expect(fieldsOf(`Retry-After: ${value}`).retryAfter(now)).toBe(expected);
  });
});
