import { ZERO, type Decimal } from '../kernel/decimal';
import { dayNumber, dayOf, yearBounds } from '../kernel/calendar';
import type { Moment, RwaHolding } from './holdings';
import { firstAcquired, knownCost, rounded } from './position';
import type { RwaToken } from './registry';
import { accruedYield, basisStep, daysHeld, type Days } from './yields';

/** Interest of one position in one year. */
export interface InterestRow {
  token: RwaToken;
  /** USD */
  amount: Decimal;
  /** ms UTC of the oldest open lot; null when unknown. */
  acquiredAt: number | null;
  /** USD, of the lots with a known cost. */
  cost: Decimal;
  /** USD, all yield up to the end of the period that the price holds. Its owner adds it to the cost at a sale. */
  basisStep: Decimal;
}

export interface RwaTaxReport {
  year: number;
  rows: readonly InterestRow[];
  /** USD, the sum of the rows. */
  total: Decimal;
  /** ms UTC of the end of the counted period: the end of the year, or now. */
  reportedAt: number;
}

/**
 * Computes the interest of one tax year on current holdings. Only days inside the year count, so the years of
 * a holding sum to its total accrued yield. Positions without a known cost or yield, or not held in the year,
 * have no row.
 * @source spec 2.14; tax-rules 12.5
 */
export function rwaTaxReport(holdings: readonly RwaHolding[], year: number, moment: Moment): RwaTaxReport {
  const days = daysOf(year, moment);
  const rows = holdings.flatMap(({ token, position, quote }): InterestRow[] => {
    const amount = accruedYield(position, quote, days);
    const isHeld = position.lots.some((lot) => lot.cost?.gt(0) && daysHeld(lot, days) > 0);
    return amount && (isHeld || amount.gt(0))
      ? [
          {
            token,
            amount,
            acquiredAt: firstAcquired(position.lots),
            cost: rounded(knownCost(position.lots) ?? ZERO),
            basisStep: basisStep(position, quote, days),
          },
        ]
      : [];
  });
  return {
    year,
    rows,
    total: rows.reduce((sum, { amount }) => sum.plus(amount), ZERO),
    reportedAt: Math.min(moment.now, yearBounds(year, moment.timezone).until - 1),
  };
}

/** From the last day before the year to its last day, or today. */
const daysOf = (year: number, { now, timezone }: Moment): Days => ({
  after: dayNumber(year, 1, 1) - 1,
  until: Math.min(dayNumber(year + 1, 1, 1) - 1, dayOf(now, timezone)),
  timezone,
});
