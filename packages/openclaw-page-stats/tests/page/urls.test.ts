import { describe, expect, it } from 'vitest';
import { parseInput, resolveRedirect } from '../../src/page/urls.ts';

describe('parseInput', () => {
  it('parses a URL', () => {
    expect(parseInput('http://[::1]:8080/a?b#c')).toEqual({ href: 'http://[::1]:8080/a?b', host: '::1', port: 8080 });
  });

  it('checks a URL before parsing, which would repair errors', () => {
    expect(() => parseInput('https:\\\\example.com')).toThrow('backslash');
    expect(() => parseInput('https://exam\tple.com')).toThrow('control character');
  });
});

describe('resolveRedirect', () => {
  const base = parseInput('https://example.com/a/b?c');

  it('resolves against the base as leniently as the URL Standard does', () => {
    expect(resolveRedirect(' ../d\\e\n', base).href).toBe('https://example.com/d/e');
    expect(resolveRedirect('//2130706433', base).host).toBe('127.0.0.1');
  });

  it.each([
    'ftp://example.com/',
    'http://a@b/',
    'http://:b@c/',
    'http://',
    'https://a:22/',
    '/\ud800',
    `/${'x'.repeat(8192)}`,
  ])('rejects %s', (location) => {
    expect(() => resolveRedirect(location, base)).toThrow('The redirect failed');
  });
});
