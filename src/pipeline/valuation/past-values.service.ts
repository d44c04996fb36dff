import { Injectable } from '@nestjs/common';
import { positions, type Position } from '../../domain/engine';
import { isPriceable, tokenKeyOf } from '../../domain/kernel/asset';
import { dayOf, startOfDay } from '../../domain/kernel/calendar';
import { AppError } from '../../domain/kernel/errors';
import { deposits } from '../../domain/portfolio/deposits';
import { periodEnds, type Interval } from '../../domain/portfolio/history/periods';
import {
  heldDays,
  pastHolding,
  unitPriceAt,
  valueHistory,
  type DayEnd,
  type HeldDays,
  type PriceAt,
  type ValuePoint,
} from '../../domain/portfolio/history/value-history';
import { byValue, totalsOf } from '../../domain/portfolio/holdings';
import { Clock } from '../../ports/clock';
import type { PriceQuery } from '../../ports/upstream/price-source';
import { inTurns } from '../../common/turns';
import type { Budget } from '../budget';
import type { ReadyWalletLedger, WalletLedger } from '../ledger/wallet-ledger';
import { WalletLedgerService } from '../ledger/wallet-ledger.service';
import { DayPrices } from './day-prices.service';
import { PastBalances } from './past-balances.service';
import { pendingTransactions } from '../ledger/snapshots/pending-transactions';
import { ValuationService, type Portfolio } from './valuation.service';

/** Prices of one history. More would make the service slow for others. */
const MAX_PRICES = 250_000;

export interface ValueHistory {
  points: ValuePoint[];
  /** True when a later call can return more values. */
  partial: boolean;
  /** Milliseconds UTC at which a price is fetched again; 0 for a partial history. */
  currentUntil: number;
}

