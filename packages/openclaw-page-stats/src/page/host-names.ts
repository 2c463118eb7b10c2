/** What an operator may write to name a host: names, addresses and networks (§2.5), as ranges of numbers. */
import { isIPv4, isIPv6 } from 'node:net';

const NETWORK = /^(?:[0-9.]*\.[0-9]+|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)(?:\/(0|[1-9][0-9]{0,2}))?$/;
/** What would end the host of a URL or begin another part of it, or be decoded or dropped in it. */
const NO_HOST = /[\s/?#@:\\%]/;
const NAME = /^[0-9a-z_-]+(?:\.[0-9a-z_-]+)*$/;

/** An address: its number, and how many bits it has. */
export interface Address {
  readonly number: bigint;
  readonly bits: 32 | 128;
}

/** All addresses that begin with the same bits. */
export interface Network {
  readonly first: Address;
  readonly prefix: number;
}

/** The address that `text` is; null for anything else. */
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

/** The network in CIDR notation, or of one address; null for anything else, and where host bits are set. */
export function parseNetwork(text: string): Network | null {
  const match = NETWORK.exec(text);
  const first = parseAddress(text.split('/', 1)[0]!);
  if (match === null || first === null) return null;
  const network = { first, prefix: match[1] === undefined ? first.bits : Number(match[1]) };
  if (network.prefix > first.bits) return null;
  return prefixOf(first, network.prefix) << BigInt(first.bits - network.prefix) === first.number ? network : null;
}

/** Whether `network` holds `address`. */
export function holds(network: Network, address: Address): boolean {
  if (network.first.bits !== address.bits) return false;
  return prefixOf(address, network.prefix) === prefixOf(network.first, network.prefix);
}

function prefixOf(address: Address, prefix: number): bigint {
  return address.number >> BigInt(address.bits - prefix);
}

/** `name` without the dot of the root: `wiki.corp.` is `wiki.corp`. */
export function stripRoot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/** The network (an address is a network of one) or the host name that `entry` stands for; null for neither. */
export function parseEntry(entry: string): string | Network | null {
  if (NETWORK.test(entry)) return parseNetwork(entry);
  const url = NO_HOST.test(entry) || !entry.isWellFormed() ? null : URL.parse(`http://${entry}/`);
  if (url === null || isIPv4(url.hostname)) return null;
  const name = stripRoot(url.hostname);
  // Narrower than the URL Standard, to which "a,b" is one name: it is two that were not made a list.
  return NAME.test(name) ? name : null;
}
