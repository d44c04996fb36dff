/** Every supported chain. A new chain is one row here and one in CHAIN_SOURCES of the providers. */
export const CHAINS = {
  ethereum: evm(1, 'ETH', 'Ether', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'https://etherscan.io'),
  base: evm(8453, 'ETH', 'Ether', '0x4200000000000000000000000000000000000006', 'https://basescan.org'),
  arbitrum: evm(42161, 'ETH', 'Ether', '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', 'https://arbiscan.io'),
  optimism: evm(
    10,
    'ETH',
    'Ether',
    '0x4200000000000000000000000000000000000006',
    'https://optimistic.etherscan.io',
  ),
  polygon: evm(
    137,
    'POL',
    'Polygon',
    '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
    'https://polygonscan.com',
  ),
  gnosis: evm(100, 'xDAI', 'xDai', '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', 'https://gnosisscan.io'),
  bsc: evm(56, 'BNB', 'BNB', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', 'https://bscscan.com'),
  avalanche: evm(
    43114,
    'AVAX',
    'Avalanche',
    '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
    'https://snowtrace.io',
  ),
  bitcoin: {
    family: 'bitcoin',
    chainId: null,
    native: { symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
    wrapped: null,
    explorer: 'https://blockstream.info',
  },
  solana: {
    family: 'solana',
    chainId: null,
    native: { symbol: 'SOL', name: 'Solana', decimals: 9 },
    wrapped: 'So11111111111111111111111111111111111111112',
    explorer: 'https://solscan.io',
  },
} as const satisfies Record<string, Chain>;

export type AddressFamily = 'evm' | 'bitcoin' | 'solana';

/** An exchange account has no chain: its id is used where a wallet has an address. */
export type WalletFamily = AddressFamily | 'exchange';

export interface Chain {
  family: AddressFamily;
  chainId: number | null;
  native: { symbol: string; name: string; decimals: number };
  /** The canonical 1:1 wrapped form of the native coin, or null. */
  wrapped: string | null;
  explorer: string;
}

export type ChainName = keyof typeof CHAINS;

export const isChainName = (text: string): text is ChainName => Object.hasOwn(CHAINS, text);

export type EvmChainName = {
  [C in ChainName]: (typeof CHAINS)[C]['family'] extends 'evm' ? C : never;
}[ChainName];

export const isEvmChain = (text: string): text is EvmChainName =>
  isChainName(text) && CHAINS[text].family === 'evm';

function evm(chainId: number, symbol: string, name: string, wrapped: string, explorer: string) {
  return { family: 'evm', chainId, native: { symbol, name, decimals: 18 }, wrapped, explorer } as const;
}
