/**
 * Arguments: what a host handed over becomes a request, or the failure that names the first fault (§1).
 *
 * Hosts check arguments at some entry points and not at others; this is asked at all of them, and expects anything.
 */
import { PARAMETERS, TIMEOUT_DEFAULT, TIMEOUT_MAX } from './generated/contract.ts';
import { fail } from './failure.ts';
import { asEntries, asInteger, asString } from './coerce.ts';
import { compareCodePoints } from './sanitize.ts';
import { parseInput } from './page/urls.ts';
import type { Url } from './page/urls.ts';

const SECONDS = /^([0-9]{1,3})(?:\.0+)?$/;

/** What is asked for, and its URL taken apart. */
export interface Request {
  readonly input: { readonly url: string; readonly timeout_seconds: number };
  readonly url: Url;
}

/**
 * The request that `given` makes; what is no object counts as no arguments at all.
 *
 * Throws `PageStatsError` (`invalid_parameter` or `invalid_url`, §1, §3) and nothing else.
 */
export function accept(given: unknown): Request {
  const entries = asEntries(given);
  const unknown = firstUnknown(entries.keys(), PARAMETERS);
  if (unknown !== undefined) throw fail('parameter.unknown', { parameter: unknown });
  const url = readUrl(entries.get('url') ?? '');
  const parsed = parseInput(url);
  const timeoutSeconds = readTimeout(entries.get('timeout_seconds') ?? '');
  return { input: { url, timeout_seconds: timeoutSeconds }, url: parsed };
}

/** Of the names that are not known the first, in code point order (§1.3). */
export function firstUnknown(names: Iterable<string>, known: readonly string[]): string | undefined {
  return Array.from(names)
    .filter((name) => !known.includes(name))
    .sort(compareCodePoints)[0];
}

/** Applies §1.4. */
function readUrl(value: unknown): string {
  const url = asString(value);
  if (url === undefined) throw fail('url.type');
  if (url === '') throw fail('url.absent');
  return url;
}

/** Applies §1.5 and §1.6. */
function readTimeout(value: unknown): number {
  const text = asString(value);
  if (text === '') return TIMEOUT_DEFAULT;
  const digits = text === undefined ? undefined : SECONDS.exec(text)?.[1];
  const seconds = text === undefined ? asInteger(value) : digits === undefined ? undefined : Number(digits);
  if (seconds === undefined || seconds < 1 || seconds > TIMEOUT_MAX) {
    throw fail('timeout_seconds', { parameter: 'timeout_seconds' });
  }
  return seconds;
}
