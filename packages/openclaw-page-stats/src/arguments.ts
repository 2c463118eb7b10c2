/**
 * Turns the arguments that a host passes into a request, or throws a failure that names the first error (§1).
 *
 * Hosts check arguments only at some of their entry points. So we check every call, and `given` may be any value.
 */
import { asEntries } from './coerce.ts';
import { fail } from './failure.ts';
import { PARAMETERS } from './generated/contract.ts';
import { readRequest } from './page/arguments.ts';
import type { Request } from './page/arguments.ts';
import { compareCodePoints } from './sanitize.ts';

/**
 * Returns the request for `given`. Anything that is not an object counts as no arguments.
 *
 * Throws `PageStatsError` (§1) and nothing else.
 */
export function accept(given: unknown): Request {
  const entries = asEntries(given);
  const unknown = firstUnknown(entries.keys(), PARAMETERS);
  if (unknown !== undefined) throw fail('parameter.unknown', { parameter: unknown });
  return readRequest(entries);
}

/** Returns the first name in code point order that is not in `known`, or undefined if there is none (§1.3). */
export function firstUnknown(names: Iterable<string>, known: readonly string[]): string | undefined {
  return Array.from(names)
    .filter((name) => !known.includes(name))
    .sort(compareCodePoints)[0];
}
