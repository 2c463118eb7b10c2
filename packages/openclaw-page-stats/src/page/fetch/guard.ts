/**
 * OpenClaw's guard of the network: where it lets us connect is for it and the operator's policy to decide (§4).
 *
 * Beside that, what no setting permits is refused here too (§4.3): the policy can switch off every check of the guard.
 */
import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { SsrFBlockedError, fetchWithSsrFGuard } from 'openclaw/plugin-sdk/ssrf-runtime';
import type { SsrFPolicy } from 'openclaw/plugin-sdk/ssrf-runtime';
import { AddressPolicy, INVENTED, classify, classifyName } from '../addresses.ts';
import { MAX_REDIRECTS } from '../../generated/contract.ts';
import type { Deadline } from '../../deadline.ts';
import { fail } from '../../failure.ts';
import type { PageStatsError } from '../../failure.ts';
import { parseAddress } from '../host-names.ts';
import type { Dispatcher } from './exchange.ts';

/** The host's time limit must not come first: it would write the URL into the log. */
const SLACK_MILLISECONDS = 1000;

const EVERYTHING_BUT_NEVER = new AddressPolicy({ allowPrivateNetwork: true });

/** What the operator says about the network. Read anew for each call, since it may change while the Gateway runs. */
export interface Network {
  readonly policy?: SsrFPolicy | undefined;
  /** Whether a proxy of the environment resolves names. */
  readonly trustedEnvProxy?: boolean | undefined;
  /** Tests pass their own. */
  readonly lookup?: (host: string) => Promise<LookupAddress[]>;
}

/** What a hop is answered with: where it leads on to, or null at the end. */
export type Visit = (url: URL, dispatcher: Dispatcher, signal: AbortSignal) => Promise<string | null>;

/** One call's way through the guard. */
export class Guard {
  private readonly network: Network;
  private host = '';
  private addresses: readonly string[] = [];

  constructor(network: Network) {
    this.network = network;
  }

  /**
   * Has `visit` called for `url` and wherever that leads; resolves to what releases the connection.
   *
   * Rejects as `visit` does, or with `PageStatsError` (`blocked_address`, `unreachable` with reason `dns`).
   */
  async follow(url: string, visit: Visit, deadline: Deadline): Promise<() => Promise<void>> {
    this.host = hostOf(new URL(url));
    try {
      const { release } = await fetchWithSsrFGuard({
        url,
        signal: deadline.signal,
        maxRedirects: MAX_REDIRECTS,
        timeoutMs: deadline.seconds * 1000 + SLACK_MILLISECONDS,
        auditContext: 'page_stats',
        capture: false,
        mode: this.network.trustedEnvProxy === true ? 'trusted_env_proxy' : 'strict',
        lookupFn: (host) => this.lookUp(host),
        fetchImpl: (input, init) => this.hop(new URL(input as string), init as HopInit, visit),
        ...(this.network.policy === undefined ? {} : { policy: this.network.policy }),
      });
      return release;
    } catch (error) {
      deadline.signal.throwIfAborted();
      throw error instanceof SsrFBlockedError ? this.blocked() : error;
    }
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

  /** Plays `fetch` for the guard, which asks for nothing but a status and a Location. */
  private async hop(url: URL, init: HopInit, visit: Visit): Promise<Response> {
    EVERYTHING_BUT_NEVER.checkProxied(hostOf(url)); // a name that the proxy resolves is never looked up
    const location = await visit(url, init.dispatcher, init.signal);
    if (location !== null) this.host = hostOf(new URL(location));
    this.addresses = [];
    const answer: unknown = {
      status: location === null ? 200 : 307,
      headers: new Headers(location === null ? {} : { location }),
      body: null,
    };
    return answer as Response;
  }

  /** Why the guard refused the host that was asked for last (§4.7, §4.8, §5.16). */
  private blocked(): PageStatsError {
    const host = this.host.replace(/\.+$/, ''); // the guard passes over any number of dots
    if (classifyName(host) === 'never') return fail('address.never', {}, { range: host });
    if (classifyName(host) === 'private') return fail('host.name');
    const verdicts = (parseAddress(host) === null ? this.addresses : [host]).map(classify);
    const verdict = verdicts.find(({ kind }) => kind === 'never') ?? verdicts.find(({ kind }) => kind === 'private');
    // It takes a short name with an empty label for an address that it cannot read: no policy refuses that.
    if (verdict === undefined) return fail(host.split('.').includes('') ? 'unreachable.dns' : 'host.policy');
    if (verdict.kind === 'never') return fail('address.never', {}, { range: verdict.range });
    return verdict.range === INVENTED ? fail('host.invented') : fail('host.private', {}, { range: verdict.range });
  }
}

/** What the guard adds to the init of a fetch. */
interface HopInit {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

async function resolve(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true });
}
