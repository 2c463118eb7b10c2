/** Failures (§14), made in this one place from the contract's messages. */
import { CONTENT_TYPE_MAX, FAULTS, NAME_MAX, RETRYABLE_REASONS, RETRYABLE_STATUSES } from './generated/contract.ts';
import type { ErrorCode, FaultName, Reason } from './generated/contract.ts';
import { HOST_FAULTS } from './host-faults.ts';
import type { HostFaultName } from './host-faults.ts';
import { clean } from './sanitize.ts';

/** What a code may add to a failure. */
export interface Details {
  readonly parameter?: string;
  readonly timeout_seconds?: number;
  readonly status?: number;
  readonly retry_after_seconds?: number;
  readonly content_type?: string | null;
}

/** Why there is no answer. */
export interface Failure extends Details {
  readonly ok: false;
  readonly error_code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly reason?: Reason;
}

/** The one error: there is no answer, and `failure` says why. */
export class PageStatsError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'PageStatsError';
    this.failure = failure;
  }
}

interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason?: Reason;
}

/**
 * The error for `fault`. `details` are what the code adds to the failure (text as it came, §12); `places` are what else
 * the message's template names.
 */
export function fail(
  fault: FaultName | HostFaultName,
  details: Details = {},
  places: Readonly<Record<string, string>> = {},
): PageStatsError {
  const { code, message, reason }: Fault =
    fault in FAULTS ? FAULTS[fault as FaultName] : HOST_FAULTS[fault as HostFaultName];
  const added: Details = {
    ...details,
    ...(details.parameter === undefined ? {} : { parameter: clean(details.parameter, NAME_MAX) }),
    ...(typeof details.content_type === 'string'
      ? { content_type: clean(details.content_type, CONTENT_TYPE_MAX) }
      : {}),
  };
  const filled: Readonly<Record<string, unknown>> = { ...added, ...places };
  return new PageStatsError({
    ok: false,
    error_code: code,
    message: message.replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name])),
    retryable: isRetryable(code, reason, details.status),
    ...added,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Applies §14.2. */
function isRetryable(code: ErrorCode, reason: Reason | undefined, status: number | undefined): boolean {
  const reasons: readonly (Reason | undefined)[] = RETRYABLE_REASONS;
  const statuses: readonly (number | undefined)[] = RETRYABLE_STATUSES;
  return code === 'timeout' || reasons.includes(reason) || statuses.includes(status);
}
