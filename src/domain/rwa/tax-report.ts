import { ZERO, type Decimal } from '../kernel/decimal';
import { dayNumber, dayOf, taxYearOf, yearBounds } from '../kernel/calendar';
import type { Moment, RwaHolding } from './holdings';
import { firstAcquired, knownCost, rounded, type DisposedLot, type RwaLot } from './position';
import type { RwaToken } from './registry';
import { accruedYield, basisStep, daysHeld, hasDayRates, isOpenAt, type Days } from './yields';

export interface InterestRow {
  token: RwaToken;
  /** USD */
  amount: Decimal;
  /** ms UTC of the oldest open lot, else of the oldest lot that earned; null when unknown. */
  acquiredAt: number | null;
  /** USD, of the lots with a known cost that are open at the end of the period. */
  cost: Decimal;
  /** USD, all yield of these lots up to then that the price holds. Its owner adds it to the cost at a sale. */
  basisStep: Decimal;
  /** True for the yields of the days held; false when the present yield stands for all days. */
  hasHistory: boolean;
}

/** Units that left in the year, with the gain that does not count their yield twice. USD, rounded. */
export interface DisposedRow {
  token: RwaToken;
  lot: DisposedLot;
  /** Yield of the days of the year. Null without a known cost or yield. */
  amount: Decimal | null;
  cost: Decimal | null;
  /** Yield of all days that the proceeds hold. */
  basisStep: Decimal;
  adjustedCost: Decimal | null;
  /** proceeds - cost. Null for units that were given away or lost, and without a known value or cost. */
  gain: Decimal | null;
  adjustedGain: Decimal | null;
}

export interface RwaTaxReport {
  year: number;
  rows: readonly InterestRow[];
  disposed: readonly DisposedRow[];
  /** USD */
  total: Decimal;
  /** ms UTC: the end of the year, or now. */
  reportedAt: number;
}

/**
 * Counts only days inside the year, so the years of a holding sum to its total accrued yield. Positions without a
 * known cost or yield, or not held in the year, have no row.
 * @param holdings include positions that were disposed of
 * @source spec 2.14; tax-rules 12.5, 14.9
 */
export function rwaTaxReport(holdings: readonly RwaHolding[], year: number, moment: Moment): RwaTaxReport {
  const days = daysOf(year, moment);
  const rows = holdings.flatMap((holding) => interestRow(holding, days));
  return {
    year,
    rows,
    disposed: holdings
      .flatMap((holding) => disposedRows(holding, year, days))
      .sort((a, b) => a.lot.disposedAt - b.lot.disposedAt),
    total: rows.reduce((sum, { amount }) => sum.plus(amount), ZERO),
    reportedAt: Math.min(moment.now, yearBounds(year, moment.timezone).until - 1),
  };
}

function interestRow({ token, position, quote }: RwaHolding, days: Days): InterestRow[] {
  const lots: RwaLot[] = [...position.lots, ...position.disposed];
  const amount = accruedYield({ token, lots }, quote, days);
  const earns = (lot: RwaLot): boolean => daysHeld(lot, days) > 0;
  const isHeld = lots.some((lot) => lot.cost?.gt(0) && earns(lot));
  const open = lots.filter((lot) => isOpenAt(lot, days));
  if (!amount || !(isHeld || amount.gt(0))) return [];
  return [
    {
      token,
      amount,
      acquiredAt:
        firstAcquired(open.filter(earns)) ?? firstAcquired(lots.filter(earns)) ?? firstAcquired(lots),
      cost: rounded(knownCost(open) ?? ZERO),
      basisStep: basisStep(position, open, quote, days),
      hasHistory: hasDayRates(lots, quote, days),
    },
  ];
}

function disposedRows({ token, position, quote }: RwaHolding, year: number, days: Days): DisposedRow[] {
  const { timezone } = days;
  return position.disposed
    .filter(({ disposedAt }) => taxYearOf(disposedAt, timezone) === year)
    .map((lot) => {
      const step = basisStep(position, [lot], quote, { ...days, until: dayOf(lot.disposedAt, timezone) });
      const cost = lot.cost && rounded(lot.cost);
      const proceeds = lot.proceeds && rounded(lot.proceeds);
      const gain = proceeds && cost && proceeds.minus(cost);
      return {
        token,
        lot,
        amount: accruedYield({ token, lots: [lot] }, quote, days),
        cost,
        basisStep: step,
        adjustedCost: cost === null ? null : cost.plus(step),
        gain,
        adjustedGain: gain === null ? null : gain.minus(step),
      };
    });
}

/** From the last day before the year to its last day, or today. */
const daysOf = (year: number, { now, timezone }: Moment): Days => ({
  after: dayNumber(year, 1, 1) - 1,
  until: Math.min(dayNumber(year + 1, 1, 1) - 1, dayOf(now, timezone)),
  timezone,
});
