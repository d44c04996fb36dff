import ipaddr from 'ipaddr.js';

/** What one subscriber of IPv6 usually gets: whoever counts single addresses counts nothing. */
const IPV6_PREFIX_BITS = 64;

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