/** Values of past days: the ledger of the events until the end of the day, at the prices of that time. */
@Injectable()
export class PastValues {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly balances: PastBalances,
    private readonly prices: DayPrices,
    private readonly valuation: ValuationService,
    private readonly clock: Clock,
  ) {}

  /** IANA name of the zone of the owner. */
  zoneOf(walletLedger: WalletLedger): string {
    return this.ledgers.rulesOf(walletLedger).timezone;
  }

  /** Day number of the current day of the owner. */
  today(walletLedger: WalletLedger): number {
    return dayOf(this.clock.now(), this.zoneOf(walletLedger));
  }

  /**
   * @param first day number; null: the day of the first change
   * @param last day number, at most today
   * @throws AppError VALIDATION_ERROR naming `interval` when the history needs too many prices
   */
  async history(
    walletLedger: ReadyWalletLedger,
    period: { first: number | null; last: number; interval: Interval },
    budget: Budget,
  ): Promise<ValueHistory> {
    const timezone = this.zoneOf(walletLedger);
    const today = this.today(walletLedger);
    const { last } = period;
    const first = Math.min(period.first ?? (await this.firstDay(walletLedger, last)), last);
    const ends = periodEnds(first, last, period.interval).map((day) => this.endOf(day, today, timezone));
    const held = heldDays(await this.balances.of(walletLedger, ends), ends);
    const queries = queriesOf(held, ends, today);
    const { priceAt, missing } = await this.prices.of(walletLedger.subject, queries);
    const current = await this.currentPrices(walletLedger, held, ends, today, budget);
    const priceThen: PriceAt = (id, at) => (at === current.at ? current.priceOf(id) : priceAt(id, at));
    const points = await inTurns(valueHistory(held, ends, priceThen), budget.signal);
    await this.prices.order(walletLedger.subject, missing, budget.requester ?? null);
    const partial = points.some(({ gap }) => gap === 'prices_pending');
    return { points, partial, currentUntil: partial ? 0 : current.freshUntil };
  }

  /** The holdings at the end of a past day. The values are those of `history`. */
  async holdings(walletLedger: ReadyWalletLedger, day: number, budget: Budget): Promise<Portfolio> {
    const { subject, tokenKeys, history } = walletLedger;
    const { at } = this.endOf(day, null, this.zoneOf(walletLedger));
    const ledger = await this.ledgers.until(walletLedger, at);
    const [held, deposited] = [positions(ledger, subject.value), deposits(ledger, subject.value)];
    const assets = [...held, ...deposited].map(({ asset }) => asset).filter(isPriceable);
    const queries = assets.map(({ id, symbol }): PriceQuery => ({ assetId: id, symbol, at }));
    const prices = await this.prices.at(subject, queries);
    const missing = queries.filter(({ assetId }) => !prices.has(assetId));
    await this.prices.order(subject, missing, budget.requester ?? null);
    const pending = pendingTransactions(walletLedger);
    const valued = (list: readonly Position[]) =>
      list
        .map((position) => {
          const isPending = position.lots.some(({ transactionId }) => pending.has(transactionId));
          const price = prices.get(position.asset.id) ?? null;
          return pastHolding(position, tokenKeyOf(tokenKeys, position.asset), price, isPending);
        })
        .sort(byValue);
    const holdings = valued(held);
    const partial = missing.length > 0 || history.syncStatus.pricesPending;
    return {
      holdings,
      deposited: valued(deposited),
      totals: totalsOf(holdings),
      partial,
      pricesPending: missing.length > 0,
      currentUntil: partial ? 0 : Infinity,
    };
  }

  private async firstDay(walletLedger: ReadyWalletLedger, last: number): Promise<number> {
    const timezone = this.zoneOf(walletLedger);
    const changes = await this.balances.of(walletLedger, null);
    const times = changes.flatMap(({ changes: [earliest] }) => (earliest ? [earliest.at] : []));
    return times.reduce((day, at) => Math.min(day, dayOf(at, timezone)), last);
  }

  /** The last millisecond of a day. Today ends now. */
  private endOf(day: number, today: number | null, timezone: string): DayEnd {
    return { day, at: day === today ? this.clock.now() : startOfDay(day + 1, timezone) - 1 };
  }

  /** Prices of today, when it is one of the days. */
  private async currentPrices(
    { subject }: ReadyWalletLedger,
    held: readonly HeldDays[],
    ends: readonly DayEnd[],
    today: number,
    budget: Budget,
  ): Promise<{ at: number | null; priceOf: (assetId: string) => ReturnType<PriceAt>; freshUntil: number }> {
    const last = ends.at(-1);
    if (last?.day !== today) return { at: null, priceOf: () => null, freshUntil: Infinity };
    const assets = held
      .filter(({ days }) => days.at(-1)?.index === ends.length - 1)
      .map(({ asset }) => asset);
    const { prices, unanswered, freshUntil } = await this.valuation.pricesOf(subject, assets, budget);
    const priceOf = (assetId: string) => {
      const price = prices.get(assetId);
      return price ? unitPriceAt(price, last.at) : unanswered.has(assetId) ? undefined : null;
    };
    return { at: last.at, priceOf, freshUntil };
  }
}

/** Prices of past days, by asset. @throws AppError VALIDATION_ERROR */
function queriesOf(
  held: readonly HeldDays[],
  ends: readonly DayEnd[],
  today: number,
): Map<string, PriceQuery[]> {
  const priceable = held.filter(({ asset }) => isPriceable(asset));
  const count = priceable.reduce((sum, { days }) => sum + days.length, 0);
  if (count > MAX_PRICES) throw tooManyPrices(count);
  return new Map(
    priceable.map(({ asset: { id, symbol }, days }) => [
      id,
      days.flatMap(({ index }): PriceQuery[] => {
        const { day, at } = ends[index] as DayEnd;
        return day === today ? [] : [{ assetId: id, symbol, at }];
      }),
    ]),
  );
}

const tooManyPrices = (count: number): AppError =>
  new AppError(
    'VALIDATION_ERROR',
    { prices: count, limit: MAX_PRICES },
    {
      field: 'interval',
      message: `interval: The history needs ${count} prices, and at most ${MAX_PRICES} are read; use a longer interval or a shorter period`,
    },
  );
