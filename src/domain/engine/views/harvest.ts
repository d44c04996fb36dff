import type { Asset } from '../../kernel/asset';
import { dayOf, dayText, isLongTermDays, longTermDay } from '../../kernel/calendar';
import type { Decimal } from '../../kernel/decimal';
import { valuesAt, type Money, type Quantity } from '../../kernel/units';
import type { Ledger, LedgerLot, Lot } from '../model/lot';
import { compareText } from '../model/order';
import { WASH_WINDOW_DAYS } from '../replay/wash-sale';

/** One open lot that gives a loss if sold today. */
export interface HarvestOpportunity {
  lot: Lot;
  price: Decimal;
  value: Money;
  /** For a loss. Of a gift it can be lower than that of a gain. */
  basis: Money;
  /** As a positive number. */
  loss: Money;
  isLongTerm: boolean;
  /** Null once long-term. */
  daysToLongTerm: number | null;
  /** Bought within the last thirty days: the wash-sale rule would disallow the loss of a sale today. */
  isWashRisk: boolean;
  lastAcquiredAt: number | null;
  /** First day on which a new purchase is outside the window of a sale today. */
  safeRebuyOn: string;
}

export interface Harvest {
  total: Money;
  short: Money;
  long: Money;
  /** Largest loss first. */
  opportunities: HarvestOpportunity[];
}

/**
 * Lists the losses that can be realised at given prices, as a return allows them. Excludes lots of unknown or
 * provisional basis and assets without a price.
 * @param asOf milliseconds UTC
 * @param groupOf canonical asset, so that a purchase of the same asset on another chain counts
 * @source tax-rules 5.2, 7.3, 9.4, 11.2
 */
export function harvest(
  ledger: Ledger,
  priceOf: (asset: Asset) => Decimal | null,
  options: {
    asOf: number;
    timezone: string;
    wallet?: string;
    groupOf?: (assetId: string) => string | null;
  },
): Harvest {
  const { asOf, timezone, wallet } = options;
  const today = dayOf(asOf, timezone);
  const group = (asset: Asset): string => options.groupOf?.(asset.id) ?? asset.id;
  const bought = purchases(ledger, group);
  const priced = pricing(priceOf);
  const opportunities: HarvestOpportunity[] = [];
  for (const lot of ledger.lots) {
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
    const others = (bought.get(group(lot.asset)) ?? []).filter(
      (other) => other.orderId !== lot.orderId && other.at <= asOf,
    );
    opportunities.push({
      lot,
      price: found.price,
      value,
      basis,
      loss: basis - value,
      isLongTerm,
      daysToLongTerm: isLongTerm || started === null ? null : longTermDay(started) - today,
      isWashRisk: others.some(
        ({ at, isReplacement }) => !isReplacement && today - dayOf(at, timezone) <= WASH_WINDOW_DAYS,
      ),
      lastAcquiredAt: latest([...others.map(({ at }) => at), lot.acquiredAt ?? lot.receivedAt]),
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

/** A sale of other units has no loss that a return allows. @source tax-rules 7.3, 9.4 */
const isBasisKnown = (lot: LedgerLot): boolean =>
  !lot.isUntracked && lot.valueStatus === 'known' && !lot.lacksLossBasis;

const isLongTermLoss = (lot: LedgerLot, started: number | null, today: number): boolean =>
  lot.isInherited || (started !== null && isLongTermDays(started, today));

interface Priced {
  price: Decimal;
  valueOf: (quantity: Quantity) => Money;
}

/** Asks once per asset. */
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

interface Purchase {
  at: number;
  orderId: string | null;
  /** It already replaced a loss, and replaces no other. */
  isReplacement: boolean;
}

/** Purchases that are still held, per group. Only these can replace units. */
function purchases(ledger: Ledger, group: (asset: Asset) => string): Map<string, Purchase[]> {
  const bought = new Map<string, Purchase[]>();
  for (const lot of ledger.lots) {
    if (lot.remaining === 0n || !lot.isPurchase || lot.acquiredAt === null) continue;
    const key = group(lot.asset);
    const { acquiredAt: at, orderId, isReplacement } = lot;
    const entry: Purchase = { at, orderId, isReplacement };
    const list = bought.get(key);
    if (list) list.push(entry);
    else bought.set(key, [entry]);
  }
  return bought;
}

const latest = (times: readonly number[]): number | null =>
  times.reduce<number | null>((found, at) => (found === null || at > found ? at : found), null);
