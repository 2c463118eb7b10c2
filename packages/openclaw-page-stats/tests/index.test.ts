import { readFileSync, readdirSync } from 'node:fs';
import { getToolPluginMetadata } from 'openclaw/plugin-sdk/tool-plugin';
import { describe, expect, it } from 'vitest';
import { CONFIG_SCHEMA } from '../src/page/config.ts';
import { TOOL_DESCRIPTION } from '../src/generated/contract.ts';
import plugin from '../src/index.ts';
import { PARAMETERS_SCHEMA } from '../src/page/schema.ts';

const ROOT = new URL('../', import.meta.url);

describe('the plugin', () => {
  it('declares one tool with its parameters', () => {
    expect(getToolPluginMetadata(plugin)).toMatchObject({
      id: 'page-stats',
      name: 'Page Stats',
      configSchema: CONFIG_SCHEMA,
      tools: [
        { name: 'page_stats', label: 'Page Stats', description: TOOL_DESCRIPTION, parameters: PARAMETERS_SCHEMA },
      ],
    });
  });

  it('does not register the tool as optional, since operators can deny it', () => {
    expect(getToolPluginMetadata(plugin)!.tools[0]).not.toHaveProperty('optional');
  });
});

describe('the package', () => {
  const sources = readdirSync(new URL('src', ROOT), { recursive: true, encoding: 'utf-8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(`src/${name}`, ROOT), 'utf-8'));

  it('imports only its own files, Node and three public paths of the SDK', () => {
    const imported = sources.flatMap((text) => Array.from(text.matchAll(/from '([^.'][^']*)'/g), ([, path]) => path!));
    expect(new Set(imported.filter((path) => !path.startsWith('node:')))).toEqual(
      new Set([
        'openclaw/plugin-sdk/plugin-entry',
        'openclaw/plugin-sdk/ssrf-runtime',
        'openclaw/plugin-sdk/tool-plugin',
      ]),
    );
  });

  it('does not read environment variables', () => {
    expect(sources.filter((text) => text.includes('process.env'))).toEqual([]);
  });

  it('installs offline (no dependencies) and names its minimum OpenClaw version', () => {
    const { openclaw, ...described } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf-8')) as Record<
      string,
      unknown
    >;
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
      expect(described).not.toHaveProperty(kind);
    }
    expect(openclaw).toMatchObject({
      compat: { pluginApi: '>=2026.9.6' },
      install: { minHostVersion: '>=2026.9.6' },
    });
  });
});
