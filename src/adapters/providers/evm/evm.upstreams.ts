import type { Config } from '../../../config/env';
import { CHAINS, type ChainName, type EvmChainName, isEvmChain } from '../../../domain/kernel/chain';
import type { Rate } from '../../upstream/rate-gate';
import type { EvmList } from './evm.schema';

/** A configured endpoint of one chain. */
export interface EvmEndpoint {
  provider: string;
  url: string;
  /** Sent with every call. */
  params: Readonly<Record<string, string>>;
  rate: Rate;
  /** True when it has not indexed the whole chain. Its results are marked incomplete. */
  isPartial: boolean;
  /** Its own API, when only that returns the data fees of a rollup. */
  feesUrl?: string;
}

const PUBLIC_ETHERSCAN = 'https://api.etherscan.io/v2/api';
const PUBLIC_BLOCKSCOUT = 'https://api.blockscout.com';
const PUBLIC_ROUTESCAN = 'https://api.routescan.io';

/** An operator's own endpoint or proxy has no published limit. This is a courtesy limit. */
const OWN_ENDPOINT: Rate = { perSecond: 100, concurrency: 4 };
const rateAt = (url: string, published: string, rate: Rate): Rate =>
  url === published ? rate : OWN_ENDPOINT;

/** Public instance of a chain, without a key. All users share five calls a second. */
const INSTANCES: Partial<Record<EvmChainName, string>> = {
  ethereum: 'https://eth.blockscout.com',
  base: 'https://base.blockscout.com',
  arbitrum: 'https://arbitrum.blockscout.com',
  optimism: 'https://optimism.blockscout.com',
  polygon: 'https://polygon.blockscout.com',
  gnosis: 'https://gnosis.blockscout.com',
};

/** Rollups with a separate data fee, which Blockscout lists omit. */
const CHARGES_FOR_DATA: ReadonlySet<EvmChainName> = new Set<EvmChainName>(['base', 'optimism']);
export const chargesForData = (chain: ChainName): boolean => isEvmChain(chain) && CHARGES_FOR_DATA.has(chain);
const feesAt = (chain: EvmChainName, url: string) => (chargesForData(chain) ? { feesUrl: `${url}/v2` } : {});

type Endpoint = Omit<EvmEndpoint, 'provider' | 'isPartial'>;

/**
 * The Etherscan-compatible upstreams: their endpoint, or null when not configured.
 * @source providers.md 1.1: limits of the free plans
 */
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
  /** 300 calls a minute. It requires a key and accepts any. */
  routescan: (config, chain) => {
    const { ROUTESCAN_BASE_URL: base } = config;
    const rate = rateAt(base, PUBLIC_ROUTESCAN, { perSecond: 5, concurrency: 3 });
    const url = `${base}/v2/network/mainnet/evm/${CHAINS[chain].chainId}/etherscan/api`;
    return { url, params: { apikey: 'none' }, rate };
  },
  /** The last fallback, unless the operator configured an own URL. */
  'blockscout-public': (config, chain) => {
    const instance = INSTANCES[chain];
    if (!instance || config.BLOCKSCOUT_BASE_URL !== PUBLIC_BLOCKSCOUT) return null;
    const url = `${instance}/api`;
    return { url, ...feesAt(chain, url), params: {}, rate: { perSecond: 3, concurrency: 2 } };
  },
} as const satisfies Record<string, (config: Config, chain: EvmChainName) => Endpoint | null>;
type UpstreamName = keyof typeof UPSTREAMS;

interface ChainReading {
  /** In call order. */
  order: readonly UpstreamName[];
  /** Upstreams that serve the chain without having indexed all of it. */
  partial?: readonly UpstreamName[];
  lists: readonly EvmList[];
  /** Blocks read again each time: some ten minutes, for reorganisations and late indexing. */
  rereadBlocks: number;
}

const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const;
const STAKING_LISTS = [...LISTS, 'txsBeaconWithdrawal'] as const;

/**
 * Upstreams per chain, in call order. A new EVM chain is one row here.
 * @source providers.md 0, 1.1: Etherscan's free plan refuses Base, OP and BNB; Routescan has all of 1 and 10
 *   only
 */
export const PROVIDERS = {
  ethereum: {
    order: ['etherscan', 'blockscout', 'routescan', 'blockscout-public'],
    lists: STAKING_LISTS,
    rereadBlocks: 64,
  },
  base: {
    order: ['blockscout', 'etherscan', 'blockscout-public', 'routescan'],
    partial: ['routescan'],
    lists: LISTS,
    rereadBlocks: 300,
  },
  arbitrum: {
    order: ['etherscan', 'blockscout', 'blockscout-public', 'routescan'],
    partial: ['routescan'],
    lists: LISTS,
    rereadBlocks: 2_400,
  },
  optimism: {
    order: ['blockscout', 'etherscan', 'routescan', 'blockscout-public'],
    lists: LISTS,
    rereadBlocks: 300,
  },
  polygon: {
    order: ['etherscan', 'blockscout', 'blockscout-public', 'routescan'],
    partial: ['routescan'],
    lists: LISTS,
    rereadBlocks: 300,
  },
  gnosis: {
    order: ['etherscan', 'blockscout', 'blockscout-public', 'routescan'],
    partial: ['routescan'],
    lists: STAKING_LISTS,
    rereadBlocks: 120,
  },
  bsc: { order: ['etherscan'], lists: LISTS, rereadBlocks: 400 },
  avalanche: { order: ['etherscan', 'routescan'], partial: ['routescan'], lists: LISTS, rereadBlocks: 300 },
} as const satisfies Record<EvmChainName, ChainReading>;

export const readingOf = (chain: EvmChainName): ChainReading => PROVIDERS[chain];

/** Returns the configured endpoints of a chain, in order. An endpoint without its key is skipped. */
export function endpointsOf(config: Config, chain: EvmChainName): EvmEndpoint[] {
  const { order, partial = [] } = readingOf(chain);
  return order.flatMap((provider) => {
    const endpoint = UPSTREAMS[provider](config, chain);
    return endpoint ? [{ ...endpoint, provider, isPartial: partial.includes(provider) }] : [];
  });
}
