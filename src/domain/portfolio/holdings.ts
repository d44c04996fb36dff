import type { Lot, Position, UnrealizedAsset } from '../engine';
import type { Asset } from '../kernel/asset';
import { dec } from '../kernel/decimal';
import { valueOf, type Money, type Quantity } from '../kernel/units';
import type { PriceRef } from '../chain/facts/wallet-transaction';
import type { Balance } from './balances';

export interface Holding {
  asset: Asset;
  tokenKey: string;
  quantity: Quantity;
  /** Null while it is being computed. */
  cost: Money | null;
  /** Null when no source has a price, or no source answered. */
  price: PriceRef | null;
  value: Money | null;
  /** Null without a price, and while the basis is unknown. */
  gain: Money | null;
  lots: readonly Lot[];
  lotCount: number;
  hasUntracked: boolean;
  isSpam?: true;
}

export interface Totals {
  value: Money;
  /** Of holdings with a price, so that `gain` equals `value` minus `cost`. */
  cost: Money;
  gain: Money;
  unpricedCount: number;
  unpricedCost: Money;
}

/**
 * Sums the values of the lots as the unrealized report does, so that lots, holdings and totals agree to the last
 * digit.
 * @param valued null without a price
 */
export function holdingOf(
  { asset, quantity, cost, lots, hasUntracked }: Position,
  tokenKey: string,
  valued: { price: PriceRef; entry: UnrealizedAsset } | null,
  isBasisPending: boolean,
): Holding {
  return {
    asset,
    tokenKey,
    quantity,
    cost: isBasisPending ? null : cost,
    price: valued?.price ?? null,
    value: valued?.entry.value ?? null,
    gain: isBasisPending ? null : (valued?.entry.gain ?? null),
    lots,
    lotCount: lots.length,
    hasUntracked,
  };
}

export function bareHolding({ asset, quantity }: Balance, tokenKey: string, price: PriceRef | null): Holding {
  const known = asset.decimalsUnknown ? null : price;
  return {
    asset,
    tokenKey,
    quantity,
    cost: null,
    price: known,
    value: known && valueOf(quantity, asset.decimals, dec(known.usd)),
    gain: null,
    lots: [],
    lotCount: 0,
    hasUntracked: false,
  };
}

/** A token that counts nowhere has no basis, and its price is not asked for. */
export const spamHolding = (balance: Balance, tokenKey: string): Holding => ({
  ...bareHolding(balance, tokenKey, null),
  cost: 0n,
  isSpam: true,
});

/** A holding without a price is excluded from the sums. @source api.md 2, Holding */
export function totalsOf(holdings: readonly Holding[]): Totals {
  const totals: Totals = { value: 0n, cost: 0n, gain: 0n, unpricedCount: 0, unpricedCost: 0n };
  for (const { value, cost, gain } of holdings) {
    if (value === null) {
      totals.unpricedCount += 1;
      totals.unpricedCost += cost ?? 0n;
      continue;
    }
    totals.value += value;
    totals.cost += cost ?? 0n;
    totals.gain += gain ?? 0n;
  }
  return totals;
}

/** Highest value first. The token key breaks ties and sorts holdings without a price. */
export function byValue(a: Holding, b: Holding): number {
  const difference = (b.value ?? -1n) - (a.value ?? -1n);
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return a.tokenKey < b.tokenKey ? -1 : 1;
}
