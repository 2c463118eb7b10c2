import { describe, expect, it } from 'vitest';
import { OUTPUT_SCHEMA, PARAMETERS_SCHEMA } from '../../src/page/schema.ts';
import { contract, without } from '../spec.ts';
import type { Schema } from '../spec.ts';

/** Returns the properties of a contract model as the plugin writes them: without title, default and null. */
function properties(model: string, details: readonly string[] = []): Schema {
  const given = Object.entries(contract.$defs[model]!.properties);
  return Object.fromEntries(given.map(([name, schema]) => [name, plain(schema, details.includes(name))]));
}

function plain(given: Schema, isDetail: boolean): Schema {
  const schema = without(given, 'title', 'description', 'default');
  if ('const' in schema) return { const: schema.const };
  return isDetail ? (schema.anyOf as Schema[])[0]! : schema;
}

describe('PARAMETERS_SCHEMA', () => {
  it('matches the contract', () => {
    const { properties: given, required, additionalProperties } = contract.$defs.PageStatsInput!;
    const untitled = Object.entries(given).map(([name, schema]) => [name, without(schema, 'title')]);
    expect(PARAMETERS_SCHEMA.properties).toEqual(Object.fromEntries(untitled));
    expect(PARAMETERS_SCHEMA).toMatchObject({ type: 'object', required, additionalProperties });
  });

  it('avoids keywords that model providers reject', () => {
    const text = JSON.stringify(PARAMETERS_SCHEMA);
    for (const word of ['anyOf', 'oneOf', 'allOf', 'format', 'null', '$ref']) expect(text).not.toContain(`"${word}"`);
  });
});

describe('OUTPUT_SCHEMA', () => {
  const [success, failure] = OUTPUT_SCHEMA.anyOf;

  it('does not allow additional properties', () => {
    expect([success, failure]).toMatchObject([{ additionalProperties: false }, { additionalProperties: false }]);
  });

  it('matches a success in the contract', () => {
    expect(success.properties).toEqual(properties('PageStats'));
    expect(success.required).toEqual(contract.$defs.PageStats!.required);
  });

  it('matches a failure in the contract, with absent fields instead of nulls', () => {
    const details = ['parameter', 'timeout_seconds', 'reason', 'status', 'retry_after_seconds'];
    expect(failure.properties).toEqual(properties('PageStatsFailure', details));
    expect(new Set(failure.required)).toEqual(new Set(contract.$defs.PageStatsFailure!.required));
  });
});
