/** The specification's cases and pages, for tests. */
import { readdirSync, readFileSync } from 'node:fs';

const SPEC = new URL('../../../spec/', import.meta.url);

export interface Case {
  readonly name: string;
  readonly why: string;
  readonly expect: unknown;
  readonly [given: string]: unknown;
}

/** The cases of a family. */
export function casesOf(family: string): Case[] {
  const folder = new URL('cases/', SPEC);
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf-8')) as { family: string; cases: Case[] })
    .filter((file) => file.family === family)
    .flatMap((file) => file.cases);
}

/** The bytes of a parse case. */
export function bodyOf({ body, body_base64: encoded }: Case): Uint8Array {
  return body === undefined ? Buffer.from(encoded as string, 'base64') : Buffer.from(body as string);
}

/** The Content-Type of a parse or truncation case. */
export function contentTypeOf({ content_type: contentType }: Case): string | null {
  return contentType as string | null;
}

/** The names of the sample pages. */
export function pageNames(): string[] {
  return readdirSync(new URL('pages/', SPEC));
}

/** The bytes of a sample page. */
export function readPage(name: string): Uint8Array {
  return readFileSync(new URL(`pages/${name}`, SPEC));
}

export type Schema = Record<string, unknown>;

interface ModelSchema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}

/** The contract's schemas, and what a schema cannot say. */
export const contract = JSON.parse(readFileSync(new URL('contract.schema.json', SPEC), 'utf-8')) as {
  readonly $defs: Readonly<Record<string, ModelSchema>>;
  readonly 'x-contract': Schema;
};

/** `schema` without some of its keywords. */
export function without(schema: Schema, ...keywords: string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
