/**
 * Reads the response headers Content-Type, Content-Encoding, Location, Retry-After, Set-Cookie and Refresh (§5).
 *
 * The callers decide what follows from each value.
 */
import { RETRY_AFTER_MAX } from '../../generated/contract.ts';
import { charsetParameter } from '../parse/charset.ts';
import { UNSUPPORTED_CODINGS } from './inflate.ts';

const BLANKS = '\t\n\f\r ';
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** Fetch Standard, "get, decode, and split": a comma in quotes does not separate members. */
const LIST_MEMBER = /(?:[^",]|"(?:[^"\\]|\\[^])*"?)*/y;
/** MIME Sniffing Standard, "parse a MIME type". */
const MEDIA_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})[${BLANKS}]*(?:;|$)`);
const DECODED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'x-deflate']);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})';
/** RFC 9110, section 5.6.7: the preferred format and the two obsolete ones. */
const DATES = [
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT`,
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>[0-9]{2})-${MONTH}-(?<year>[0-9]{2}) ${TIME} GMT`,
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>[0-9]{2}| [0-9]) ${TIME} (?<year>[0-9]{4})`,
].map((form) => new RegExp(`^${form}$`));
const SECONDS = /^0*([0-9]{1,5})$/;

/** The Content-Type that counts (§5.7). */
export interface ContentType {
  /** As sent, or null if no header was sent. */
  readonly sent: string | null;
  /** In lower case. Empty if no value is valid. */
  readonly mediaType: string;
  /** The value. If it has no charset parameter, that of an earlier value is added. */
  readonly declared: string;
}

/** The headers of a response in the order received. Values have one character per byte. */
export class Fields {
  private readonly all: readonly (readonly [name: string, value: string])[];

  /** In `raw`, each name is followed by its value. */
  constructor(raw: readonly string[]) {
    const names = raw.filter((_, at) => at % 2 === 0);
    this.all = names.map((name, at) => [name.toLowerCase(), raw[2 * at + 1]!]);
  }

  /** Returns the last valid Content-Type (Fetch Standard, "extract a MIME type"; §5.7). */
  contentType(): ContentType {
    const members = this.members('content-type');
    let found: ContentType = { sent: members.at(-1) ?? null, mediaType: '', declared: '' };
    let charset: string | undefined;
    for (const member of members) {
      const mediaType = MEDIA_TYPE.exec(member)?.[1]?.toLowerCase();
      if (mediaType === undefined || mediaType === '*/*') continue;
      const own = charsetParameter(member);
      const inherits = own === undefined && charset !== undefined && mediaType === found.mediaType;
      if (!inherits) charset = own;
      found = { sent: member, mediaType, declared: inherits ? `${mediaType};charset=${quoted(charset!)}` : member };
    }
    return found;
  }

  /** Returns whether the type must not be sniffed (Fetch Standard, "determine nosniff"; §5.19). */
  isNosniff(): boolean {
    return this.members('x-content-type-options')[0]?.toLowerCase() === 'nosniff';
  }

  /** Returns the content codings in lower case, in the order in which they were applied (§5.8). */
  contentCodings(): string[] {
    const members = this.members('content-encoding').map((member) => member.toLowerCase());
    return members.filter((member) => DECODED.has(member) || UNSUPPORTED_CODINGS.has(member));
  }

  hasContentLength(): boolean {
    return this.values('content-length').length > 0;
  }

  /** Returns the first Location, or null if none was sent (§5.5). */
  location(): string | null {
    const [value] = this.values('location');
    if (value === undefined) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'));
    } catch {
      return value;
    }
  }

  /** Returns the first Refresh, or null if none was sent (§5.23). */
  refresh(): string | null {
    return this.values('refresh')[0] ?? null;
  }

  /** Returns whether the Transfer-Encoding is absent or `chunked` (§5.14). */
  hasKnownFraming(): boolean {
    const values = this.values('transfer-encoding');
    return values.length === 0 || (values.length === 1 && values[0]!.toLowerCase() === 'chunked');
  }

  /** Returns all Set-Cookie headers (§5.20). */
  setCookies(): string[] {
    return this.values('set-cookie');
  }

  /** Returns the seconds to wait from `now` (milliseconds since 1970), or null if no usable value was sent (§5.6). */
  retryAfter(now: number): number | null {
    const [value] = this.values('retry-after');
    const seconds = value === undefined ? null : readSeconds(value, now);
    return seconds !== null && seconds >= 0 && seconds <= RETRY_AFTER_MAX ? seconds : null;
  }

  /** Returns the comma-separated members of all headers of this name, without blanks around them. */
  private members(wanted: string): string[] {
    const values = this.values(wanted);
    const text = values.join(', ');
    const members: string[] = [];
    for (let at = 0; values.length > 0 && at <= text.length;) {
      LIST_MEMBER.lastIndex = at;
      const member = LIST_MEMBER.exec(text)![0];
      members.push(trim(member));
      at += member.length + 1;
    }
    return members;
  }

  private values(wanted: string): string[] {
    return this.all.filter(([name]) => name === wanted).map(([, value]) => value);
  }
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Removes blanks from both ends. A regular expression would take quadratic time on many blanks inside the value. */
function trim(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && BLANKS.includes(value[start]!)) start++;
  while (end > start && BLANKS.includes(value[end - 1]!)) end--;
  return value.slice(start, end);
}

function readSeconds(value: string, now: number): number | null {
  const digits = SECONDS.exec(value)?.[1];
  if (digits !== undefined) return Number(digits);
  const date = DATES.map((form) => form.exec(value)?.groups).find((groups) => groups !== undefined);
  if (date === undefined) return null;
  const [day, hour, minute, second] = [date.day, date.hour, date.minute, date.second].map(Number) as FourNumbers;
  const year = readYear(date.year!, now);
  const at = new Date(0);
  at.setUTCFullYear(year, MONTHS.indexOf(date.month!), day);
  at.setUTCHours(hour, minute, second);
  // The `+ 0` at the end turns -0 into 0.
  const exists = at.getUTCDate() === day && at.getUTCHours() === hour && at.getUTCMinutes() === minute;
  return exists && second < 60 && year > 0 ? Math.ceil((at.getTime() - now) / 1000) + 0 : null;
}

type FourNumbers = [number, number, number, number];

/** Returns the year. A year of two digits is at most 50 years in the future (RFC 9110, section 5.6.7). */
function readYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(now).getUTCFullYear();
  const ahead = (((Number(digits) - thisYear) % 100) + 100) % 100;
  return thisYear + (ahead <= 50 ? ahead : ahead - 100);
}
