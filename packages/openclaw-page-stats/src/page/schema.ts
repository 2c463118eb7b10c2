/**
 * The tool's input and output as JSON Schema, in the form that OpenClaw registers.
 *
 * The parameters avoid unions, null and `format`, which some model providers reject. A test compares the schemas with
 * the contract. The schemas are hints for models and hosts. `arguments.ts` checks the arguments of every call.
 */
import {
  ADDS,
  CONTENT_TYPE_MAX,
  FINAL_URL_MAX,
  NAME_MAX,
  PARAMETER_DESCRIPTIONS,
  REASONS,
  RETRY_AFTER_MAX,
  TIMEOUT_DEFAULT,
  TIMEOUT_MAX,
  TITLE_MAX,
} from '../generated/contract.ts';

export const PARAMETERS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: { type: 'string', description: PARAMETER_DESCRIPTIONS.url },
    timeout_seconds: {
      type: 'integer',
      minimum: 1,
      maximum: TIMEOUT_MAX,
      default: TIMEOUT_DEFAULT,
      description: PARAMETER_DESCRIPTIONS.timeout_seconds,
    },
  },
} as const;

const SUCCESS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['ok', 'url', 'final_url', 'status', 'content_type', 'title', 'word_count', 'link_word_count', 'truncated'],
  properties: {
    ok: { const: true },
    url: { type: 'string' },
    final_url: { type: 'string', maxLength: FINAL_URL_MAX },
    status: { type: 'integer', minimum: 200, maximum: 299 },
    content_type: { type: 'string', maxLength: CONTENT_TYPE_MAX },
    title: { anyOf: [{ type: 'string', maxLength: TITLE_MAX }, { type: 'null' }] },
    word_count: { type: 'integer', minimum: 0 },
    link_word_count: { type: 'integer', minimum: 0 },
    truncated: { type: 'boolean' },
  },
} as const;

const FAILURE_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['ok', 'error_code', 'message', 'retryable'],
  properties: {
    ok: { const: false },
    error_code: { type: 'string', enum: Object.keys(ADDS) },
    message: { type: 'string' },
    retryable: { type: 'boolean' },
    parameter: { type: 'string', maxLength: NAME_MAX },
    timeout_seconds: { type: 'integer', minimum: 1, maximum: TIMEOUT_MAX },
    reason: { type: 'string', enum: REASONS },
    status: { type: 'integer' },
    retry_after_seconds: { type: 'integer', minimum: 0, maximum: RETRY_AFTER_MAX },
    content_type: { anyOf: [{ type: 'string', maxLength: CONTENT_TYPE_MAX }, { type: 'null' }] },
  },
} as const;

export const OUTPUT_SCHEMA = { anyOf: [SUCCESS_SCHEMA, FAILURE_SCHEMA] } as const;
