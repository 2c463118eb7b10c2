/** Parses the names, addresses and networks by which an operator allows hosts (§2.5). */
import { isIPv4, isIPv6 } from 'node:net';

const NETWORK = /^(?:[0-9.]*\.[0-9]+|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)(?:\/(0|[1-9][0-9]{0,2}))?$/;
/** Characters that a URL parser would decode, drop or take for the end of the host. */
const NO_HOST = /[\s/?#@:\\%]/;
const NAME = /^[0-9a-z_-]+(?:\.[0-9a-z_-]+)*$/;

/** An address as a number of 32 or 128 bits. */
export interface Address {
  readonly number: bigint;
  readonly bits: 32 | 128;
}

/** All addresses whose first `prefix` bits are those of `first`. */
export interface Network {
  readonly first: Address;
  readonly prefix: number;
}

/** Parses an IPv4 or IPv6 address; returns null for anything else. */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return { number: fromParts(text.split('.').map(Number), 8n), bits: 32 };
  if (text.includes('%') || !isIPv6(text)) return null;
  const [head = '', tail = ''] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return { number: fromParts([...before, ...zeros, ...after], 16n), bits: 128 };
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
}

function fromParts(parts: readonly number[], bits: bigint): bigint {
  return parts.reduce((number, part) => (number << bits) | BigInt(part), 0n);
}

/** Parses CIDR notation or a single address. Returns null for other text, or if a bit after the prefix is set. */
export function parseNetwork(text: string): Network | null {
  const match = NETWORK.exec(text);
  const first = parseAddress(text.split('/', 1)[0]!);
  if (match === null || first === null) return null;
  const network = { first, prefix: match[1] === undefined ? first.bits : Number(match[1]) };
  if (network.prefix > first.bits) return null;
  return prefixOf(first, network.prefix) << BigInt(first.bits - network.prefix) === first.number ? network : null;
}

export function holds(network: Network, address: Address): boolean {
  if (network.first.bits !== address.bits) return false;
  return prefixOf(address, network.prefix) === prefixOf(network.first, network.prefix);
}

function prefixOf(address: Address, prefix: number): bigint {
  return address.number >> BigInt(address.bits - prefix);
}

/** Removes the trailing dot of a fully qualified name: `wiki.corp.` becomes `wiki.corp`. */
export function stripRoot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/**
 * Parses an entry of `allowed_hosts`; returns a network or a host name, or null if the entry is neither.
 *
 * A single address is returned as a network of one address.
 */
export function parseEntry(entry: string): string | Network | null {
  if (NETWORK.test(entry)) return parseNetwork(entry);
  const url = NO_HOST.test(entry) || !entry.isWellFormed() ? null : URL.parse(`http://${entry}/`);
  if (url === null || isIPv4(url.hostname)) return null;
  const name = stripRoot(url.hostname);
  // The URL Standard accepts "a,b" as a name. Here it is rejected, since such an entry is a list in one string.
  return NAME.test(name) ? name : null;
}
