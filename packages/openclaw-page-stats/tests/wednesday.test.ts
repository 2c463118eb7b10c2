/**
 * The rules that WednesdayAI states for agent tools, kept by ours.
 *
 * WednesdayAI is a fork of OpenClaw whose core cannot be had, so nothing was run there and no compatibility is claimed.
 * Its rules stand in `developers/agent-tools.mdx` of the repository `ExpansionX/WednesdayAI-docs`.
 */
import type { AnyAgentTool } from 'openclaw/plugin-sdk/plugin-entry';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';

type Registered = (context: object) => AnyAgentTool;

/** The tool as `register` hands it to a host that does nothing but collect. */
function registered(): AnyAgentTool {
  const made: Registered[] = [];
  const api = { pluginConfig: {}, config: {}, registerTool: (tool: Registered) => made.push(tool) };
  plugin.register(api as unknown as Parameters<typeof plugin.register>[0]);
  expect(made).toHaveLength(1);
  return made[0]!({});
}

/** Every object within a schema, itself included. */
function objects(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objects);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

describe('parameters', () => {
  const schemas = objects(registered().parameters);

  it('have no union', () => {
    for (const schema of schemas) {
      for (const word of ['anyOf', 'oneOf', 'allOf', 'not', 'if']) expect(schema).not.toHaveProperty(word);
      expect(Array.isArray(schema.type)).toBe(false);
    }
  });

  it('have no null: what may be left out is not required', () => {
    for (const schema of schemas) {
      expect(schema.type).not.toBe('null');
      expect(Object.values(schema)).not.toContain(null);
    }
    expect(registered().parameters).toMatchObject({ required: ['url'] });
  });

  it('have no format, neither as a word of the schema nor as a name', () => {
    for (const schema of schemas) expect(schema).not.toHaveProperty('format');
  });
});

describe('execute', () => {
  const unsafe: [string, unknown, string][] = [
    ['nothing', undefined, 'invalid_url'],
    ['null', null, 'invalid_url'],
    ['a text', 'https://example.com/', 'invalid_url'],
    ['a list', ['https://example.com/'], 'invalid_url'],
    ['no URL', {}, 'invalid_url'],
    ['a URL that is a number', { url: 5 }, 'invalid_url'],
    ['a URL that is an object', { url: { href: 'https://example.com/' } }, 'invalid_url'],
    ['a boolean for a number', { url: 'https://example.com/', timeout_seconds: true }, 'invalid_parameter'],
    ['a number out of bounds', { url: 'https://example.com/', timeout_seconds: 999 }, 'invalid_parameter'],
    ['an unknown name', { url: 'https://example.com/', timeoutMs: 5 }, 'invalid_parameter'],
  ];

  it.each(unsafe)('reads what a model wrote with suspicion: %s', async (_what, given, code) => {
    const { content, details } = await registered().execute('1', given);
    expect(details).toMatchObject({ ok: false, error_code: code });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(details) }]);
  });

  it('says in words what is wrong and what is right, and does not throw', async () => {
    const { details } = await registered().execute('1', { url: 'https://example.com/', timeout_seconds: 999 });
    expect(details).toMatchObject({ ok: false, parameter: 'timeout_seconds' });
    expect((details as { message: string }).message).toContain('from 1 to 60');
  });
});
