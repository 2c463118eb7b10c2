/**
 * Turns a host's arguments into a request, or into a failure that names the first error (§1).
 *
 * Hosts check arguments at some entry points only, so every call is checked here and any value is expected.
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

/** Returns the first unknown name in code point order (§1.3). */
export function firstUnknown(names: Iterable<string>, known: readonly string[]): string | undefined {
  return Array.from(names)
    .filter((name) => !known.includes(name))
    .sort(compareCodePoints)[0];
}
