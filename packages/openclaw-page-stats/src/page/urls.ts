/**
 * URLs: what is asked of one that is given and of one that a redirect gives (§3).
 *
 * Parsing is the URL Standard's, done by the platform. Whether a host may be connected to is decided in `addresses`.
 */
import { isIPv4 } from 'node:net';
import { BAD_PORTS, URL_MAX } from '../generated/contract.ts';
import { fail } from '../failure.ts';
import { isLonger } from '../sanitize.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** §3.2, lone surrogates aside. */
const REFUSED = /[\u0000-\u0020\u007f-\u009f]/;
const SCHEME = /^https?:\/\//i;
const AUTHORITY_END = /[/?#]/;
const ZONE = /^\[[^\]%]*%[^\]]*\]/;

/** An http or https URL that holds no user information. */
export interface Url {
  /** Serialised, without fragment. */
  readonly href: string;
  /** ASCII, an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
}

/** The URL that was given if it passes every check (§3.1-3.11), else throws `invalid_url`. */
export function parseInput(url: string): Url {
  checkText(url);
  const writtenHost = checkAuthority(url);
  const parsed = URL.parse(url);
  if (parsed === null) throw fail('url.syntax');
  if (isIPv4(parsed.hostname) && parsed.hostname !== writtenHost) throw fail('url.number');
  const result = toUrl(parsed);
  if (isBadPort(result.port)) throw fail('url.port');
  return result;
}

/** Where `location`, sent by `base`, leads, else throws `unreachable`, reason `redirect` (§3.12). */
export function resolveRedirect(location: string, base: Url): Url {
  // Punycode takes time that grows with the square of the length.
  if (isLonger(location, URL_MAX)) throw fail('redirect.target');
  const parsed = location.isWellFormed() ? URL.parse(location, base.href) : null;
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

/** The host as it is written (§3.4-3.7). */
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

/** Takes apart what was parsed as http or https, without user information. */
function toUrl(parsed: URL): Url {
  return {
    href: parsed.href.split('#', 1)[0]!,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? DEFAULT_PORTS[parsed.protocol]! : Number(parsed.port),
  };
}
