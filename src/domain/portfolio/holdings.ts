import type { Lot, Position, UnrealizedAsset } from '../engine';
import type { Asset } from '../kernel/asset';
import { dec } from '../kernel/decimal';
import { valueOf, type Money, type Quantity } from '../kernel/units';
import type { PriceRef } from '../normalise/facts/wallet-transaction';
import type { Balance } from './balances';

/** One asset of one wallet with what it cost and what it is worth now. */
export interface Holding {
  asset: Asset;
  tokenKey: string;
  quantity: Quantity;
  /** Null while it is still being computed. */
  cost: Money | null;
  /** Null when nobody prices the asset, or nobody could be asked. */
  price: PriceRef | null;
  /** Null without a price. */
  value: Money | null;
  /** Null without a price and while the basis is not known. */
  gain: Money | null;
  lots: readonly Lot[];
  hasUntracked: boolean;
}

export interface Totals {
  value: Money;
  /** Of the holdings with a price, so that `gain` is `value` less this. */
  cost: Money;
  gain: Money;
  /** Holdings without a price, and their basis: with `cost` it makes the basis of all lots. */
  unpricedCount: number;
  unpricedCost: Money;
}

/**
 * A position with its value. What it is worth is the sum of what its lots are worth, taken from the unrealized
 * report, so that lots, holdings and totals agree to the last digit.
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
    hasUntracked,
  };
}

/** A holding of which only the quantity is known yet. */
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
    hasUntracked: false,
  };
}

/** @source api.md 2, Holding: one without a price is left out of the sums */
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

/** Highest value first; the token key settles ties and orders what has no price. */
export function byValue(a: Holding, b: Holding): number {
  const difference = (b.value ?? -1n) - (a.value ?? -1n);
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return a.tokenKey < b.tokenKey ? -1 : 1;
}
