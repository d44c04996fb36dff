import type { Asset } from '../../kernel/asset';
import { dayOf, dayText, isLongTermDays, longTermDay } from '../../kernel/calendar';
import type { Decimal } from '../../kernel/decimal';
import { valuesAt, type Money, type Quantity } from '../../kernel/units';
import type { Ledger, LedgerLot, Lot } from '../model/lot';
import { compareText } from '../model/order';
import { finished, type Sliced } from '../../kernel/slices';
import { WASH_WINDOW_DAYS } from '../replay/wash-sale';

/** Lots read between two yields: some milliseconds. */
const READ_AT_ONCE = 2_000;

export interface HarvestOpportunity {
  lot: Lot;
  price: Decimal;
  value: Money;
  /** The basis for a loss. For a gift it can be lower than the basis for a gain. */
  basis: Money;
  /** Positive. */
  loss: Money;
  isLongTerm: boolean;
  /** Null once long-term. */
  daysToLongTerm: number | null;
  /** Bought within the last thirty days: the wash-sale rule would disallow the loss of a sale today. */
  isWashRisk: boolean;
  lastAcquiredAt: number | null;
  safeRebuyOn: string;
}

export interface Harvest {
  total: Money;
  short: Money;
  long: Money;
  opportunities: HarvestOpportunity[];
}

/**
 * Losses that a return allows at given prices. Excludes lots of unknown or provisional basis and assets without a
 * price.
 * @param asOf milliseconds UTC
 * @param groupOf canonical asset, so that a purchase of the same asset on another chain counts
 * @source tax-rules 5.2, 7.3, 9.4, 11.2
 */
export const harvest = (...of: Parameters<typeof harvesting>): Harvest => finished(harvesting(...of));

export function* harvesting(
  ledger: Pick<Ledger, 'lots'>,
  priceOf: (asset: Asset) => Decimal | null,
  options: {
    asOf: number;
    timezone: string;
    wallet?: string;
    groupOf?: (assetId: string) => string | null;
  },
): Sliced<Harvest> {
  const { asOf, timezone, wallet } = options;
  const today = dayOf(asOf, timezone);
  const group = (asset: Asset): string => options.groupOf?.(asset.id) ?? asset.id;
  const bought = purchases(ledger, group, asOf);
  const priced = pricing(priceOf);
  const opportunities: HarvestOpportunity[] = [];
  for (const [index, lot] of ledger.lots.entries()) {
    if (index % READ_AT_ONCE === 0) yield;
    if (lot.remaining === 0n || !isBasisKnown(lot)) continue;
    if ((wallet !== undefined && lot.wallet !== wallet) || lot.receivedAt > asOf) continue;
    const found = priced(lot.asset);
    if (found === null) continue;
    const value = found.valueOf(lot.remaining);
    const basis = lot.lossCost ?? lot.cost;
    if (value >= basis) continue;
    const start = lot.givenAt ?? lot.holdingStartAt;
    const started = start === null ? null : dayOf(start, timezone);
    const isLongTerm = isLongTermLoss(lot, started, today);
    const others = bought.get(group(lot.asset));
    const replacing = others?.replacing.besides(lot.orderId) ?? null;
    const ownAt = lot.acquiredAt ?? lot.receivedAt;
    opportunities.push({
      lot,
      price: found.price,
      value,
      basis,
      loss: basis - value,
      isLongTerm,
      daysToLongTerm: isLongTerm || started === null ? null : longTermDay(started) - today,
      isWashRisk: replacing !== null && today - dayOf(replacing, timezone) <= WASH_WINDOW_DAYS,
      lastAcquiredAt: Math.max(others?.all.besides(lot.orderId) ?? ownAt, ownAt),
      safeRebuyOn: dayText(today + WASH_WINDOW_DAYS + 1),
    });
  }
  opportunities.sort((a, b) =>
    a.loss === b.loss ? compareText(a.lot.id, b.lot.id) : a.loss > b.loss ? -1 : 1,
  );
  const sum = (isLong: boolean): Money =>
    opportunities.reduce((total, each) => (each.isLongTerm === isLong ? total + each.loss : total), 0n);
  return { total: sum(true) + sum(false), short: sum(false), long: sum(true), opportunities };
}

/** Without a known basis, a return allows no loss. @source tax-rules 7.3, 9.4 */
const isBasisKnown = (lot: LedgerLot): boolean =>
  !lot.isUntracked && lot.valueStatus === 'known' && !lot.lacksLossBasis;

const isLongTermLoss = (lot: LedgerLot, started: number | null, today: number): boolean =>
  lot.isInherited || (started !== null && isLongTermDays(started, today));

interface Priced {
  price: Decimal;
  valueOf: (quantity: Quantity) => Money;
}

function pricing(priceOf: (asset: Asset) => Decimal | null): (asset: Asset) => Priced | null {
  const known = new Map<string, Priced | null>();
  return (asset) => {
    const found = known.get(asset.id);
    if (found !== undefined) return found;
    const price = asset.decimalsUnknown ? null : priceOf(asset);
    const priced = price === null ? null : { price, valueOf: valuesAt(asset.decimals, price) };
    known.set(asset.id, priced);
    return priced;
  };
}

/** The last purchase, and the last of another order: a lot is not replaced by a purchase of its own order. */
class LastPurchases {
  private last: { at: number; orderId: string | null } | null = null;
  private other: { at: number; orderId: string | null } | null = null;

  add(at: number, orderId: string | null): void {
    if (this.last?.orderId === orderId) this.last.at = Math.max(this.last.at, at);
    else if (this.last === null || at > this.last.at) {
      this.other = this.last;
      this.last = { at, orderId };
    } else if (this.other === null || at > this.other.at) this.other = { at, orderId };
  }

  besides(orderId: string | null): number | null {
    return (this.last?.orderId === orderId ? this.other?.at : this.last?.at) ?? null;
  }
}

interface Purchases {
  all: LastPurchases;
  replacing: LastPurchases;
}

/** Purchases until a time that are still held, per group. Only these can replace units. */
function purchases(
  ledger: Pick<Ledger, 'lots'>,
  group: (asset: Asset) => string,
  asOf: number,
): Map<string, Purchases> {
  const bought = new Map<string, Purchases>();
  for (const lot of ledger.lots) {
    if (lot.remaining === 0n || !lot.isPurchase || lot.acquiredAt === null || lot.acquiredAt > asOf) continue;
    const key = group(lot.asset);
    const known = bought.get(key) ?? { all: new LastPurchases(), replacing: new LastPurchases() };
    bought.set(key, known);
    known.all.add(lot.acquiredAt, lot.orderId);
    if (!lot.isReplacement) known.replacing.add(lot.acquiredAt, lot.orderId);
  }
  return bought;
}
