import type { Lot, Position } from '../domain/engine';
import type { Asset } from '../domain/kernel/asset';
import { dec } from '../domain/kernel/decimal';
import { valueOf, type Money, type Quantity } from '../domain/kernel/units';
import type { PricePoint } from '../ports/price-source';
import type { Balance } from './balances';

/** One asset of one wallet with what it cost and what it is worth now. */
export interface Holding {
  asset: Asset;
  tokenKey: string;
  quantity: Quantity;
  /** Null while it is still being computed. */
  cost: Money | null;
  /** Null when nobody prices the asset, or nobody could be asked. */
  price: PricePoint | null;
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

/** What a holding is worth is the sum of what its lots are worth, so that lots and holdings add up alike. */
export function holdingOf(
  { asset, quantity, cost, lots, hasUntracked }: Position,
  tokenKey: string,
  price: PricePoint | null,
  isBasisPending: boolean,
): Holding {
  const unit = price && !asset.decimalsUnknown ? dec(price.usd) : null;
  const value = unit && lots.reduce((sum, lot) => sum + valueOf(lot.remaining, asset.decimals, unit), 0n);
  return {
    asset,
    tokenKey,
    quantity,
    cost: isBasisPending ? null : cost,
    price: unit ? price : null,
    value,
    gain: value === null || isBasisPending ? null : value - cost,
    lots,
    hasUntracked,
  };
}

/** A holding of which only the quantity is known yet. */
export function bareHolding(
  { asset, quantity }: Balance,
  tokenKey: string,
  price: PricePoint | null,
): Holding {
  const unit = price && !asset.decimalsUnknown ? dec(price.usd) : null;
  return {
    asset,
    tokenKey,
    quantity,
    cost: null,
    price: unit ? price : null,
    value: unit && valueOf(quantity, asset.decimals, unit),
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
