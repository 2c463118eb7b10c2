import { describe, expect, it } from 'vitest';
import { fail, PageStatsError } from '../src/failure.ts';

describe('fail', () => {
  it('creates an error with the message of its failure', () => {
    const error = fail('url.scheme');
    expect(error).toBeInstanceOf(PageStatsError);
    expect(error.message).toBe(error.failure.message);
    expect(error.failure).toEqual({ ok: false, error_code: 'invalid_url', message: error.message, retryable: false });
  });

  it('fills in the message template and adds the given fields', () => {
    expect(fail('http_error', { status: 503 }).failure).toMatchObject({
      message: 'The server answered with status 503.',
      status: 503,
      retryable: true,
    });
  });

  it('takes the reason from the fault', () => {
    expect(fail('unreachable.reset').failure).toMatchObject({ reason: 'reset', retryable: true });
    expect(fail('unreachable.dns').failure).toMatchObject({ reason: 'dns', retryable: false });
  });

  it('cleans untrusted text in the field and in the message', () => {
    const { failure } = fail('parameter.unknown', { parameter: `\u202e${'x'.repeat(70)}` });
    expect(failure.parameter).toBe(`${'x'.repeat(63)}…`);
    expect(failure.message).toContain(`"${'x'.repeat(63)}…"`);
  });

  it('has null for a missing content type', () => {
    expect(fail('content_type.absent', { content_type: null }).failure.content_type).toBeNull();
    expect(fail('content_type.other', { content_type: 'a  b' }).failure.content_type).toBe('a b');
  });

  it('has the address range in the message but not as a field', () => {
    const { failure } = fail('address.never', {}, { range: '169.254.0.0/16' });
    expect(failure.message).toContain('(169.254.0.0/16)');
    expect(failure).not.toHaveProperty('range');
  });
});
