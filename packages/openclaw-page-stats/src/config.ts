/**
 * Configuration: what an operator sets in `plugins.entries.page-stats.config` (§2).
 *
 * OpenClaw has a network policy of its own, so that of the contract's keys only these two are ours.
 */
import { REPOSITORY, VERSION } from './generated/about.ts';
import { firstUnknown } from './arguments.ts';
import { MAX_BYTES_DEFAULT, MAX_BYTES_MAX, USER_AGENT_MAX } from './generated/contract.ts';
import { fail } from './failure.ts';
import { asEntries, asInteger, asString } from './coerce.ts';

const USER_AGENT = /^[!-~](?:[ -~]*[!-~])?$/;

export interface Config {
  readonly userAgent: string;
  readonly maxBytes: number;
}

const DEFAULT: Config = { userAgent: `page-stats/${VERSION} (+${REPOSITORY})`, maxBytes: MAX_BYTES_DEFAULT };

/** What `openclaw config set` checks; at run time `readConfig` asks again. */
export const CONFIG_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    userAgent: {
      type: 'string',
      maxLength: USER_AGENT_MAX,
      pattern: USER_AGENT.source,
      description: 'User-Agent field of every request.',
    },
    maxBytes: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_BYTES_MAX,
      default: MAX_BYTES_DEFAULT,
      description: 'Decoded bytes of a body that are looked at.',
    },
  },
} as const;

/** The configuration that was given, else throws `invalid_parameter` naming the first wrong key (§2.2). */
export function readConfig(given: unknown): Config {
  const entries = asEntries(given);
  const unknown = firstUnknown(entries.keys(), Object.keys(DEFAULT));
  if (unknown !== undefined) throw fail('host.unknown', { parameter: unknown });
  return {
    userAgent: readUserAgent(entries.get('userAgent') ?? DEFAULT.userAgent),
    maxBytes: readMaxBytes(entries.get('maxBytes') ?? DEFAULT.maxBytes),
  };
}

/** Applies §2.3. */
function readUserAgent(value: unknown): string {
  const text = asString(value);
  if (text === undefined || text.length > USER_AGENT_MAX || !USER_AGENT.test(text)) {
    throw fail('host.userAgent', { parameter: 'userAgent' });
  }
  return text;
}

/** Applies §2.4. */
function readMaxBytes(value: unknown): number {
  const number = asInteger(value);
  if (number === undefined || number < 1 || number > MAX_BYTES_MAX) {
    throw fail('host.maxBytes', { parameter: 'maxBytes' });
  }
  return number;
}
