import ipaddr from 'ipaddr.js';
import type { Principal } from '../../domain/access/principal';

/** The size of the network of one IPv6 subscriber. A limit per single address has no effect. */
const IPV6_PREFIX_BITS = 64;
/** The smallest IPv4 network that is routed on its own. */
const IPV4_PREFIX_BITS = 24;

/**
 * The network a caller is counted by: an IPv4 address, or the /64 of an IPv6 one.
 * @param ip as Express gives it, proxies taken into account; undefined when the socket is gone
 * @source api.md 3 (rate-limit client)
 */
export function clientNetwork(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_BITS}`).toString()}/64`;
}

/**
 * The network that a person uses an account from: the /24 of an IPv4 address, or the /64 of an IPv6 one. Wider than
 * `clientNetwork`, because one person changes addresses within it, and an attacker too.
 * @source api.md 3 (extra auth limits)
 */
export function accountNetwork(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() !== 'ipv4') return clientNetwork(ip);
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${IPV4_PREFIX_BITS}`).toString()}/${IPV4_PREFIX_BITS}`;
}

/**
 * The client of the limits: the user, else the partner, else the network. All credentials of a user count
 * together, so that more keys give no more requests.
 * @source api.md 3
 */
export function clientOf(principal: Principal, ip: string | undefined): string {
  if (principal.kind === 'user' || principal.kind === 'api_key') return `user:${principal.userId}`;
  return principal.kind === 'partner' ? `partner:${principal.partnerId}` : `ip:${clientNetwork(ip)}`;
}
