import type { Asset } from '../../kernel/asset';
import { type Decimal, dec, ZERO } from '../../kernel/decimal';
import { finished, mapSliced, SLICE, type Sliced } from '../../kernel/slices';
import { type Money, type Quantity, valuesAt } from '../../kernel/units';
import { sortingLots } from './holdings';
import type { Lot } from '../model/lot';
import { compareText } from '../model/order';

export interface UnrealizedLot {
  lot: Lot;
  value: Money;
  gain: Money;
}

export interface UnrealizedAsset {
  asset: Asset;
  price: Decimal;
  quantity: Quantity;
  cost: Money;
  value: Money;
  gain: Money;
  percent: Decimal;
  lots: UnrealizedLot[];
}

export interface Unrealized {
  assets: UnrealizedAsset[];
  cost: Money;
  value: Money;
  total: Money;
  /** Sums over lots. The loss is positive. */
  gain: Money;
  loss: Money;
  percent: Decimal;
  priceless: Asset[];
}

/**
 * Value minus remaining basis, per lot. Sums are sums of lots.
 * @param priceOf USD per whole unit, or null
 * @source spec 2.8, tax-rules 1.2
 */
export const unrealized = (lots: readonly Lot[], priceOf: (asset: Asset) => Decimal | null): Unrealized =>
  finished(valuingLots(lots, priceOf));

export function* valuingLots(
  lots: readonly Lot[],
  priceOf: (asset: Asset) => Decimal | null,
): Sliced<Unrealized> {
  const result: Unrealized = {
    assets: [],
    cost: 0n,
    value: 0n,
    total: 0n,
    gain: 0n,
    loss: 0n,
    percent: ZERO,
    priceless: [],
  };
  for (const held of yield* groupingByAsset(lots)) {
    const [first] = held;
    if (first === undefined) continue;
    const price = first.asset.decimalsUnknown ? null : priceOf(first.asset);
    if (price === null) result.priceless.push(first.asset);
    else add(result, yield* valued(first.asset, held, price));
  }
  result.percent = percentOf(result.total, result.cost);
  return result;
}

function* valued(asset: Asset, held: readonly Lot[], price: Decimal): Sliced<UnrealizedAsset> {
  const valueOf = valuesAt(asset.decimals, price);
  const lots = yield* mapSliced(held, (lot) => {
    const value = valueOf(lot.remaining);
    return { lot, value, gain: value - lot.cost };
  });
  const cost = sum(lots, ({ lot }) => lot.cost);
  const gain = sum(lots, (each) => each.gain);
  return {
    asset,
    price,
    quantity: sum(lots, ({ lot }) => lot.remaining),
    cost,
    value: sum(lots, (each) => each.value),
    gain,
    percent: percentOf(gain, cost),
    lots,
  };
}

function add(result: Unrealized, entry: UnrealizedAsset): void {
  result.assets.push(entry);
  result.cost += entry.cost;
  result.value += entry.value;
  result.total += entry.gain;
  for (const { gain } of entry.lots)
    if (gain > 0n) result.gain += gain;
    else result.loss -= gain;
}

function* groupingByAsset(lots: readonly Lot[]): Sliced<Lot[][]> {
  const groups = new Map<string, Lot[]>();
  for (const [i, lot] of lots.entries()) {
    if (i % SLICE === 0) yield;
    if (lot.remaining === 0n) continue;
    const group = groups.get(lot.asset.id);
    if (group) group.push(lot);
    else groups.set(lot.asset.id, [lot]);
  }
  const inOrder: Lot[][] = [];
  for (const [, group] of [...groups].sort(([a], [b]) => compareText(a, b)))
    inOrder.push(yield* sortingLots(group));
  return inOrder;
}

/** Zero at a zero basis. @source api.md 4, 25 */
export const percentOf = (part: Money, whole: Money): Decimal =>
  whole === 0n ? ZERO : dec(part).mul(100).div(dec(whole));

const sum = <T>(items: readonly T[], of: (item: T) => bigint): bigint =>
  items.reduce((total, item) => total + of(item), 0n);
