/** Narrows values from the host, which may be of any type. */

/** Returns `value` if it is a string, else undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns `value` if it is a whole number, else undefined. */
export function asInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** Returns the entries of `value` that are not null or undefined. A value that is not an object has no entries. */
export function asEntries(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined));
}
