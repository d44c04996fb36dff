import type { BalanceChange, BalanceChanges, Position } from '../../engine';
import { isPriceable } from '../../kernel/asset';
import { DAY_MS } from '../../kernel/durations';
import type { Sliced } from '../../kernel/slices';
import { mulDiv, pow10, MONEY_DECIMALS, type Money, type Quantity } from '../../kernel/units';
import type { PriceRef } from '../../chain/facts/wallet-transaction';
import type { Holding } from '../holdings';

/** USD per whole unit: `units` divided by 10^`digits`. No more digits than the price has, so products stay small. */
export interface UnitPrice {
  units: bigint;
  digits: number;
  isEstimate: boolean;
}

export function unitPrice(usd: string, isEstimate = false): UnitPrice {
  const [whole = '0', fraction = ''] = usd.split('.');
  return { units: BigInt(whole + fraction), digits: fraction.length, isEstimate };
}

/** A price more than a day older than `at` is an estimate. @param at milliseconds UTC */
export const unitPriceAt = (price: Pick<PriceRef, 'usd' | 'at'>, at: number): UnitPrice =>
  unitPrice(price.usd, at - price.at > DAY_MS);

/** Rounded half up once, for all units of an asset together. */
export function valueAt(quantity: Quantity, decimals: number, { units, digits }: UnitPrice): Money {
  const shift = decimals + digits - MONEY_DECIMALS;
  return shift > 0 ? mulDiv(quantity, units, pow10(shift)) : quantity * units * pow10(-shift);
}

export interface DayEnd {
  /** Day number, as in `kernel/calendar`. */
  day: number;
  /** Milliseconds UTC. */
  at: number;
}

/**
 * `prices_pending`: a price has not been fetched yet. `price_missing`: an asset has prices on earlier and later days,
 * but not on this one. `no_price`: no held asset has a price.
 */
export type Gap = 'prices_pending' | 'price_missing' | 'no_price';

export interface ValuePoint extends DayEnd {
  /** Sum of the assets with a price. Null is a gap. */
  value: Money | null;
  gap: Gap | null;
  estimated: number;
  /** Held assets without a price. `value` does not include them, as in the totals of holdings. */
  unpriced: number;
}

/** Null: no source has a price. Undefined: it has not been fetched. */
export type PriceAt = (assetId: string, at: number) => UnitPrice | null | undefined;

export interface HeldDays {
  asset: BalanceChanges['asset'];
  days: { index: number; quantity: Quantity }[];
}

export function heldDays(histories: readonly BalanceChanges[], ends: readonly DayEnd[]): HeldDays[] {
  const held = histories.map(({ asset, changes }) => ({ asset, days: daysOf(changes, ends) }));
  return held.filter(({ days }) => days.length > 0);
}

function daysOf(changes: readonly BalanceChange[], ends: readonly DayEnd[]): HeldDays['days'] {
  const days: HeldDays['days'] = [];
  let next = 0;
  let quantity = 0n;
  for (const [index, { at }] of ends.entries()) {
    for (let change = changes[next]; change && change.at <= at; change = changes[++next])
      quantity = change.quantity;
    if (quantity > 0n) days.push({ index, quantity });
  }
  return days;
}

interface Sum {
  value: Money;
  priced: number;
  unpriced: number;
  estimated: number;
  isPending: boolean;
  hasHole: boolean;
}

const NOTHING: Readonly<Sum> = {
  value: 0n,
  priced: 0,
  unpriced: 0,
  estimated: 0,
  isPending: false,
  hasHole: false,
};

/** At the end of each day, one asset per slice. @param ends as for `heldDays` */
export function* valueHistory(
  held: readonly HeldDays[],
  ends: readonly DayEnd[],
  priceAt: PriceAt,
): Sliced<ValuePoint[]> {
  const sums = ends.map((): Sum => ({ ...NOTHING }));
  for (const one of held) {
    addAsset(sums, one, ends, priceAt);
    yield;
  }
  return ends.map((end, i) => pointOf(end, sums[i] as Sum));
}

function addAsset(sums: Sum[], { asset, days }: HeldDays, ends: readonly DayEnd[], priceAt: PriceAt): void {
  const canHavePrice = isPriceable(asset);
  /** Days without a price since the last day with one. They are gaps when a price follows. */
  let since: Sum[] | null = null;
  for (const { index, quantity } of days) {
    const sum = sums[index] as Sum;
    const price = canHavePrice ? priceAt(asset.id, (ends[index] as DayEnd).at) : null;
    if (price === undefined) sum.isPending = true;
    else if (price === null) {
      sum.unpriced += 1;
      since?.push(sum);
    } else {
      sum.value += valueAt(quantity, asset.decimals, price);
      sum.priced += 1;
      if (price.isEstimate) sum.estimated += 1;
      for (const before of since ?? []) before.hasHole = true;
      since = [];
    }
  }
}

function pointOf(end: DayEnd, { value, priced, unpriced, estimated, isPending, hasHole }: Sum): ValuePoint {
  const gap = isPending
    ? 'prices_pending'
    : hasHole
      ? 'price_missing'
      : priced === 0 && unpriced > 0
        ? 'no_price'
        : null;
  return { ...end, value: gap === null ? value : null, gap, estimated, unpriced };
}

export function pastHolding(
  position: Position,
  tokenKey: string,
  price: PriceRef | null,
  isBasisPending: boolean,
): Holding {
  const { asset, quantity, cost, lots, hasUntracked } = position;
  const known = isPriceable(asset) ? price : null;
  const value = known && valueAt(quantity, asset.decimals, unitPrice(known.usd));
  return {
    asset,
    tokenKey,
    quantity,
    cost: isBasisPending ? null : cost,
    price: known,
    value,
    gain: value === null || isBasisPending ? null : value - cost,
    lots,
    lotCount: lots.length,
    hasUntracked,
  };
}
