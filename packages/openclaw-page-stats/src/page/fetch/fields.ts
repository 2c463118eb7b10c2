/**
 * Reads the response headers Content-Type, Content-Encoding, Location, Retry-After, Set-Cookie and Refresh (§5).
 *
 * The callers decide what follows from each value.
 */
import { RETRY_AFTER_MAX } from '../../generated/contract.ts';

const BLANKS = '\t\n\f\r ';
/** Matches the first of several values. A comma in quotes does not separate values (RFC 9110, section 5.6.4). */
const FIRST_VALUE = /^(?:[^",]|"(?:[^"\\]|\\[^])*"?)*/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The date format of RFC 9110, section 5.6.7, such as: Sun, 06 Nov 1994 08:49:37 GMT */
const IMF_FIXDATE = new RegExp(
  `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([0-9]{2}) (${MONTHS.join('|')}) ([0-9]{4}) ` +
    '([0-9]{2}):([0-9]{2}):([0-9]{2}) GMT$',
);
const SECONDS = /^0*([0-9]{1,5})$/;

/** The headers of a response in the order received. Values have one character per byte. */
export class Fields {
  private readonly all: readonly (readonly [name: string, value: string])[];

  /** In `raw`, each name is followed by its value. */
  constructor(raw: readonly string[]) {
    const names = raw.filter((_, at) => at % 2 === 0);
    this.all = names.map((name, at) => [name.toLowerCase(), raw[2 * at + 1]!]);
  }

  /** Returns the first Content-Type, or null if none was sent (§5.7). */
  contentType(): string | null {
    const values = this.values('content-type');
    return values.length === 0 ? null : trim(FIRST_VALUE.exec(values.join(', '))![0]);
  }

  /** Returns the Content-Encoding in lower case, or an empty string if none was sent (§5.8). */
  contentEncoding(): string {
    return trim(this.values('content-encoding').join(', ')).toLowerCase();
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

  /** Returns the first Refresh, or null if none was sent (§5.22). */
  refresh(): string | null {
    return this.values('refresh')[0] ?? null;
  }

  /** Returns whether the Transfer-Encoding is absent or `chunked` (§5.14). */
  hasKnownFraming(): boolean {
    const values = this.values('transfer-encoding');
    return values.length === 0 || (values.length === 1 && values[0]!.toLowerCase() === 'chunked');
  }

  /** Returns all Set-Cookie headers (§5.19). */
  setCookies(): string[] {
    return this.values('set-cookie');
  }

  /** Returns the seconds to wait from `now` (milliseconds since 1970), or null if no usable value was sent (§5.6). */
  retryAfter(now: number): number | null {
    const [value] = this.values('retry-after');
    const seconds = value === undefined ? null : readSeconds(value, now);
    return seconds !== null && seconds >= 0 && seconds <= RETRY_AFTER_MAX ? seconds : null;
  }

  private values(wanted: string): string[] {
    return this.all.filter(([name]) => name === wanted).map(([, value]) => value);
  }
}

/** Returns the media type without parameters, in lower case. */
export function mediaType(value: string): string {
  return trim(value.split(';', 1)[0]!).toLowerCase();
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
  const date = IMF_FIXDATE.exec(value);
  if (date === null) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(date[at])) as FiveNumbers;
  const at = new Date(0);
  at.setUTCFullYear(year, MONTHS.indexOf(date[2]!), day);
  at.setUTCHours(hour, minute, second);
  // The `+ 0` at the end turns -0 into 0.
  const exists = at.getUTCDate() === day && at.getUTCHours() === hour && at.getUTCMinutes() === minute;
  return exists && second < 60 && year > 0 ? Math.ceil((at.getTime() - now) / 1000) + 0 : null;
}

type FiveNumbers = [number, number, number, number, number];
