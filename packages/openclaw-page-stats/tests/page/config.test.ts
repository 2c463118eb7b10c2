import { describe, expect, it } from 'vitest';
import { REPOSITORY, VERSION } from '../../src/generated/about.ts';
import { CONFIG_SCHEMA, readConfig } from '../../src/page/config.ts';
import { PageStatsError } from '../../src/failure.ts';
import { contract, without } from '../spec.ts';

function refused(given: unknown): unknown {
  try {
    return readConfig(given);
  } catch (error) {
    return error instanceof PageStatsError ? error.failure : error;
  }
}

describe('readConfig', () => {
  it('uses the defaults of the contract', () => {
    const userAgent = (contract['x-contract'].user_agent as string)
      .replace('{version}', VERSION)
      .replace('{repository}', REPOSITORY);
    const { max_bytes_default: maxBytes } = contract['x-contract'].bounds as Record<string, number>;
    for (const given of [undefined, null, {}, { userAgent: null, maxBytes: null }, { proxy: null }]) {
      expect(readConfig(given)).toEqual({ userAgent, maxBytes });
    }
  });

  it.each([
    [{ user_agent: 'x' }, 'user_agent'],
    [{ maxByte: 1, allowPrivateNetwork: true }, 'allowPrivateNetwork'],
    [{ userAgent: '', maxByte: 1 }, 'maxByte'],
  ])('rejects an unknown key: %j', (given, parameter) => {
    expect(refused(given)).toMatchObject({ error_code: 'invalid_parameter', parameter, retryable: false });
  });

  it.each([
    [{ userAgent: '' }, 'userAgent'],
    [{ userAgent: ' x' }, 'userAgent'],
    [{ userAgent: 'x\r\nHost: y' }, 'userAgent'],
    [{ userAgent: 'x'.repeat(257) }, 'userAgent'],
    [{ maxBytes: '10' }, 'maxBytes'],
    [{ maxBytes: 0 }, 'maxBytes'],
    [{ maxBytes: 20_000_001 }, 'maxBytes'],
    [{ maxBytes: true, userAgent: '' }, 'userAgent'],
  ])('names the first key with a wrong value: %j', (given, parameter) => {
    const failure = refused(given) as { message: string };
    expect(failure).toMatchObject({ ok: false, error_code: 'invalid_parameter', parameter });
    expect(failure.message).toMatch(new RegExp(`^${parameter} must be `));
  });
});

describe('CONFIG_SCHEMA', () => {
  it('matches the contract, with names in camelCase', () => {
    const { user_agent: userAgent, max_bytes: maxBytes } = contract.$defs.PageStatsConfig!.properties;
    expect(CONFIG_SCHEMA.properties).toEqual({
      userAgent: without(userAgent!, 'title'),
      maxBytes: without(maxBytes!, 'title'),
    });
    expect(CONFIG_SCHEMA.additionalProperties).toBe(false);
  });
});
