import { nativeAsset, type Asset } from '../kernel/asset';
import { CHAIN_NAMES, CHAINS } from '../kernel/chain';
import { FIAT } from '../kernel/exchanges/fiat';
import { TOKENS } from '../chain';

/** Other codes of one coin. */
const ALIASES: Readonly<Record<string, string>> = {
  XBT: 'BTC',
  XXBT: 'BTC',
  ETH2: 'ETH',
  BETH: 'ETH',
  CGLD: 'CELO',
  XDG: 'DOGE',
  MATIC: 'POL',
  USDCE: 'USDC',
};

export const canonicalCoin = (code: string): string => ALIASES[code] ?? code;

/** Place of coins whose chain is not listed. */
const ELSEWHERE = 'exchange';
const MOST_DECIMALS = 18;

/** DECIMALS: of listed tokens of Ethereum that do not have 18. */
const DECIMALS: Readonly<Record<string, number>> = {
  USDC: 6,
  USDT: 6,
  PYUSD: 6,
  XAUT: 6,
  WBTC: 8,
  CBBTC: 8,
  CRO: 8,
  STORJ: 8,
  GUSD: 2,
};
/** Receipts of a lending protocol: no exchange has them. */
const RECEIPT = /^c[A-Z]/;

const LISTED: ReadonlyMap<string, string> = new Map(
  Object.entries(TOKENS.ethereum)
    .filter(([contract, { symbol }]) => contract !== 'native' && !RECEIPT.test(symbol))
    .map(([contract, { symbol }]): [string, string] => [symbol.toUpperCase(), contract])
    // The first of two tokens with one symbol counts.
    .reverse(),
);

const fiatAsset = (code: string): Asset => ({
  id: `fiat:${code}`,
  chain: 'fiat',
  contract: null,
  symbol: code,
  name: code,
  decimals: MOST_DECIMALS,
});

const tokenAsset = (coin: string, contract: string): Asset => ({
  id: `ethereum:${contract}`,
  chain: 'ethereum',
  contract,
  symbol: coin,
  name: coin,
  decimals: DECIMALS[coin] ?? MOST_DECIMALS,
});

/**
 * Accounts share the objects: a history has many legs of few coins. The coin of several chains is that of the
 * first: the same asset in a wallet and in an account lets lots move between the two.
 */
const KNOWN: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ...[...LISTED].map(([coin, contract]): [string, Asset] => [coin, tokenAsset(coin, contract)]),
  ...CHAIN_NAMES.toReversed().map((chain): [string, Asset] => [
    CHAINS[chain].native.symbol,
    nativeAsset(chain),
  ]),
  ...[...FIAT].map((code): [string, Asset] => [code, fiatAsset(code)]),
]);

/** True for cash, a coin of a chain and a listed token. */
export const isKnownCoin = (code: string): boolean => KNOWN.has(canonicalCoin(code));

/** The asset of a coin: cash, a coin of a chain, a listed token, else a coin known by its code only. */
export function coinAsset(code: string): Asset {
  const coin = canonicalCoin(code.toUpperCase());
  return (
    KNOWN.get(coin) ?? {
      id: `${ELSEWHERE}:${coin}`,
      chain: ELSEWHERE,
      contract: null,
      symbol: coin,
      name: coin,
      decimals: MOST_DECIMALS,
    }
  );
}
