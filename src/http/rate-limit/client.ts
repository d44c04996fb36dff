import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../domain/access/principal';

/** The network of one IPv6 subscriber. A limit per single address has no effect. */
const IPV6_PREFIX_BITS = 64;
/** The smallest IPv4 network that is routed on its own. */
const IPV4_PREFIX_BITS = 24;

interface ClientAddress {
  /** Without the prefix of an IPv4 address in an IPv6 one. Empty: no address. */
  plain: string;
  network: string;
  accountNetwork: string;
}

const UNKNOWN: ClientAddress = { plain: '', network: 'unknown', accountNetwork: 'unknown' };
const MAX_ADDRESSES = 10_000;
/** IPv6 in full. A longer one has a zone, which the client can choose. */
const MAX_ADDRESS_CHARS = 45;
const addresses = new LRUCache<string, ClientAddress>({ max: MAX_ADDRESSES });

/** @param ip after trusted proxies, which can write anything. Undefined when the socket is gone */
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

export const plainIp = (ip: string | undefined): string => clientAddress(ip).plain;

/** An IPv4 address, or the /64 of an IPv6 one. @source api.md 3 (rate-limit client) */
export const clientNetwork = (ip: string | undefined): string => clientAddress(ip).network;

/**
 * The /24 of an IPv4 address, or the /64 of an IPv6 one. Wider than `clientNetwork`: a person, or an attacker,
 * changes addresses within it.
 * @source api.md 3 (extra auth limits)
 */
export const accountNetwork = (ip: string | undefined): string => clientAddress(ip).accountNetwork;

/**
 * The user, else the partner, else the network. All credentials of a user count together, so that more keys give no
 * more requests.
 * @source api.md 3
 */
export function clientOf(principal: Principal, ip: string | undefined): string {
  if (principal.kind === 'user' || principal.kind === 'api_key') return `user:${principal.userId}`;
  return principal.kind === 'partner' ? `partner:${principal.partnerId}` : `ip:${clientNetwork(ip)}`;
}
