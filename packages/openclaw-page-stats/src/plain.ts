/** Values that a host handed over, made plain before anything is asked of them. They may be anything. */

/** The string that `value` is. */
export function plainString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The whole number that `value` is. */
export function plainNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** The entries of `value` that are not null, by name; what is no object has none. */
export function plainEntries(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined));
}
