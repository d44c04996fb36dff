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
  /** True for the price of an earlier day. */
  isEstimate: boolean;
}

/** @param usd plain decimal text */
export function unitPrice(usd: string, isEstimate = false): UnitPrice {
  const [whole = '0', fraction = ''] = usd.split('.');
  return { units: BigInt(whole + fraction), digits: fraction.length, isEstimate };
}

/** The price of a time. One that is more than a day older is an estimate. @param at milliseconds UTC */
export const unitPriceAt = (price: Pick<PriceRef, 'usd' | 'at'>, at: number): UnitPrice =>
  unitPrice(price.usd, at - price.at > DAY_MS);

/** Rounded half up once, for all units of an asset together. */
export function valueAt(quantity: Quantity, decimals: number, { units, digits }: UnitPrice): Money {
  const shift = decimals + digits - MONEY_DECIMALS;
  return shift > 0 ? mulDiv(quantity, units, pow10(shift)) : quantity * units * pow10(-shift);
}

/** The end of a day of the taxpayer. */
export interface DayEnd {
  /** Day number, as in `kernel/calendar`. */
  day: number;
  /** Milliseconds UTC. */
  at: number;
}

/**
 * Why a day has no value. `prices_pending`: a price has not been fetched yet. `price_missing`: an asset has prices on
 * earlier and later days, but not on this one. `no_price`: no held asset has a price.
 */
export type Gap = 'prices_pending' | 'price_missing' | 'no_price';

export interface ValuePoint extends DayEnd {
  /** Of the assets with a price. Null is a gap. */
  value: Money | null;
  gap: Gap | null;
  /** Held assets whose price is that of an earlier day. */
  estimated: number;
  /** Held assets without a price. As in the totals of holdings, `value` does not include them. */
  unpriced: number;
}

/** Null: no source has a price. Undefined: it has not been fetched. */
export type PriceAt = (assetId: string, at: number) => UnitPrice | null | undefined;

/** Balances of one asset at the days on which the wallet holds it. */
export interface HeldDays {
  asset: BalanceChanges['asset'];
  /** Index of the day and units, in the order of the days. */
  days: { index: number; quantity: Quantity }[];
}

/** @param ends oldest first */
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

/** What is known of one day while the assets are added up. */
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

/** The value of the held assets at the end of each day, one asset per slice. @param ends as for `heldDays` */
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
  /** Days without a price since the last day with one. They are holes when a price follows. */
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

/** A position of a past day, valued as `valueHistory` values it. */
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
