/** Loads the cases and sample pages of the specification. */
import { readdirSync, readFileSync } from 'node:fs';

const SPEC = new URL('../../../spec/', import.meta.url);

export interface Case {
  readonly name: string;
  readonly why: string;
  readonly expect: unknown;
  readonly [given: string]: unknown;
}

export function casesOf(family: string): Case[] {
  const folder = new URL('cases/', SPEC);
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf-8')) as { family: string; cases: Case[] })
    .filter((file) => file.family === family)
    .flatMap((file) => file.cases);
}

/** Returns the body of a parse case. */
export function bodyOf({ body, body_base64: encoded }: Case): Uint8Array {
  return body === undefined ? Buffer.from(encoded as string, 'base64') : Buffer.from(body as string);
}

/** Returns the Content-Type of a parse or truncation case. */
export function contentTypeOf({ content_type: contentType }: Case): string | null {
  return contentType as string | null;
}

/** Returns the expected result of a parse or truncation case. The number of words in links is 0 if not given. */
export function parsedPageOf({ expect: expected }: Case): object {
  return { link_word_count: 0, ...(expected as object) };
}

/** Returns the file names of the sample pages. */
export function pageNames(): string[] {
  return readdirSync(new URL('pages/', SPEC));
}

export function readPage(name: string): Uint8Array {
  return readFileSync(new URL(`pages/${name}`, SPEC));
}

export type Schema = Record<string, unknown>;

interface ModelSchema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}

/** The schemas of the contract. `x-contract` has the rules that JSON Schema cannot express. */
export const contract = JSON.parse(readFileSync(new URL('contract.schema.json', SPEC), 'utf-8')) as {
  readonly $defs: Readonly<Record<string, ModelSchema>>;
  readonly 'x-contract': Schema;
};

/** Returns a copy of `schema` without the given keywords. */
export function without(schema: Schema, ...keywords: string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
