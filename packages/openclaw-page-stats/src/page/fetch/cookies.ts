/** Keeps the cookies of one call (§5.20-5.22; RFC 6265, sections 5.1 to 5.4). */

export const COOKIES_MAX = 50;
export const COOKIE_BYTES_MAX = 8192;

const NOT_PRINTABLE = /[^ -~]/;
const SECURE_NAME = /^__(?:Secure|Host)-/i;
const MAX_AGE = /^-?[0-9]+$/;

// RFC 6265, section 5.1.1. Only the beginning of each token of a date matters.
const DELIMITERS = /[\t -/;-@[-`{-~]+/;
const DATE_PARTS = [
  /^([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?![0-9])/,
  /^([0-9]{1,2})(?![0-9])/,
  /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
  /^([0-9]{2,4})(?![0-9])/,
];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FIRST_YEAR = 1601;

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
  readonly secure: boolean;
  readonly expires: number;
}

/** The cookies of one call, in the order in which they were set. Times are in milliseconds since 1970. */
export class Jar {
  private cookies: ReadonlyMap<string, Cookie> = new Map();

  /** Stores the cookies in `values`, which are the Set-Cookie headers of the response of `url`. */
  store(url: URL, values: readonly string[], now: number): void {
    for (const value of values) {
      const cookie = read(value, url, now);
      if (cookie === null) continue;
      const key = [cookie.host, cookie.path, cookie.name].join(';');
      const kept = new Map(Array.from(this.cookies).filter(([, { expires }]) => expires > now));
      if (cookie.expires <= now) kept.delete(key);
      else if (fits(new Map(kept).set(key, cookie))) kept.set(key, cookie);
      this.cookies = kept;
    }
  }

  /** Returns the Cookie header for a request of `url`, or an empty string if there are no cookies. */
  header(url: URL, now: number): string {
    const found = Array.from(this.cookies.values()).filter(
      ({ host, path, secure, expires }) =>
        host === url.hostname &&
        expires > now &&
        (url.protocol === 'https:' || !secure) &&
        (url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
    );
    found.sort((one, other) => other.path.length - one.path.length);
    return found.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
}

function fits(cookies: ReadonlyMap<string, Cookie>): boolean {
  const size = Array.from(cookies.values()).reduce((sum, { name, value }) => sum + name.length + 1 + value.length, 0);
  return cookies.size <= COOKIES_MAX && size <= COOKIE_BYTES_MAX;
}

/** Reads a Set-Cookie header (RFC 6265, section 5.2). Returns null if its cookie is ignored. */
function read(text: string, url: URL, now: number): Cookie | null {
  const [pair, ...rest] = text.split(';');
  const [name, value] = split(pair!);
  if (value === null || name === '' || NOT_PRINTABLE.test(text)) return null;
  let [path, secure] = ['', SECURE_NAME.test(name)];
  let expires: number | null = null;
  let maxAge: number | null = null;
  for (const attribute of rest) {
    const [key, said] = split(attribute);
    if (key.toLowerCase() === 'path') path = said ?? '';
    else if (key.toLowerCase() === 'secure') secure = true;
    else if (key.toLowerCase() === 'expires') expires = readDate(said ?? '') ?? expires;
    else if (key.toLowerCase() === 'max-age') maxAge = readMaxAge(said ?? '') ?? maxAge;
  }
  if (secure && url.protocol !== 'https:') return null;
  return {
    ...{ host: url.hostname, name, value, secure },
    path: path.startsWith('/') ? path : defaultPath(url.pathname),
    expires: maxAge === null ? (expires ?? Infinity) : now + maxAge,
  };
}

/** Splits text at its first "=" and trims the parts. The value is null if there is no "=". */
function split(text: string): [name: string, value: string | null] {
  const at = text.indexOf('=');
  return at < 0 ? [trim(text), null] : [trim(text.slice(0, at)), trim(text.slice(at + 1))];
}

/** Removes spaces from both ends. A regular expression would take quadratic time on many spaces inside the text. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

/** Returns a Max-Age in milliseconds (section 5.2.2), `-Infinity` if it is not positive, or null if it is invalid. */
function readMaxAge(text: string): number | null {
  if (!MAX_AGE.test(text)) return null;
  const seconds = Number(text);
  return seconds > 0 ? seconds * 1000 : -Infinity;
}

/** Returns a date (section 5.1.1) in milliseconds since 1970, or null if it is invalid. */
function readDate(text: string): number | null {
  const found: RegExpExecArray[] = [];
  for (const token of text.split(DELIMITERS)) {
    for (const [part, pattern] of DATE_PARTS.entries()) {
      const match = part in found ? null : pattern.exec(token);
      if (match === null) continue;
      found[part] = match;
      break;
    }
  }
  const [time, day, month, year] = found;
  if (time === undefined || day === undefined || month === undefined || year === undefined) return null;
  return dateOf(Number(year[1]), MONTHS.indexOf(month[1]!.toLowerCase()), Number(day[1]), time.slice(1).map(Number));
}

/** Returns the milliseconds since 1970, or null if there is no such date or time. */
function dateOf(year: number, month: number, day: number, [hour, minute, second]: readonly number[]): number | null {
  const whole = year + (year >= 70 && year <= 99 ? 1900 : year <= 69 ? 2000 : 0);
  const at = new Date(0);
  at.setUTCFullYear(whole, month, day);
  if (at.getUTCDate() !== day || whole < FIRST_YEAR || hour! > 23 || minute! > 59 || second! > 59) return null;
  return at.setUTCHours(hour!, minute, second);
}

/** Returns the default path of a cookie that has no Path attribute (section 5.1.4). */
function defaultPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
