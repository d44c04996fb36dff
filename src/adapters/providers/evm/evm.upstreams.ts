import type { Config } from '../../../config/env';
import { CHAINS, type ChainName, type EvmChainName, isEvmChain } from '../../../domain/kernel/chain';
import type { Rate } from '../../upstream/rate-gate';
import { CHAIN_SOURCES, type EvmReading, type EvmUpstream } from '../chains';
import { OWN_ENDPOINT } from '../../upstream/rates';
import type { NodeEndpoint } from './portal/node.client';
import type { PortalEndpoint } from './portal/portal.client';

export interface EvmEndpoint {
  provider: string;
  url: string;
  params: Readonly<Record<string, string>>;
  rate: Rate;
  /** The endpoint has not indexed the whole chain. Its results are marked incomplete. */
  isPartial: boolean;
  /** URL of the own API, when only that returns the data fees of a rollup. */
  feesUrl?: string;
}

const PUBLIC_ETHERSCAN = 'https://api.etherscan.io/v2/api';
const PUBLIC_BLOCKSCOUT = 'https://api.blockscout.com';
const PUBLIC_ROUTESCAN = 'https://api.routescan.io';
const PUBLIC_PORTAL = 'https://portal.sqd.dev';

const rateAt = (url: string, published: string, rate: Rate): Rate =>
  url === published ? rate : OWN_ENDPOINT;

export const chargesForData = (chain: ChainName): boolean =>
  isEvmChain(chain) && readingOf(chain).chargesForData === true;
const feesAt = (chain: EvmChainName, url: string) => (chargesForData(chain) ? { feesUrl: `${url}/v2` } : {});

type Endpoint = Omit<EvmEndpoint, 'provider' | 'isPartial'>;

/** Etherscan-compatible endpoints. Null when not configured. @source providers.md 1.1: limits of the free plans */
const UPSTREAMS = {
  /** Three calls a second, shared by all chains and keys of an account. */
  etherscan: (config, chain) => {
    const { ETHERSCAN_BASE_URL: url, ETHERSCAN_API_KEY: apikey } = config;
    if (!apikey) return null;
    const rate = rateAt(url, PUBLIC_ETHERSCAN, { perSecond: 3, concurrency: 3 });
    return { url, params: { chainid: String(CHAINS[chain].chainId), apikey }, rate };
  },
  blockscout: (config, chain) => {
    const { BLOCKSCOUT_BASE_URL: base, BLOCKSCOUT_API_KEY: apikey } = config;
    if (!apikey) return null;
    const rate = rateAt(base, PUBLIC_BLOCKSCOUT, { perSecond: 5, concurrency: 3 });
    const url = `${base}/${CHAINS[chain].chainId}/api`;
    return { url, ...feesAt(chain, url), params: { apikey }, rate };
  },
  /** Without a key two calls a second, 10,000 a day. It requires a key and accepts any. */
  routescan: (config, chain) => {
    const { ROUTESCAN_BASE_URL: base } = config;
    const rate = rateAt(base, PUBLIC_ROUTESCAN, { perSecond: 2, concurrency: 2 });
    const url = `${base}/v2/network/mainnet/evm/${CHAINS[chain].chainId}/etherscan/api`;
    return { url, params: { apikey: 'none' }, rate };
  },
  /** The last fallback, unless the operator configured a URL. */
  'blockscout-public': (config, chain) => {
    const instance = readingOf(chain).blockscout;
    if (!instance || config.BLOCKSCOUT_BASE_URL !== PUBLIC_BLOCKSCOUT) return null;
    const url = `${instance}/api`;
    return { url, ...feesAt(chain, url), params: {}, rate: { perSecond: 3, concurrency: 2 } };
  },
} as const satisfies Record<EvmUpstream, (config: Config, chain: EvmChainName) => Endpoint | null>;

export const readingOf = (chain: EvmChainName): EvmReading => CHAIN_SOURCES[chain].reading;

export const isReadable = (config: Config, chain: EvmChainName): boolean =>
  endpointsOf(config, chain).length > 0 || portalOf(config, chain) !== null;

export const unreadableChains = (config: Config): EvmChainName[] =>
  config.EVM_CHAINS.filter((chain) => !isReadable(config, chain));

/** Two streams at once: the portal limits bytes, not only calls. Null: not used. */
export function portalOf(config: Config, chain: EvmChainName): PortalEndpoint | null {
  const { portal } = readingOf(chain);
  const { SQD_BASE_URL: base } = config;
  if (!portal || base === null) return null;
  const rate = rateAt(base, PUBLIC_PORTAL, { perSecond: 2, concurrency: 2 });
  const { dataset, logsPayments = false, hasDataFee = false, ...rest } = portal;
  return { provider: 'sqd', url: `${base}/datasets/${dataset}`, rate, logsPayments, hasDataFee, ...rest };
}

/** Null: not used. */
export function nodeOf(config: Config, chain: EvmChainName): NodeEndpoint | null {
  const { EVM_NODE_URL: own } = config;
  if (own === 'off') return null;
  return own === undefined
    ? { provider: 'node', url: readingOf(chain).node, rate: { perSecond: 5, concurrency: 2 } }
    : { provider: 'node', url: `${own}/${CHAINS[chain].chainId}`, rate: OWN_ENDPOINT };
}

/** Names the variables whose key makes the chain readable. */
export const keyMissing = (chain: ChainName): string =>
  `no provider of ${chain} can be used without a key: ${setKey(chain)}`;

/** Configured chains that only explorers without a key serve, with the variables that add others. */
export const keyAdvice = (config: Config): Partial<Record<ChainName, string>> =>
  config.ETHERSCAN_API_KEY || config.BLOCKSCOUT_API_KEY
    ? {}
    : Object.fromEntries(
        config.EVM_CHAINS.map((chain) => [chain, `only public explorers are used: ${setKey(chain)}`]),
      );

const KEYS = { etherscan: 'ETHERSCAN_API_KEY', blockscout: 'BLOCKSCOUT_API_KEY' } as const;

const setKey = (chain: ChainName): string => {
  const order: readonly string[] = isEvmChain(chain) ? readingOf(chain).order : [];
  const keys = Object.entries(KEYS).flatMap(([name, key]) => (order.includes(name) ? [key] : []));
  return `set ${keys.join(' or ')}`;
};

/** In call order. An endpoint without its key is skipped. */
export function endpointsOf(config: Config, chain: EvmChainName): EvmEndpoint[] {
  const { order, partial = [] } = readingOf(chain);
  return order.flatMap((provider) => {
    const endpoint = UPSTREAMS[provider](config, chain);
    return endpoint ? [{ ...endpoint, provider, isPartial: partial.includes(provider) }] : [];
  });
}
