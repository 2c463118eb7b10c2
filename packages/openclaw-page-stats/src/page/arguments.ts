/** The arguments of `page_stats`: a URL and a time limit (§1.4-1.6). */
import { asString } from '../coerce.ts';
import { readTimeout } from '../deadline.ts';
import { fail } from '../failure.ts';
import { parseInput } from './urls.ts';
import type { Url } from './urls.ts';

/** The accepted arguments and their parsed URL. */
export interface Request {
  readonly input: { readonly url: string; readonly timeout_seconds: number };
  readonly url: Url;
}

/** Returns the request for the arguments `given`; throws `invalid_url` or `invalid_parameter` (§1, §3). */
export function readRequest(given: ReadonlyMap<string, unknown>): Request {
  const url = readUrl(given.get('url') ?? '');
  const parsed = parseInput(url);
  const timeoutSeconds = readTimeout(given.get('timeout_seconds') ?? '');
  return { input: { url, timeout_seconds: timeoutSeconds }, url: parsed };
}

/** Applies §1.4. */
function readUrl(value: unknown): string {
  const url = asString(value);
  if (url === undefined) throw fail('url.type');
  if (url === '') throw fail('url.absent');
  return url;
}
