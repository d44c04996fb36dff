const ETHER = { symbol: 'ETH', name: 'Ether', decimals: 18 } as const;
/**
 * EIP-7708: from a fork on, this address logs each payment of native coin as a Transfer, also those inside of calls.
 * @source EIP-7708: none for fees, beacon withdrawals and payments to oneself
 */
const TRANSFER_LOGS = '0xfffffffffffffffffffffffffffffffffffffffe';
const ROLLUP = { isRollup: true, mints: 'all' } as const;
const OP_STACK = {
  ...ROLLUP,
  wrapped: '0x4200000000000000000000000000000000000006',
  nativeAliases: ['0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000'],
} as const;

/** A new chain is one row here and one in CHAIN_SOURCES of the providers. */
export const CHAINS = {
  ethereum: {
    family: 'evm',
    chainId: 1,
    native: ETHER,
    wrapped: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    explorer: 'https://etherscan.io',
  },
  base: { family: 'evm', chainId: 8453, native: ETHER, explorer: 'https://basescan.org', ...OP_STACK },
  arbitrum: {
    family: 'evm',
    chainId: 42161,
    native: ETHER,
    wrapped: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
    explorer: 'https://arbiscan.io',
    ...ROLLUP,
    logsWraps: true,
  },
  optimism: {
    family: 'evm',
    chainId: 10,
    native: ETHER,
    explorer: 'https://optimistic.etherscan.io',
    ...OP_STACK,
  },
  polygon: {
    family: 'evm',
    chainId: 137,
    native: { symbol: 'POL', name: 'Polygon', decimals: 18 },
    wrapped: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
    explorer: 'https://polygonscan.com',
    mints: 'all',
    nativeAliases: ['0x0000000000000000000000000000000000001010'],
  },
  gnosis: {
    family: 'evm',
    chainId: 100,
    native: { symbol: 'xDAI', name: 'xDai', decimals: 18 },
    dollarCoin: 'DAI',
    wrapped: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
    explorer: 'https://gnosisscan.io',
    mints: 'all',
  },
  bsc: {
    family: 'evm',
    chainId: 56,
    native: { symbol: 'BNB', name: 'BNB', decimals: 18 },
    wrapped: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
    explorer: 'https://bscscan.com',
    mints: 'tokens',
  },
  avalanche: {
    family: 'evm',
    chainId: 43114,
    native: { symbol: 'AVAX', name: 'Avalanche', decimals: 18 },
    wrapped: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
    explorer: 'https://snowtrace.io',
    mints: 'tokens',
  },
  linea: {
    family: 'evm',
    chainId: 59144,
    native: ETHER,
    wrapped: '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
    explorer: 'https://lineascan.build',
    ...ROLLUP,
  },
  scroll: {
    family: 'evm',
    chainId: 534352,
    native: ETHER,
    wrapped: '0x5300000000000000000000000000000000000004',
    explorer: 'https://scrollscan.com',
    ...ROLLUP,
  },
  zksync: {
    family: 'evm',
    chainId: 324,
    native: ETHER,
    wrapped: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
    explorer: 'https://explorer.zksync.io',
    ...ROLLUP,
    nativeAliases: ['0x000000000000000000000000000000000000800a'],
    gasAccount: '0x0000000000000000000000000000000000008001',
  },
  sonic: {
    family: 'evm',
    chainId: 146,
    native: { symbol: 'S', name: 'Sonic', decimals: 18 },
    wrapped: '0x039e2fb66102314ce7b64ce5ce3e5183bc94ad38',
    explorer: 'https://sonicscan.org',
    mints: 'tokens',
  },
  unichain: { family: 'evm', chainId: 130, native: ETHER, explorer: 'https://uniscan.xyz', ...OP_STACK },
  ink: {
    family: 'evm',
    chainId: 57073,
    native: ETHER,
    explorer: 'https://explorer.inkonchain.com',
    ...OP_STACK,
  },
  berachain: {
    family: 'evm',
    chainId: 80094,
    native: { symbol: 'BERA', name: 'Berachain', decimals: 18 },
    wrapped: '0x6969696969696969696969696969696969696969',
    explorer: 'https://berascan.com',
    mints: 'tokens',
  },
  hyperevm: {
    family: 'evm',
    chainId: 999,
    native: { symbol: 'HYPE', name: 'Hyperliquid', decimals: 18 },
    wrapped: '0x5555555555555555555555555555555555555555',
    explorer: 'https://hyperevmscan.io',
    mints: 'tokens',
  },
  mantle: {
    family: 'evm',
    chainId: 5000,
    native: { symbol: 'MNT', name: 'Mantle', decimals: 18 },
    explorer: 'https://mantlescan.xyz',
    ...OP_STACK,
    wrapped: '0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8',
  },
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
  /** The canonical 1:1 wrapped form of the native coin, or null. Its symbol is W and the symbol of the coin. */
  wrapped: string | null;
  explorer: string;
  /** The dollar coin that the native coin is a form of. Absent: the native coin is a group of its own. */
  dollarCoin?: string;
  /** Its own bridge delays withdrawals until a challenge period ends. */
  isRollup?: true;
  /** Units that arrive from other chains newly minted: tokens, or also native coin, which has no sender. */
  mints?: 'tokens' | 'all';
  /** Predeploys that repeat native movements as token rows, in lower case, besides the address of EIP-7708. */
  nativeAliases?: readonly string[];
  /** Aliases also log gas that is paid to this account or given back by it. */
  gasAccount?: string;
  /** `wrapped` logs Transfers for deposits and withdrawals, and can pay others than the caller. */
  logsWraps?: true;
}

export type ChainName = keyof typeof CHAINS;

export const CHAIN_NAMES = Object.keys(CHAINS) as ChainName[];

export const isChainName = (text: string): text is ChainName => Object.hasOwn(CHAINS, text);

/** @returns null for other text: posted rows name any chain */
export const chainOf = (text: string): Chain | null => (isChainName(text) ? CHAINS[text] : null);

/** A row of this contract is native coin, never a token. @param contract in lower case */
export const isNativeAlias = (chain: ChainName, contract: string): boolean =>
  contract === TRANSFER_LOGS || (chainOf(chain)?.nativeAliases?.includes(contract) ?? false);

export type EvmChainName = {
  [C in ChainName]: (typeof CHAINS)[C]['family'] extends 'evm' ? C : never;
}[ChainName];

export const isEvmChain = (text: string): text is EvmChainName =>
  isChainName(text) && CHAINS[text].family === 'evm';
