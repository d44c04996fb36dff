import { nativeAsset, type Asset } from '../../../domain/kernel/asset';
import { isChainName } from '../../../domain/kernel/chain';

/** Null decimals: the contract does not state them. */
type Token = readonly [contract: string, name: string, decimals: number | null];

/** By `chain:symbol`. The contracts are real, except for spam tokens. */
const TOKENS = {
  'ethereum:USDC': ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USD Coin', 6],
  'ethereum:DAI': ['0x6b175474e89094c44da98b954eedeac495271d0f', 'Dai Stablecoin', 18],
  'ethereum:WETH': ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'Wrapped Ether', 18],
  'ethereum:UNI': ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', 'Uniswap', 18],
  'ethereum:LINK': ['0x514910771af9ca656af840dff83e8264ecf986ca', 'ChainLink Token', 18],
  'ethereum:AAVE': ['0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', 'Aave Token', 18],
  'ethereum:UNI-V2': ['0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc', 'Uniswap V2', 18],
  'ethereum:wstETH': ['0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0', 'Wrapped liquid staked Ether 2.0', 18],
  'ethereum:OUSG': [
    '0x1b19c19393e2d034d8ff31ff34c81252fcbbee92',
    'Ondo Short-Term U.S. Government Bond Fund',
    18,
  ],
  'ethereum:USDY': ['0x96f6ef951840721adbf46ac996b59e0235cb985c', 'Ondo U.S. Dollar Yield', 18],
  'base:USDC': ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'USD Coin', 6],
  'base:WETH': ['0x4200000000000000000000000000000000000006', 'Wrapped Ether', 18],
  'solana:RAY': ['4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', 'Raydium', 6],
  'solana:USDC': ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USD Coin', 6],
  'solana:JUP': ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 'Jupiter', 6],
  'solana:JitoSOL': ['J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 'Jito Staked SOL', 9],

  // Spam: an advertisement, a Cyrillic second letter C, a copy with the real name, a coupon, a token without
  // decimals.
  'ethereum:$5000 UNI-REWARDS.CLAIMS': ['0xde3000000000000000000000000000000005ba01', 'Visit to claim', 18],
  'ethereum:USDС': ['0xde3000000000000000000000000000000005ba02', 'USD Coin', 6],
  'ethereum:USDT': ['0xde3000000000000000000000000000000005ba03', 'Tether USD', 6],
  'ethereum:VOUCHER': ['0xde3000000000000000000000000000000005ba04', '1000 USDC Reward Voucher', 0],
  'ethereum:OOPS': ['0xde3000000000000000000000000000000005ba05', 'Unfinished Token', null],
  'base:CLAIM AIRDROP AT T.ME/BASEDROP': ['0xde3000000000000000000000000000000005ba06', 'Base Drop', 18],
  'solana:jup-vote.xyz': ['A4kRM3t6d84PANK6JXhf8ffVqD9k7KxjqABjm49PzNt2', 'JUP reward, visit site', 6],
} as const satisfies Record<string, Token>;

const TOKEN_IDS: Readonly<Record<string, string>> = { 'ethereum:VOUCHER': '1' };

export function demoAsset(key: string): Asset {
  const [chain = '', symbol = ''] = splitKey(key);
  if (isChainName(chain) && nativeAsset(chain).symbol === symbol) return nativeAsset(chain);
  const row = (TOKENS as Readonly<Record<string, Token | undefined>>)[key];
  if (!row) throw new Error(`The demo story names an unknown asset: ${key}`);
  const [contract, name, decimals] = row;
  const tokenId = TOKEN_IDS[key];
  const suffix = tokenId === undefined ? '' : `#${tokenId}`;
  return {
    id: `${chain}:${contract}${suffix}`,
    chain,
    contract,
    symbol: `${symbol}${suffix}`,
    name,
    decimals: decimals ?? 0,
    ...(decimals === null && { decimalsUnknown: true }),
  };
}

const splitKey = (key: string): [string, string] => {
  const colon = key.indexOf(':');
  return [key.slice(0, colon), key.slice(colon + 1)];
};
