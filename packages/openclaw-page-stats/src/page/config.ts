/**
 * Reads the operator's settings from `plugins.entries.page-stats.config` (§2).
 *
 * OpenClaw has its own network policy, so the plugin accepts only two of the settings in the contract.
 */
import { REPOSITORY, VERSION } from '../generated/about.ts';
import { firstUnknown } from '../arguments.ts';
import { MAX_BYTES_DEFAULT, MAX_BYTES_MAX, USER_AGENT_MAX } from '../generated/contract.ts';
import { fail } from '../failure.ts';
import { asEntries, asInteger, asString } from '../coerce.ts';

const USER_AGENT = /^[!-~](?:[ -~]*[!-~])?$/;

export interface Config {
  readonly userAgent: string;
  readonly maxBytes: number;
}

const DEFAULT: Config = { userAgent: `page-stats/${VERSION} (+${REPOSITORY})`, maxBytes: MAX_BYTES_DEFAULT };

/** The schema that `openclaw config set` applies. `readConfig` checks the same rules again in each call. */
export const CONFIG_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    userAgent: {
      type: 'string',
      maxLength: USER_AGENT_MAX,
      pattern: USER_AGENT.source,
      description: `User-Agent header of every request: 1 to ${USER_AGENT_MAX} printable ASCII characters.`,
    },
    maxBytes: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_BYTES_MAX,
      default: MAX_BYTES_DEFAULT,
      description: `Decoded bytes of a page to read, 1 to ${MAX_BYTES_MAX.toLocaleString('en')}; a longer page is truncated.`,
    },
  },
} as const;

/** Returns the configuration, or throws `invalid_parameter` naming the first wrong key (§2.2). */
export function readConfig(given: unknown): Config {
  const entries = asEntries(given);
  const unknown = firstUnknown(entries.keys(), Object.keys(DEFAULT));
  if (unknown !== undefined) throw fail('host.unknown', { parameter: unknown });
  return {
    userAgent: readUserAgent(entries.get('userAgent') ?? DEFAULT.userAgent),
    maxBytes: readMaxBytes(entries.get('maxBytes') ?? DEFAULT.maxBytes),
  };
}

/** Reads the User-Agent header (§2.3). */
function readUserAgent(value: unknown): string {
  const text = asString(value);
  if (text === undefined || text.length > USER_AGENT_MAX || !USER_AGENT.test(text)) {
    throw fail('host.userAgent', { parameter: 'userAgent' });
  }
  return text;
}

/** Reads the maximum number of decoded bytes that are read from a page (§2.4). */
function readMaxBytes(value: unknown): number {
  const number = asInteger(value);
  if (number === undefined || number < 1 || number > MAX_BYTES_MAX) {
    throw fail('host.maxBytes', { parameter: 'maxBytes' });
  }
  return number;
}
