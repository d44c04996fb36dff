import type { ChainName, EvmChainName } from '../../domain/kernel/chain';
import type { EvmList } from './evm/evm.schema';

export type EvmUpstream = 'etherscan' | 'blockscout' | 'routescan' | 'blockscout-public';

export interface EvmReading {
  order: readonly EvmUpstream[];
  /** Upstreams that have not indexed the whole chain. */
  partial?: readonly EvmUpstream[];
  /** Public Blockscout instance, without a key. All users share five calls a second. */
  blockscout?: string;
  /** A rollup with a separate data fee, which Blockscout lists omit. */
  chargesForData?: true;
  lists: readonly EvmList[];
  /** Data set of the SQD Portal. Absent: none. */
  portal?: PortalData;
  /** The portal reads before explorers. */
  isPortalFirst?: true;
  /** Public JSON-RPC node, without a key. */
  node: string;
  /** Blocks read again each time: some ten minutes, for reorganisations and late indexing. */
  rereadBlocks: number;
}

interface PortalData {
  dataset: string;
  /** The first block with inner calls. Null: the data set has none, and internal payments stay unknown. */
  tracesFrom: number | null;
  /** An alias logs every payment of native coin: inner calls are not needed. */
  logsPayments?: true;
  /** Receipts state the data fee of the rollup in units of the native coin. */
  hasDataFee?: true;
  /** Changes of balances, which prove that a history is whole. */
  hasDiffs: boolean;
}

interface PricedChain {
  llama: string;
  platform: string;
  /** CoinGecko ids, each valid from a time (ms UTC) on. The first is valid from the beginning. */
  native: readonly [NativeCoin, ...NativeCoin[]];
}

export interface NativeCoin {
  id: string;
  from: number;
}

const coin = (id: string): readonly [NativeCoin] => [{ id, from: 0 }];
/** Polygon's gas coin became POL. */
const POL_SINCE = Date.UTC(2024, 8, 4);

const WHOLE = { tracesFrom: 0, hasDiffs: true } as const;
const TRACED = { tracesFrom: 0, hasDiffs: false } as const;

const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const;
const STAKING_LISTS = [...LISTS, 'txsBeaconWithdrawal'] as const;

/**
 * CHAIN_SOURCES: what the providers need to know about a chain. A new chain is one row here and one in CHAINS.
 * @source providers.md 0, 1.1: Etherscan's free plan refuses Base, OP and BNB; Routescan has all of 1 and 10
 *   only
 */
