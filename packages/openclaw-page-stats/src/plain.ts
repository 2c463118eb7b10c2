/** Narrows values of unknown type that a host passed. */

/** Returns `value` if it is a string, otherwise undefined. */
export function plainString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns `value` if it is a whole number, otherwise undefined. */
export function plainNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** Returns the entries of `value` that are neither null nor undefined; none if `value` is an array or not an object. */
export function plainEntries(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined));
}
