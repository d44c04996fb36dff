import { ZERO, type Decimal } from '../kernel/decimal';
import { dayOf } from '../kernel/calendar';
import { DEFAULT_NAV, knownCost, rounded, type RwaLot, type RwaPosition, type RwaQuote } from './position';
import type { RateHistory } from './rate-history';
import type { RwaToken, YieldType } from './registry';

/** Calendar days with interest: after `after`, up to and including `until`. */
export interface Days {
  after: number;
  until: number;
  timezone: string;
}

/** Money-market convention, also in leap years. @source tax-rules 12.6 */
const DAYS_A_YEAR = 365;

interface Figures {
  paysIn: RwaToken['paysIn'];
  nav: Decimal;
  rate: Decimal;
  history?: RateHistory;
}

/** In USD. */
type YieldRule = (lots: readonly RwaLot[], quote: Figures, days: Days) => Decimal;

/**
 * Per lot: cost x rate x days/365, or with a history cost x the sum of the rates of its days/365. A lot earns from
 * the day after its acquisition up to and including the day of its disposal.
 * @source tax-rules 12.3, 14.9
 */
const simple: YieldRule = (lots, figures, days) =>
  lots.reduce(
    (sum, lot) =>
      lot.cost === null ? sum : sum.plus(lot.cost.mul(rateOf(lot, figures, days)).div(DAYS_A_YEAR)),
    ZERO,
  );

function rateOf(lot: RwaLot, { rate, history }: Figures, days: Days): Decimal {
  const [after, until] = heldFrom(lot, days);
  return history ? history.sumOf(after, until, rate) : rate.mul(until - after);
}

/**
 * Observed growth at its value. Most tokens with this label never grow: they use the simple rule. Units that others
 * paid as interest are no growth: the price holds the yield of all units.
 */
const grown: YieldRule = (lots, quote, days) => {
  if (quote.paysIn === 'price') return simple(lots, quote, days);
  const growth = lots
    .filter((lot) => lot.isInterest && isWithin(lot, days))
    .reduce((sum, { quantity }) => sum.plus(quantity), ZERO);
  return growth.gt(0) ? growth.mul(quote.nav) : simple(lots, quote, days);
};

/** @source tax-rules 12.3 */
export const YIELDS = {
  accrual: simple,
  rebase: grown,
  nav_distribution: simple,
} as const satisfies Record<YieldType, YieldRule>;

/**
 * @returns USD, never negative. Null when no lot has a known cost, or the yield of the token is unknown
 * @source spec 2.12 rule 1; tax-rules 12.3
 */
export function accruedYield(
  { token, lots }: Pick<RwaPosition, 'token' | 'lots'>,
  quote: RwaQuote,
  days: Days,
): Decimal | null {
  const { nav, rate, history } = quote;
  if (rate === null || knownCost(lots) === null) return null;
  const figures: Figures = { paysIn: token.paysIn, nav: nav ?? DEFAULT_NAV, rate, history };
  const amount = YIELDS[token.yieldType](lots, figures, days);
  return rounded(amount.lt(0) ? ZERO : amount);
}

/**
 * Yield of all days up to the end of a range that is in the price of the units. Where its owner took it as income,
 * the gain of a sale must not count it again. Interest paid in units is the basis of these units already.
 * @source IRC 1272(d)(2), 705(a)(1), 1293(d); tax-rules 12.1, 14.9
 */
export function basisStep(
  { token }: Pick<RwaPosition, 'token'>,
  lots: readonly RwaLot[],
  quote: RwaQuote,
  { until, timezone }: Days,
): Decimal {
  if (token.paysIn === 'units') return ZERO;
  return accruedYield({ token, lots }, quote, { after: -Infinity, until, timezone }) ?? ZERO;
}

export const hasDayRates = (lots: readonly RwaLot[], { history }: RwaQuote, days: Days): boolean =>
  lots.some((lot) => lot.cost !== null && history?.covers(...heldFrom(lot, days)));

/** Held at the end of the range. A lot of unknown date is open until it is disposed of. */
export function isOpenAt({ acquiredAt, disposedAt }: RwaLot, { until, timezone }: Days): boolean {
  const isAcquired = acquiredAt === null || dayOf(acquiredAt, timezone) <= until;
  return isAcquired && (disposedAt === undefined || dayOf(disposedAt, timezone) > until);
}

export function daysHeld(lot: RwaLot, days: Days): number {
  const [after, until] = heldFrom(lot, days);
  return until - after;
}

function heldFrom({ acquiredAt, disposedAt }: RwaLot, { after, until, timezone }: Days): [number, number] {
  if (acquiredAt === null) return [until, until];
  const start = Math.max(after, dayOf(acquiredAt, timezone));
  const end = disposedAt === undefined ? until : Math.min(until, dayOf(disposedAt, timezone));
  return [start, Math.max(start, end)];
}

function isWithin({ acquiredAt }: RwaLot, { after, until, timezone }: Days): boolean {
  if (acquiredAt === null) return false;
  const day = dayOf(acquiredAt, timezone);
  return day > after && day <= until;
}
