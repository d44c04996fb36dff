import { isDollarCoin, listedSymbol, TOKENS } from '../chain';
import type { Asset } from '../kernel/asset';
import { money, toUnits, type Money } from '../kernel/units';
import { LAW, lawRecord, type BillId, type LawParameter } from '../law';

/** TERM_NAMES: parameters of bills that a caller can state. */
export const TERM_NAMES = [
  'effective_from',
  'fee_limit_usd',
  'max_transfers_a_year',
  'floor_ratio',
  'coins',
  'coins_left_out',
] as const;
export type TermName = (typeof TERM_NAMES)[number];

export interface StatedTerms {
  /** ms UTC */
  effective_from?: number;
  fee_limit_usd?: string;
  max_transfers_a_year?: number;
  floor_ratio?: string;
  coins?: readonly string[];
  coins_left_out?: readonly string[];
}

export interface Terms {
  /** ms UTC. A bill without a known start holds in every year. */
  from: number;
  feeLimit: Money;
  maxTransfers: number;
  /** Scaled by 10^18. */
  floor: bigint;
  isCoin: (asset: Asset) => boolean;
}

export interface UsedTerm {
  name: string;
  value: LawParameter['value'];
  /** As the register says of its own value; false for a value that the caller states. */
  isUnverified: boolean;
  isStated: boolean;
}

/** DOLLAR_COINS: symbols of the listed coins of one US dollar. */
export const DOLLAR_COINS: readonly string[] = [
  ...new Set(
    Object.values(TOKENS)
      .flatMap((tokens): { symbol: string; rank: number }[] => Object.values(tokens))
      .flatMap(({ symbol, rank }) => (rank === 3 ? symbol : [])),
  ),
].sort();

const FLOOR_DECIMALS = 18;

export const hasTerm = (bill: BillId, name: string): boolean =>
  Object.hasOwn(lawRecord(bill).parameters, name);

export const usedTerms = (bill: BillId, stated: StatedTerms): UsedTerm[] =>
  Object.entries(lawRecord(bill).parameters).map(([name, { value, unverified }]) => {
    const given = (stated as Readonly<Record<string, LawParameter['value'] | undefined>>)[name];
    if (given === undefined) return { name, value, isUnverified: unverified, isStated: false };
    const shown = name === 'effective_from' ? new Date(Number(given)).toISOString() : given;
    return { name, value: shown, isUnverified: false, isStated: true };
  });

export function termsOf(bill: BillId, stated: StatedTerms): Terms {
  const fee = LAW['hr10357.fee'].parameters;
  const coin = LAW['hr8899.stablecoin'].parameters;
  const leftOut = LAW['hr10357.wash'].parameters;
  const coins = hasTerm(bill, 'coins_left_out')
    ? (stated.coins_left_out ?? leftOut.coins_left_out.value)
    : (stated.coins ?? coin.coins.value);
  return {
    from: stated.effective_from ?? -Infinity,
    feeLimit: money(stated.fee_limit_usd ?? fee.fee_limit_usd.value),
    maxTransfers: stated.max_transfers_a_year ?? fee.max_transfers_a_year.value,
    floor: toUnits(stated.floor_ratio ?? coin.floor_ratio.value, FLOOR_DECIMALS),
    isCoin: coinsOf(coins),
  };
}

/** Only listed contracts, or balances at an exchange: any other contract can have any symbol. */
function coinsOf(symbols: readonly string[]): (asset: Asset) => boolean {
  const wanted = new Set(symbols.map((symbol) => symbol.toUpperCase()));
  return (asset) => {
    const symbol =
      asset.contract === null ? asset.symbol : isDollarCoin(asset) ? listedSymbol(asset.id) : null;
    return symbol !== null && wanted.has(symbol.toUpperCase());
  };
}
