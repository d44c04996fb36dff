import type { PriceRef, WalletTransaction } from '../facts/wallet-transaction';

type Lookup = (assetId: string, at: number) => PriceRef | null;

/** Prices that decide whether hidden units have a market: one per asset. */
export function marketQueries(
  txs: readonly WalletTransaction[],
): { assetId: string; symbol: string; at: number }[] {
  const queries = new Map<string, { assetId: string; symbol: string; at: number }>();
  for (const { unlessWorthless } of txs)
    for (const market of unlessWorthless?.markets ?? [])
      queries.set(`${market.assetId}@${market.at}`, market);
  return [...queries.values()];
}

/**
 * Shows hidden units that have a market. A token without a price when it first came stays hidden.
 * @source coverage.md 2.13
 */
export const withMarkets = (txs: readonly WalletTransaction[], lookup: Lookup): WalletTransaction[] =>
  txs.map((tx) => {
    if (!tx.unlessWorthless?.markets.some(({ assetId, at }) => lookup(assetId, at) !== null)) return tx;
    const { unlessWorthless, ...rest } = tx;
    const { type, incomeType, protocol, flags, rule } = unlessWorthless;
    return { ...rest, type, incomeType, protocol, flags, rule, isSpam: false };
  });
