/** Creates failures (§14) from the message templates of the contract. */
import { FAULTS, RETRYABLE_REASONS, RETRYABLE_STATUSES, UNTRUSTED_TEXT } from './generated/contract.ts';
import type { ErrorCode, FaultName, Reason } from './generated/contract.ts';
import { HOST_FAULTS } from './page/host-faults.ts';
import type { HostFaultName } from './page/host-faults.ts';
import type { PageDetails } from './page/details.ts';
import { clean } from './sanitize.ts';

/** Fields that only failures with certain error codes have. */
export interface Details extends PageDetails {
  readonly parameter?: string;
  readonly timeout_seconds?: number;
}

/** The payload of a failed call (§14.1). */
export interface Failure extends Details {
  readonly ok: false;
  readonly error_code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly reason?: Reason;
}

/** Thrown for every failure of a call. `failure` is the payload that the call returns. */
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
 * Returns the error for `fault`, which is the name of a message template.
 *
 * `details` has the fields of the failure other than code and message. Untrusted text in `details` is cleaned (§12).
 * The placeholders of the message template are filled in from `details` and `places`.
 */
export function fail(
  fault: FaultName | HostFaultName,
  details: Details = {},
  places: Readonly<Record<string, string>> = {},
): PageStatsError {
  const { code, message, reason }: Fault =
    fault in FAULTS ? FAULTS[fault as FaultName] : HOST_FAULTS[fault as HostFaultName];
  const added = cleaned(details);
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

function cleaned(details: Details): Details {
  const limits: Readonly<Record<string, number>> = UNTRUSTED_TEXT;
  const entries = Object.entries(details).map(([name, value]: [string, unknown]) => {
    const limit = limits[name];
    return [name, typeof value === 'string' && limit !== undefined ? clean(value, limit) : value];
  });
  return Object.fromEntries(entries) as Details;
}

/** Returns whether a retry can help (§14.2). */
function isRetryable(code: ErrorCode, reason: Reason | undefined, status: number | undefined): boolean {
  const reasons: readonly (Reason | undefined)[] = RETRYABLE_REASONS;
  const statuses: readonly (number | undefined)[] = RETRYABLE_STATUSES;
  return code === 'timeout' || reasons.includes(reason) || statuses.includes(status);
}