export const CHAIN_SOURCES = {
  ethereum: {
    prices: { llama: 'ethereum', platform: 'ethereum', native: coin('ethereum') },
    reading: {
      order: ['etherscan', 'blockscout', 'routescan', 'blockscout-public'],
      blockscout: 'https://eth.blockscout.com',
      lists: STAKING_LISTS,
      portal: { dataset: 'ethereum-mainnet', ...WHOLE },
      node: 'https://ethereum-rpc.publicnode.com',
      rereadBlocks: 64,
    },
  },
  base: {
    prices: { llama: 'base', platform: 'base', native: coin('ethereum') },
    reading: {
      order: ['blockscout', 'etherscan', 'blockscout-public', 'routescan'],
      partial: ['routescan'],
      blockscout: 'https://base.blockscout.com',
      chargesForData: true,
      lists: LISTS,
      portal: { dataset: 'base-mainnet', ...WHOLE, hasDataFee: true },
      node: 'https://mainnet.base.org',
      rereadBlocks: 300,
    },
  },
  arbitrum: {
    prices: { llama: 'arbitrum', platform: 'arbitrum-one', native: coin('ethereum') },
    reading: {
      order: ['etherscan', 'blockscout', 'blockscout-public', 'routescan'],
      partial: ['routescan'],
      blockscout: 'https://arbitrum.blockscout.com',
      lists: LISTS,
      portal: { dataset: 'arbitrum-one', ...TRACED },
      node: 'https://arb1.arbitrum.io/rpc',
      rereadBlocks: 2_400,
    },
  },
  optimism: {
    prices: { llama: 'optimism', platform: 'optimistic-ethereum', native: coin('ethereum') },
    reading: {
      order: ['blockscout', 'etherscan', 'routescan', 'blockscout-public'],
      blockscout: 'https://optimism.blockscout.com',
      chargesForData: true,
      lists: LISTS,
      portal: { dataset: 'optimism-mainnet', tracesFrom: 105_235_063, hasDiffs: true, hasDataFee: true },
      node: 'https://mainnet.optimism.io',
      rereadBlocks: 300,
    },
  },
  polygon: {
    prices: {
      llama: 'polygon',
      platform: 'polygon-pos',
      native: [
        { id: 'matic-network', from: 0 },
        { id: 'polygon-ecosystem-token', from: POL_SINCE },
      ],
    },
    reading: {
      order: ['etherscan', 'blockscout', 'blockscout-public', 'routescan'],
      partial: ['routescan'],
      blockscout: 'https://polygon.blockscout.com',
      lists: LISTS,
      portal: { dataset: 'polygon-mainnet', ...TRACED },
      node: 'https://polygon-rpc.com',
      rereadBlocks: 300,
    },
  },
  gnosis: {
    prices: { llama: 'xdai', platform: 'xdai', native: coin('xdai') },
    reading: {
      order: ['etherscan', 'blockscout', 'blockscout-public', 'routescan'],
      partial: ['routescan'],
      blockscout: 'https://gnosis.blockscout.com',
      lists: STAKING_LISTS,
      portal: { dataset: 'gnosis-mainnet', ...WHOLE },
      node: 'https://rpc.gnosischain.com',
      rereadBlocks: 120,
    },
  },
  bsc: {
    prices: { llama: 'bsc', platform: 'binance-smart-chain', native: coin('binancecoin') },
    reading: {
      order: ['etherscan'],
      lists: LISTS,
      portal: { dataset: 'binance-mainnet', ...WHOLE },
      isPortalFirst: true,
      node: 'https://bsc-dataseed.bnbchain.org',
      rereadBlocks: 400,
    },
  },
  avalanche: {
    prices: { llama: 'avax', platform: 'avalanche', native: coin('avalanche-2') },
    reading: {
      order: ['etherscan', 'routescan'],
      partial: ['routescan'],
      lists: LISTS,
      portal: { dataset: 'avalanche-mainnet', ...WHOLE },
      isPortalFirst: true,
      node: 'https://api.avax.network/ext/bc/C/rpc',
      rereadBlocks: 300,
    },
  },
  linea: {
    prices: { llama: 'linea', platform: 'linea', native: coin('ethereum') },
    reading: {
      order: ['etherscan', 'blockscout'],
      lists: LISTS,
      portal: { dataset: 'linea-mainnet', ...TRACED },
      node: 'https://rpc.linea.build',
      rereadBlocks: 300,
    },
  },
  scroll: {
    prices: { llama: 'scroll', platform: 'scroll', native: coin('ethereum') },
    reading: {
      order: ['etherscan', 'blockscout', 'blockscout-public'],
      blockscout: 'https://scroll.blockscout.com',
      chargesForData: true,
      lists: LISTS,
      portal: { dataset: 'scroll-mainnet', ...TRACED, hasDataFee: true },
      node: 'https://rpc.scroll.io',
      rereadBlocks: 200,
    },
  },
  zksync: {
    prices: { llama: 'era', platform: 'zksync', native: coin('ethereum') },
    reading: {
      order: ['etherscan', 'blockscout', 'blockscout-public'],
      blockscout: 'https://zksync.blockscout.com',
      lists: LISTS,
      portal: { dataset: 'zksync-mainnet', tracesFrom: null, hasDiffs: false, logsPayments: true },
      node: 'https://mainnet.era.zksync.io',
      rereadBlocks: 600,
    },
  },
  sonic: {
    prices: { llama: 'sonic', platform: 'sonic', native: coin('sonic-3') },
    reading: {
      order: ['etherscan'],
      lists: LISTS,
      portal: { dataset: 'sonic-mainnet', ...TRACED },
      node: 'https://rpc.soniclabs.com',
      rereadBlocks: 2_000,
    },
  },
  unichain: {
    prices: { llama: 'unichain', platform: 'unichain', native: coin('ethereum') },
    reading: {
      order: ['etherscan', 'blockscout', 'blockscout-public'],
      blockscout: 'https://unichain.blockscout.com',
      chargesForData: true,
      lists: LISTS,
      portal: { dataset: 'unichain-mainnet', ...WHOLE, hasDataFee: true },
      node: 'https://mainnet.unichain.org',
      rereadBlocks: 600,
    },
  },
  ink: {
    prices: { llama: 'ink', platform: 'ink', native: coin('ethereum') },
    reading: {
      order: ['blockscout', 'blockscout-public'],
      blockscout: 'https://explorer.inkonchain.com',
      chargesForData: true,
      lists: LISTS,
      portal: { dataset: 'ink-mainnet', ...WHOLE, hasDataFee: true },
      node: 'https://rpc-gel.inkonchain.com',
      rereadBlocks: 600,
    },
  },
  berachain: {
    prices: { llama: 'berachain', platform: 'berachain', native: coin('berachain-bera') },
    reading: {
      order: ['etherscan'],
      lists: LISTS,
      portal: { dataset: 'berachain-mainnet', ...WHOLE },
      node: 'https://rpc.berachain.com',
      rereadBlocks: 300,
    },
  },
  hyperevm: {
    prices: { llama: 'hyperliquid', platform: 'hyperevm', native: coin('hyperliquid') },
    reading: {
      order: ['etherscan'],
      lists: LISTS,
      portal: { dataset: 'hyperliquid-mainnet', ...WHOLE },
      node: 'https://rpc.hyperliquid.xyz/evm',
      rereadBlocks: 600,
    },
  },
  mantle: {
    prices: { llama: 'mantle', platform: 'mantle', native: coin('mantle') },
    reading: {
      order: ['etherscan'],
      chargesForData: true,
      lists: LISTS,
      portal: { dataset: 'mantle-mainnet', tracesFrom: null, hasDiffs: false },
      node: 'https://rpc.mantle.xyz',
      rereadBlocks: 300,
    },
  },
  bitcoin: { prices: { llama: 'bitcoin', platform: 'bitcoin', native: coin('bitcoin') } },
  solana: { prices: { llama: 'solana', platform: 'solana', native: coin('solana') } },
} as const satisfies {
  [C in ChainName]: C extends EvmChainName
    ? { prices: PricedChain; reading: EvmReading }
    : { prices: PricedChain };
};
