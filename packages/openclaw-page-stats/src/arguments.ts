/**
 * Checks the arguments of a call and converts them to a request. Throws a failure that names the first error (§1).
 *
 * Some entry points of hosts do not check arguments. So every call is checked here, and `given` may be any value.
 */
import { asEntries } from './coerce.ts';
import { fail } from './failure.ts';
import { PARAMETERS } from './generated/contract.ts';
import { readRequest } from './page/arguments.ts';
import type { Request } from './page/arguments.ts';
import { compareCodePoints } from './sanitize.ts';

/**
 * Returns the request for `given`. A value that is not an object is treated as an empty object.
 *
 * Throws `PageStatsError` (§1) and nothing else.
 */
export function accept(given: unknown): Request {
  const entries = asEntries(given);
  const unknown = firstUnknown(entries.keys(), PARAMETERS);
  if (unknown !== undefined) throw fail('parameter.unknown', { parameter: unknown });
  return readRequest(entries);
}

/** Returns the first of `names`, in code point order, that is not in `known`, or undefined if none is (§1.3). */
export function firstUnknown(names: Iterable<string>, known: readonly string[]): string | undefined {
  return Array.from(names)
    .filter((name) => !known.includes(name))
    .sort(compareCodePoints)[0];
}
