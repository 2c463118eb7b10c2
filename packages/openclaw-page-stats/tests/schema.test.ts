import { describe, expect, it } from 'vitest';
import { OUTPUT_SCHEMA, PARAMETERS_SCHEMA } from '../src/schema.ts';
import { contract, without } from './spec.ts';
import type { Schema } from './spec.ts';

/** The properties of a model of the contract, in the idiom of the plugin: without titles, defaults, null for absent. */
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
  it('is that of the contract', () => {
    const { properties: given, required, additionalProperties } = contract.$defs.PageStatsInput!;
    const untitled = Object.entries(given).map(([name, schema]) => [name, without(schema, 'title')]);
    expect(PARAMETERS_SCHEMA.properties).toEqual(Object.fromEntries(untitled));
    expect(PARAMETERS_SCHEMA).toMatchObject({ type: 'object', required, additionalProperties });
  });

  it('has nothing that a model provider may refuse', () => {
    const text = JSON.stringify(PARAMETERS_SCHEMA);
    for (const word of ['anyOf', 'oneOf', 'allOf', 'format', 'null', '$ref']) expect(text).not.toContain(`"${word}"`);
  });
});

describe('OUTPUT_SCHEMA', () => {
  const [success, failure] = OUTPUT_SCHEMA.anyOf;

  it('is closed', () => {
    expect([success, failure]).toMatchObject([{ additionalProperties: false }, { additionalProperties: false }]);
  });

  it('has the success of the contract', () => {
    expect(success.properties).toEqual(properties('PageStats'));
    expect(success.required).toEqual(contract.$defs.PageStats!.required);
  });

  it('has the failure of the contract; what a code does not add is absent', () => {
    const details = ['parameter', 'timeout_seconds', 'reason', 'status', 'retry_after_seconds'];
    expect(failure.properties).toEqual(properties('PageStatsFailure', details));
    expect(new Set(failure.required)).toEqual(new Set(contract.$defs.PageStatsFailure!.required));
  });
});
