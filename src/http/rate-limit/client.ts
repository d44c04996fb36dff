import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../domain/access/principal';

/** The size of the network of one IPv6 subscriber. A limit per single address has no effect. */
const IPV6_PREFIX_BITS = 64;
/** The smallest IPv4 network that is routed on its own. */
const IPV4_PREFIX_BITS = 24;

/** What is known of the address of a client. */
interface ClientAddress {
  /** Without the prefix of an IPv4 address in an IPv6 one. Empty: no address. */
  plain: string;
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  /** The /24 of an IPv4 address, or the /64 of an IPv6 one. */
  accountNetwork: string;
}

const UNKNOWN: ClientAddress = { plain: '', network: 'unknown', accountNetwork: 'unknown' };
const MAX_ADDRESSES = 10_000;
/** IPv6 in full. Longer ones have a zone, which the client may choose. */
const MAX_ADDRESS_CHARS = 45;
/** Each request needs its address several times. */
const addresses = new LRUCache<string, ClientAddress>({ max: MAX_ADDRESSES });

/** @param ip as Express gives it, proxies taken into account: one that is trusted may write anything. Undefined when the socket is gone */
function clientAddress(ip: string | undefined): ClientAddress {
  if (ip === undefined) return UNKNOWN;
  const known = addresses.get(ip);
  if (known) return known;
  if (!ipaddr.isValid(ip)) return UNKNOWN;
  const read = addressOf(ipaddr.process(ip));
  if (ip.length <= MAX_ADDRESS_CHARS) addresses.set(ip, read);
  return read;
}

function addressOf(address: ipaddr.IPv4 | ipaddr.IPv6): ClientAddress {
  const plain = address.toString();
  const within = (bits: number): string =>
    `${(address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${plain}/${bits}`).toString()}/${bits}`;
  if (address.kind() === 'ipv4') return { plain, network: plain, accountNetwork: within(IPV4_PREFIX_BITS) };
  const network = within(IPV6_PREFIX_BITS);
  return { plain, network, accountNetwork: network };
}

/** The address as it is stored. Empty when it is none. */
export const plainIp = (ip: string | undefined): string => clientAddress(ip).plain;

/**
 * The network a caller is counted by: an IPv4 address, or the /64 of an IPv6 one.
 * @source api.md 3 (rate-limit client)
 */
export const clientNetwork = (ip: string | undefined): string => clientAddress(ip).network;

/**
 * The network that a person uses an account from: the /24 of an IPv4 address, or the /64 of an IPv6 one. Wider than
 * `clientNetwork`, because one person changes addresses within it, and an attacker too.
 * @source api.md 3 (extra auth limits)
 */
export const accountNetwork = (ip: string | undefined): string => clientAddress(ip).accountNetwork;

/**
 * The client of the limits: the user, else the partner, else the network. All credentials of a user count
 * together, so that more keys give no more requests.
 * @source api.md 3
 */
export function clientOf(principal: Principal, ip: string | undefined): string {
  if (principal.kind === 'user' || principal.kind === 'api_key') return `user:${principal.userId}`;
  return principal.kind === 'partner' ? `partner:${principal.partnerId}` : `ip:${clientNetwork(ip)}`;
}
