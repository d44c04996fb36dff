import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { urlOf } from '../../common/url';
import { hasWebScheme, NO_WEB_SCHEME } from '../../domain/webhooks/target-url';

export type EgressMode = 'public-only' | 'allow-private';
type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** These addresses serve machine credentials, or exist on one link only. */
const NEVER = [
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  '0.0.0.0/8',
  '::/128',
].map((cidr) => ipaddr.parseCIDR(cidr));
/** All ranges routed on the Internet today. Other unicast addresses are translations. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
const LOCAL_RANGES = new Set(['loopback', 'private']);
const REFUSED_PORTS = new Set([1433, 1521, 3306, 5432, 6379, 9200, 11211, 27017]);
const LOCAL_NAME = /^(.+\.)?localhost\.?$/i;
const CONTROL_OR_SPACE = /[\0-\x20\x7f]/;
/** A lower-case DNS label. Host names have no underscore, but container networks resolve it. */
const LABEL = /^[a-z0-9_-]{1,63}$/;
const MAX_NAME_CHARS = 253;
/** Each delivery checks its address three times. */
const KNOWN_ADDRESSES = 1_000;

/** Decides which targets a user-supplied URL can reach. @source reliability.md 1.6, 2.4; api.md 3 (SSRF) */
export class EgressPolicy {
  private readonly allowed: readonly Cidr[];
  private readonly verdicts = new LRUCache<string, boolean>({ max: KNOWN_ADDRESSES });

  constructor(
    private readonly mode: EgressMode,
    allowedCidrs: readonly string[] = [],
  ) {
    this.allowed = allowedCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  }

  /** True when an answer must not distinguish a private name from a missing one. */
  get hidesNames(): boolean {
    return this.mode === 'public-only';
  }

  /** @param text from the socket or the resolver; an unreadable address is blocked */
  allowsAddress(text: string): boolean {
    const known = this.verdicts.get(text);
    if (known !== undefined) return known;
    const isAllowed = this.allows(text);
    this.verdicts.set(text, isAllowed);
    return isAllowed;
  }

  private allows(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const parsed = ipaddr.parse(text);
    if (parsed instanceof ipaddr.IPv6 && parsed.zoneId) return false;
    // ::ffff:a.b.c.d is sent as a.b.c.d.
    const address = ipaddr.process(text);
    if (NEVER.some((cidr) => within(address, cidr))) return false;
    if (this.allowed.some((cidr) => within(address, cidr))) return true;
    if (this.mode === 'allow-private' && LOCAL_RANGES.has(address.range())) return true;
    return address.range() === 'unicast' && (address.kind() === 'ipv4' || within(address, GLOBAL_V6));
  }

  /** @returns why a URL is blocked before name resolution */
  refusal(text: string): string | null {
    if (!hasWebScheme(text)) return NO_WEB_SCHEME;
    const url = CONTROL_OR_SPACE.test(text) ? null : urlOf(text);
    if (!url) return 'The url cannot be read';
    if (url.username !== '' || url.password !== '') return 'The url must not carry a user name';
    if (!isPortAllowed(url)) return 'The port of the url is not allowed';
    const literal = literalOf(url.hostname);
    if (literal === null && !isDnsName(url.hostname)) return 'The host of the url is not a valid name';
    const isRefused =
      literal === null
        ? this.mode === 'public-only' && LOCAL_NAME.test(url.hostname) && this.allowed.length === 0
        : !this.allowsAddress(literal);
    return isRefused ? 'The url points to an address that is not allowed' : null;
  }
}

export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : null;
}

export const isLocalName = (hostname: string): boolean => LOCAL_NAME.test(hostname);

/** @param hostname of a parsed URL: ASCII, lower case; one trailing dot is the DNS root */
function isDnsName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name.length <= MAX_NAME_CHARS && name.split('.').every((label) => LABEL.test(label));
}

function isPortAllowed(url: URL): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return port === 80 || port === 443 || (port >= 1024 && !REFUSED_PORTS.has(port));
}

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, [range, bits]: Cidr): boolean =>
  address.kind() === range.kind() && address.match(range, bits);
