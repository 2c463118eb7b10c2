/**
 * Checks the tool against the rules that WednesdayAI publishes for agent tools.
 *
 * WednesdayAI is a fork of OpenClaw. Its core is not available, so we could not run the tool there, and we do not claim
 * compatibility. Its rules are in `developers/agent-tools.mdx` of the repository `ExpansionX/WednesdayAI-docs`.
 */
import type { AnyAgentTool } from 'openclaw/plugin-sdk/plugin-entry';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';

type Registered = (context: object) => AnyAgentTool;

/** Returns the tool that the plugin registers with a stub host. */
function registered(): AnyAgentTool {
  const made: Registered[] = [];
  const api = { pluginConfig: {}, config: {}, registerTool: (tool: Registered) => made.push(tool) };
  plugin.register(api as unknown as Parameters<typeof plugin.register>[0]);
  expect(made).toHaveLength(1);
  return made[0]!({});
}

/** Returns every object in a schema, including the schema itself. */
function objects(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objects);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

describe('parameters', () => {
  const schemas = objects(registered().parameters);

  it('do not use unions', () => {
    for (const schema of schemas) {
      for (const word of ['anyOf', 'oneOf', 'allOf', 'not', 'if']) expect(schema).not.toHaveProperty(word);
      expect(Array.isArray(schema.type)).toBe(false);
    }
  });

  it('make a parameter optional by not requiring it, not by allowing null', () => {
    for (const schema of schemas) {
      expect(schema.type).not.toBe('null');
      expect(Object.values(schema)).not.toContain(null);
    }
    expect(registered().parameters).toMatchObject({ required: ['url'] });
  });

  it('do not use format, either as a keyword or as a name', () => {
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

  it.each(unsafe)('returns a failure for bad arguments: %s', async (_what, given, code) => {
    const { content, details } = await registered().execute('1', given);
    expect(details).toMatchObject({ ok: false, error_code: code });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(details) }]);
  });

  it('explains the error and the allowed values without throwing', async () => {
    const { details } = await registered().execute('1', { url: 'https://example.com/', timeout_seconds: 999 });
    expect(details).toMatchObject({ ok: false, parameter: 'timeout_seconds' });
    expect((details as { message: string }).message).toContain('from 1 to 60');
  });
});
