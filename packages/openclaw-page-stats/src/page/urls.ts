/**
 * Checks URLs from arguments and from redirects (§3).
 *
 * Node parses them as the URL Standard says. `addresses.ts` decides which hosts may be connected to.
 */
import { isIPv4 } from 'node:net';
import { BAD_PORTS, URL_MAX } from '../generated/contract.ts';
import { fail } from '../failure.ts';
import { isLonger } from '../sanitize.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The characters that §3.2 forbids, except lone surrogates, which `checkText` finds. */
const REFUSED = /[\u0000-\u0020\u007f-\u009f]/;
const SCHEME = /^https?:\/\//i;
const AUTHORITY_END = /[/?#]/;
const ZONE = /^\[[^\]%]*%[^\]]*\]/;

/** An http or https URL without user information. */
export interface Url {
  /** The serialized URL without its fragment. */
  readonly href: string;
  /** The host in ASCII. An IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
}

/** Parses the URL from the arguments; throws `invalid_url` if a check fails (§3.1-3.11). */
export function parseInput(url: string): Url {
  checkText(url);
  const writtenHost = checkAuthority(url);
  const parsed = URL.parse(url);
  if (parsed === null) throw fail('url.syntax');
  if (isIPv4(parsed.hostname) && parsed.hostname !== writtenHost) throw fail('url.number');
  const result = toUrl(parsed);
  if (isBadPort(result.port)) throw fail('url.port');
  if (parsed.href.length > URL_MAX) throw fail('url.length'); // §3.11
  return result;
}

/** Resolves the target of a redirect from `base`; throws `unreachable` with reason `redirect` on error (§3.12). */
export function resolveRedirect(location: string, base: Url): Url {
  return resolve(location, base.href);
}

/**
 * Resolves the target of a refresh from `base`, the value of a `<base href>`. If `base` is null, uses `page` (§5.24).
 *
 * Throws `unreachable` with reason `redirect` on error.
 */
export function resolveRefresh(target: string, base: string | null, page: Url): Url {
  return resolve(target, base === null ? page.href : baseUrl(base, page.href));
}

/** Returns the URL of a `<base href>` (HTML Standard, "set the frozen base URL"). */
function baseUrl(base: string, page: string): string {
  const parsed = isLonger(base, URL_MAX) ? null : URL.parse(base, page);
  if (parsed === null || ['data:', 'javascript:'].includes(parsed.protocol)) return page;
  return parsed.href.length > URL_MAX ? page : parsed.href;
}

function resolve(location: string, base: string): Url {
  // Checked before parsing, since Punycode takes quadratic time.
  if (isLonger(location, URL_MAX)) throw fail('redirect.target');
  const parsed = location.isWellFormed() ? URL.parse(location, base) : null;
  if (parsed === null || !(parsed.protocol in DEFAULT_PORTS)) throw fail('redirect.target');
  if (parsed.username !== '' || parsed.password !== '' || parsed.href.length > URL_MAX) throw fail('redirect.target');
  const result = toUrl(parsed);
  if (isBadPort(result.port)) throw fail('redirect.target');
  return result;
}

function checkText(url: string): void {
  if (isLonger(url, URL_MAX)) throw fail('url.length'); // §3.1
  if (REFUSED.test(url) || !url.isWellFormed()) throw fail('url.character'); // §3.2
  if (url.includes('\\')) throw fail('url.backslash'); // §3.3
}

/** Checks scheme and authority (§3.4-3.7); returns the host as it is written in `url`. */
function checkAuthority(url: string): string {
  const scheme = SCHEME.exec(url);
  if (scheme === null) throw fail('url.scheme');
  const authority = url.slice(scheme[0].length).split(AUTHORITY_END, 1)[0]!;
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1).split(':', 1)[0]!;
  if (host === '') throw fail('url.host');
  if (at >= 0) throw fail('url.credentials');
  if (ZONE.test(authority)) throw fail('url.zone');
  return host;
}

function isBadPort(port: number): boolean {
  const ports: readonly number[] = BAD_PORTS;
  return ports.includes(port);
}

/** Converts a parsed http or https URL without user information. */
function toUrl(parsed: URL): Url {
  return {
    href: parsed.href.split('#', 1)[0]!,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? DEFAULT_PORTS[parsed.protocol]! : Number(parsed.port),
  };
}
