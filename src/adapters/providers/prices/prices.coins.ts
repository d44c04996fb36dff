import { CHAINS, type ChainName, isChainName } from '../../../domain/kernel/chain';

interface PricedChain {
  /** Prefix of contracts at DefiLlama. */
  llama: string;
  /** Asset platform at CoinGecko. */
  platform: string;
  /**
   * CoinGecko ids of the native coin, each valid from a time (ms UTC) on. The first is valid from the
   * beginning.
   */
  native: readonly [NativeCoin, ...NativeCoin[]];
}
interface NativeCoin {
  id: string;
  from: number;
}

const coin = (id: string): readonly [NativeCoin] => [{ id, from: 0 }];
/** Polygon's gas coin became POL. */
const POL_SINCE = Date.UTC(2024, 8, 4);

/** Names of chains and native coins at the price providers. */
export const PRICED_CHAINS = {
  ethereum: { llama: 'ethereum', platform: 'ethereum', native: coin('ethereum') },
  base: { llama: 'base', platform: 'base', native: coin('ethereum') },
  arbitrum: { llama: 'arbitrum', platform: 'arbitrum-one', native: coin('ethereum') },
  optimism: { llama: 'optimism', platform: 'optimistic-ethereum', native: coin('ethereum') },
  polygon: {
    llama: 'polygon',
    platform: 'polygon-pos',
    native: [
      { id: 'matic-network', from: 0 },
      { id: 'polygon-ecosystem-token', from: POL_SINCE },
    ],
  },
  gnosis: { llama: 'xdai', platform: 'xdai', native: coin('xdai') },
  bsc: { llama: 'bsc', platform: 'binance-smart-chain', native: coin('binancecoin') },
  avalanche: { llama: 'avax', platform: 'avalanche', native: coin('avalanche-2') },
  bitcoin: { llama: 'bitcoin', platform: 'bitcoin', native: coin('bitcoin') },
  solana: { llama: 'solana', platform: 'solana', native: coin('solana') },
} as const satisfies Record<ChainName, PricedChain>;

/** Query key: a native coin by name, or a contract. */
export type Coin =
  { kind: 'native'; chain: ChainName; id: string } | { kind: 'contract'; chain: ChainName; contract: string };

/** @returns null for assets without a market price: NFTs, and labels of unknown chains */
export function coinOf(assetId: string, atMs: number): Coin | null {
  const [chain = '', contract = ''] = assetId.split(':');
  if (!isChainName(chain) || contract === '' || contract.includes('#')) return null;
  if (contract !== 'native') return { kind: 'contract', chain, contract };
  const natives: readonly NativeCoin[] = PRICED_CHAINS[chain].native;
  const id = natives.findLast(({ from }) => from <= atMs)?.id ?? PRICED_CHAINS[chain].native[0].id;
  return { kind: 'native', chain, id };
}

/** @returns the native coin that an asset wraps one to one, else null */
export function unwrapped(assetId: string): string | null {
  const [chain = '', contract] = assetId.split(':');
  return isChainName(chain) && CHAINS[chain].wrapped === contract ? `${chain}:native` : null;
}
