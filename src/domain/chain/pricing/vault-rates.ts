import type { Asset } from '../../kernel/asset';
import { SLICE, type Sliced } from '../../kernel/slices';
import type { Quantity } from '../../kernel/units';
import { isNft } from '../facts/assets';
import { isReceiptOf } from '../facts/receipt-names';
import type { Leg, PriceRef, WalletTransaction } from '../facts/wallet-transaction';
import { legRoles } from './leg-roles';
import { isMarketPriced, unitPrice, worth } from './split';

type Lookup = (assetId: string, at: number) => PriceRef | null;

/** Source of a price that follows from the asset of a vault and the share's rate. */
export const VAULT_SHARE = 'vault_share';

/** What shares of a vault stood for when the owner put in or took out. */
interface Rate {
  at: number;
  share: Asset;
  shares: Quantity;
  asset: Asset;
  units: Quantity;
}
/** By share, ascending by time. */
export type VaultRates = ReadonlyMap<string, readonly Rate[]>;

const INTO: ReadonlySet<string> = new Set(['stake', 'lp_add']);
const OUT_OF: ReadonlySet<string> = new Set(['unstake', 'lp_remove']);

/**
 * Rates of the receipts of one asset, from the deposits and withdrawals of the owner: vaults (ERC-4626), lending
 * receipts, gauges.
 * @source coverage.md 1
 */
export function* collectingVaultRates(transactions: readonly WalletTransaction[]): Sliced<VaultRates> {
  const rates = new Map<string, Rate[]>();
  for (const [index, tx] of transactions.entries()) {
    if (index % SLICE === 0) yield;
    const isIn = INTO.has(tx.type);
    if (tx.isSpam || (!isIn && !OUT_OF.has(tx.type))) continue;
    const { given, got } = legRoles(tx);
    const [share, unit] = isIn ? [only(got), only(given)] : [only(given), only(got)];
    // What a purchase gives has a price of its own.
    if (!share || !unit || !isReceiptOf(share.asset, unit.asset)) continue;
    const rate = {
      ...{ at: tx.at, share: share.asset, shares: share.quantity },
      ...{ asset: unit.asset, units: unit.quantity },
    };
    const list = rates.get(share.asset.id) ?? [];
    rates.set(share.asset.id, list);
    list.push(rate);
  }
  for (const list of rates.values()) list.sort((a, b) => a.at - b.at);
  return rates;
}

const only = (legs: readonly Leg[]): Leg | null => {
  const [leg] = legs;
  return leg && legs.length === 1 && !isNft(leg.asset) && isMarketPriced(leg.asset) ? leg : null;
};

/** Prices of the assets of vaults, at the times when shares move. */
export const vaultQueries = (
  transactions: readonly WalletTransaction[],
  rates: VaultRates,
): { assetId: string; symbol: string; at: number }[] =>
  rates.size === 0
    ? []
    : transactions.flatMap(({ isSpam, legs, at }) =>
        isSpam
          ? []
          : legs.flatMap(({ asset }) => {
              const rate = nearest(rates.get(asset.id), at);
              return rate ? [{ assetId: rate.asset.id, symbol: rate.asset.symbol, at }] : [];
            }),
      );

/** A share without a market price has the price of its units at the nearest known rate. */
export const withVaultRates =
  (lookup: Lookup, rates: VaultRates): Lookup =>
  (assetId, at) => {
    const price = lookup(assetId, at);
    const rate = price ? null : nearest(rates.get(assetId), at);
    const asset = rate && lookup(rate.asset.id, at);
    if (!rate || !asset) return price;
    const value = worth(rate.units, rate.asset.decimals, asset.usd);
    const usd = unitPrice(value, { quantity: rate.shares, asset: rate.share });
    return { usd, source: VAULT_SHARE, at: asset.at };
  };

/** The earlier one of two that are as near. */
const nearest = (list: readonly Rate[] | undefined, at: number): Rate | null =>
  (list ?? []).reduce<Rate | null>(
    (best, rate) => (best === null || Math.abs(rate.at - at) < Math.abs(best.at - at) ? rate : best),
    null,
  );
