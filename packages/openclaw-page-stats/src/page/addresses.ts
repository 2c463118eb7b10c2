/**
 * Decides which addresses may be connected to (§4).
 *
 * Ranges and special names come from tables/addresses.json. `fetch/guard.ts` resolves host names.
 */
import { isIPv4 } from 'node:net';
import { fail } from '../failure.ts';
import type { PageStatsError } from '../failure.ts';
import { holds, parseAddress, parseEntry, parseNetwork, stripRoot } from './host-names.ts';
import type { Address, Network } from './host-names.ts';
import table from './tables/addresses.json' with { type: 'json' };

export type Kind = 'public' | 'private' | 'never';

/** The class of an address, and the range (in CIDR notation) that determines this class. */
export interface Verdict {
  readonly kind: Kind;
  readonly range: string;
}

/**
 * A range of addresses and their verdict.
 *
 * A range of addresses that embed IPv4 addresses, such as the 6to4 range, has no verdict: the IPv4 addresses decide.
 * For each IPv4 address, `carried` has the bit at which it starts, and whether its bits are inverted.
 */
interface Row {
  readonly network: Network;
  readonly verdict: Verdict | null;
  readonly carried: readonly { readonly bit: number; readonly inverted?: boolean }[];
}

/** All ranges, the longest prefix first. */
const ROWS: readonly Row[] = table.rows
  .map((row) => ({
    network: parseNetwork(row.cidr)!,
    verdict: row.class === 'carries' ? null : { kind: row.class as Kind, range: row.cidr },
    carried: row.ipv4 ?? [],
  }))
  .sort((one, other) => other.network.prefix - one.network.prefix);

const SEVERITY: Readonly<Record<Kind, number>> = { public: 0, private: 1, never: 2 };
const NO_ADDRESS: Verdict = { kind: 'never', range: 'no address' };
/** Bits 64 to 95 of an ISATAP address (RFC 5214, section 6.1), whose last 32 bits are an IPv4 address. */
const ISATAP: ReadonlySet<number> = new Set([0x0000_5efe, 0x0200_5efe]);
const ZONED = /^([^%]*)%([^%]+)$/;
/** Fake-IP proxies answer every DNS query with an address from this range (§4.7). */
export const INVENTED = '198.18.0.0/15';

/** Classifies `address` (§4.1-4.4). Never permits an address with a zone, or text that is not an address. */
export function classify(address: string): Verdict {
  const [, withoutZone = address, zone] = ZONED.exec(address) ?? [];
  const parsed = parseAddress(withoutZone);
  if (parsed === null || (zone !== undefined && parsed.bits === 32)) return NO_ADDRESS;
  const verdict = deciding(parsed)
    .map(lookUp)
    .reduce((worst, next) => (SEVERITY[next.kind] > SEVERITY[worst.kind] ? next : worst));
  return zone === undefined ? verdict : { kind: 'never', range: verdict.range };
}

function rowOf(address: Address): Row {
  return ROWS.find((row) => holds(row.network, address))!;
}

/** Returns the addresses that decide the class of `address`: the IPv4 addresses in it, or `address` itself (§4.4). */
function deciding(address: Address): Address[] {
  const { carried } = rowOf(address);
  if (carried.length === 0) {
    const isIsatap = address.bits === 128 && ISATAP.has(Number((address.number >> 32n) & 0xffff_ffffn));
    return isIsatap ? [address, { number: address.number & 0xffff_ffffn, bits: 32 }] : [address];
  }
  return carried.map(({ bit, inverted }) => {
    const number = (address.number >> BigInt(96 - bit)) & 0xffff_ffffn;
    return { number: inverted === true ? number ^ 0xffff_ffffn : number, bits: 32 };
  });
}

/** Returns the verdict for `address`, which must not embed an IPv4 address. */
function lookUp(address: Address): Verdict {
  return rowOf(address).verdict!;
}

/** Classifies a host by its name, given without a trailing dot (§4.8). */
export function classifyName(name: string): Kind {
  if (table.names.never.exact.includes(name)) return 'never';
  const { exact, suffix } = table.names.private;
  return exact.includes(name) || suffix.some((end) => name.endsWith(end)) ? 'private' : 'public';
}

/** What the operator allows in addition to public addresses (§4.5). */
export interface Permitted {
  readonly allowedHosts?: readonly string[];
  readonly allowPrivateNetwork?: boolean;
}

export class AddressPolicy {
  private readonly names: ReadonlySet<string>;
  private readonly networks: readonly Network[];
  private readonly allowPrivateNetwork: boolean;

  constructor({ allowedHosts = [], allowPrivateNetwork = false }: Permitted = {}) {
    const entries = allowedHosts.map(parseEntry).filter((entry) => entry !== null);
    this.names = new Set(entries.filter((entry) => typeof entry === 'string'));
    this.networks = entries.filter((entry) => typeof entry !== 'string');
    this.allowPrivateNetwork = allowPrivateNetwork;
  }

  /**
   * Throws `blocked_address` unless all `addresses` of `host` are permitted (§4.5-4.7).
   *
   * The message names the range of the first address that no setting can permit. If there is no such address, the
   * message names the range of the first refused address.
   */
  check(host: string, addresses: readonly string[]): void {
    const verdicts = addresses.map((address) => ({ address, verdict: classify(address) }));
    const never = verdicts.find(({ verdict }) => verdict.kind === 'never');
    if (never) throw refuse(never.verdict);
    if (this.permitsPrivate(host)) return;
    const refused = verdicts.find(({ address, verdict }) => verdict.kind === 'private' && !this.holds(address));
    if (refused) throw refuse(refused.verdict);
  }

  /** Throws `blocked_address` if the name of `host`, which a proxy will resolve, is not permitted (§4.8). */
  checkProxied(host: string): void {
    const name = host.replace(/\.+$/, ''); // some proxies ignore any number of trailing dots
    const address = writtenAddress(name);
    if (address !== null) {
      this.check(host, [address]);
      return;
    }
    const kind = classifyName(name);
    if (kind === 'never') throw fail('address.never', {}, { range: name });
    if (kind === 'private' && !this.permitsPrivate(host)) throw fail('address.name');
  }

  private permitsPrivate(host: string): boolean {
    return this.allowPrivateNetwork || this.names.has(stripRoot(host));
  }

  /** Returns whether the allowed networks contain `address`, or every private address that decides its class. */
  private holds(address: string): boolean {
    const parsed = parseAddress(address)!;
    const carried = deciding(parsed).filter((one) => lookUp(one).kind === 'private');
    return this.inNetworks(parsed) || carried.every((one) => this.inNetworks(one));
  }

  private inNetworks(address: Address): boolean {
    return this.networks.some((network) => holds(network, address));
  }
}

/** Returns the address that `name`, a host without trailing dots, denotes, or null if it is an ordinary name. */
function writtenAddress(name: string): string | null {
  if (name === '') return null;
  if (parseAddress(name) !== null) return name;
  const url = URL.parse(`http://${name}/`);
  if (url === null) return name; // a number that is not an address
  return isIPv4(url.hostname) ? url.hostname : null;
}

function refuse(verdict: Verdict): PageStatsError {
  if (verdict.kind === 'never') return fail('address.never', {}, { range: verdict.range });
  if (verdict.range === INVENTED) return fail('address.invented');
  return fail('address.private', {}, { range: verdict.range });
}
