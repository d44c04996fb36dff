import type { PriceRef, WalletTransaction } from '../facts/wallet-transaction';

type Lookup = (assetId: string, at: number) => PriceRef | null;

/** Prices that decide whether hidden units have a market: one per asset. */
export const marketQueries = (
  txs: readonly WalletTransaction[],
): { assetId: string; symbol: string; at: number }[] => [
  ...new Map(
    txs.flatMap(({ unlessWorthless }) =>
      (unlessWorthless?.markets ?? []).map((market) => [`${market.assetId}@${market.at}`, market] as const),
    ),
  ).values(),
];

/**
 * Shows hidden units that have a market. A token without a price when it first came stays hidden.
 * @source coverage.md 2.13
 */
export const withMarkets = (txs: readonly WalletTransaction[], lookup: Lookup): WalletTransaction[] =>
  txs.map((tx) => {
    const { unlessWorthless, ...rest } = tx;
    const isTraded = unlessWorthless?.markets.some(({ assetId, at }) => lookup(assetId, at) !== null);
    if (!unlessWorthless || !isTraded) return tx;
    const { type, incomeType, protocol, flags, rule } = unlessWorthless;
    return { ...rest, type, incomeType, protocol, flags, rule, isSpam: false };
  });
