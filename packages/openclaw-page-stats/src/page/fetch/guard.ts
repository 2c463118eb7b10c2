/**
 * Connects through OpenClaw's network guard, which applies the operator's policy (§4).
 *
 * This module also refuses addresses that no setting permits (§4.3), since the policy can disable the guard's checks.
 */
import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { SsrFBlockedError, fetchWithSsrFGuard } from 'openclaw/plugin-sdk/ssrf-runtime';
import { AddressPolicy, INVENTED, classify, classifyName } from '../addresses.ts';
import type { Deadline } from '../../deadline.ts';
import { fail } from '../../failure.ts';
import { TLS } from './tls.ts';
import type { PageStatsError } from '../../failure.ts';
import { parseAddress } from '../host-names.ts';
import type { Network } from '../network.ts';
import type { Dispatcher } from './exchange.ts';

/** The guard's time limit minus ours. Our limit must expire first, since the guard logs the URL when it times out. */
const SLACK_MILLISECONDS = 1000;

const EVERYTHING_BUT_NEVER = new AddressPolicy({ allowPrivateNetwork: true });

/** Sends the request that the guard allowed, through the guard's dispatcher. */
export type Visit = (dispatcher: Dispatcher, signal: AbortSignal) => Promise<void>;

/** Runs the requests of one call through OpenClaw's guard, one at a time. Each redirect is a new request. */
export class Guard {
  private readonly network: Network;
  private host = '';
  private addresses: readonly string[] = [];
  /** Whether the guard allowed the current request. */
  private allowed = false;

  constructor(network: Network) {
    this.network = network;
  }

  /**
   * Calls `visit` if the guard allows a request of `url`. Resolves to a function that releases the connection.
   *
   * Rejects with the error of `visit`, or with `PageStatsError` (`blocked_address`, `unreachable` with reason `dns`).
   */
  async open(url: string, visit: Visit, deadline: Deadline): Promise<() => Promise<void>> {
    this.start(hostOf(new URL(url)));
    try {
      const { release } = await fetchWithSsrFGuard({
        url,
        signal: deadline.signal,
        maxRedirects: 0,
        timeoutMs: deadline.seconds * 1000 + SLACK_MILLISECONDS,
        auditContext: 'page_stats',
        capture: false,
        ...(this.network.trustedEnvProxy === true
          ? { mode: 'trusted_env_proxy' }
          : { mode: 'strict', dispatcherPolicy: { mode: 'direct', connect: TLS } }),
        lookupFn: (host) => this.lookUp(host),
        fetchImpl: (_, init) => this.request(init as RequestOptions, visit),
        ...(this.network.policy === undefined ? {} : { policy: this.network.policy }),
      });
      return release;
    } catch (error) {
      deadline.signal.throwIfAborted();
      if (!this.allowed && isInvalidSetting(error)) throw fail('host.proxy'); // the error may contain the password
      throw error instanceof SsrFBlockedError ? this.blocked() : error;
    }
  }

  private start(host: string): void {
    this.host = host;
    this.addresses = [];
    this.allowed = false;
  }

  private async lookUp(host: string): Promise<LookupAddress[]> {
    let found: LookupAddress[];
    try {
      found = await (this.network.lookup ?? resolve)(host);
    } catch {
      found = [];
    }
    if (found.length === 0) throw fail('unreachable.dns');
    this.addresses = found.map(({ address }) => address);
    EVERYTHING_BUT_NEVER.check(host, this.addresses);
    return found;
  }

  /** Replaces `fetch` in the guard. The guard reads only the status of the response, so it follows no redirects. */
  private async request({ dispatcher, signal }: RequestOptions, visit: Visit): Promise<Response> {
    this.allowed = true;
    EVERYTHING_BUT_NEVER.checkProxied(this.host); // `lookUp` is not called if a proxy resolves names
    await visit(dispatcher, signal);
    const answer: unknown = { status: 200, headers: new Headers(), body: null };
    return answer as Response;
  }

  /** Returns the error that says why the guard refused the last host (§4.7, §4.8, §5.16). */
  private blocked(): PageStatsError {
    const host = this.host.replace(/\.+$/, ''); // the guard ignores any number of trailing dots
    if (classifyName(host) === 'never') return fail('address.never', {}, { range: host });
    if (classifyName(host) === 'private') return fail('host.name');
    const verdicts = (parseAddress(host) === null ? this.addresses : [host]).map(classify);
    const verdict = verdicts.find(({ kind }) => kind === 'never') ?? verdicts.find(({ kind }) => kind === 'private');
    // The guard takes a short name with an empty label, such as "a..test", for a malformed address and refuses it.
    if (verdict === undefined) return fail(host.split('.').includes('') ? 'unreachable.dns' : 'host.policy');
    if (verdict.kind === 'never') return fail('address.never', {}, { range: verdict.range });
    return verdict.range === INVENTED ? fail('host.invented') : fail('host.private', {}, { range: verdict.range });
  }
}

/** The options that the guard passes to `fetchImpl`. */
interface RequestOptions {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

/** Returns whether OpenClaw could not make a dispatcher because a proxy in the environment is not an http URL. */
function isInvalidSetting(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof URIError ||
    (error as Partial<NodeJS.ErrnoException>).code === 'UND_ERR_INVALID_ARG'
  );
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

async function resolve(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true });
}
