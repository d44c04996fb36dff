import { ZERO, type Decimal } from '../kernel/decimal';
import { dayOf } from '../kernel/calendar';
import { DEFAULT_NAV, knownCost, rounded, type RwaLot, type RwaPosition, type RwaQuote } from './position';
import type { YieldType } from './registry';

/** Calendar days with interest: those after `after`, up to and including `until`. */
export interface Days {
  after: number;
  until: number;
  /** IANA zone of the days. */
  timezone: string;
}

/** Money-market convention, also in leap years. @source tax-rules 12.6 */
const DAYS_A_YEAR = 365;

/** Interest of one position for some days, in USD. */
type YieldRule = (lots: readonly RwaLot[], quote: { nav: Decimal; rate: Decimal }, days: Days) => Decimal;

/** Per lot: cost x rate x days / 365. A lot earns from the day after its acquisition. */
const simple: YieldRule = (lots, { rate }, days) =>
  lots.reduce(
    (sum, lot) =>
      lot.cost === null ? sum : sum.plus(lot.cost.mul(rate).mul(daysHeld(lot, days)).div(DAYS_A_YEAR)),
    ZERO,
  );

/** Observed growth at its value. Most tokens with this label never grow: they use the simple rule. */
const grown: YieldRule = (lots, quote, days) => {
  const growth = lots
    .filter((lot) => lot.isInterest && isWithin(lot, days))
    .reduce((sum, { quantity }) => sum.plus(quantity), ZERO);
  return growth.gt(0) ? growth.mul(quote.nav) : simple(lots, quote, days);
};

/** Yield type -> interest. @source tax-rules 12.3 */
export const YIELDS = {
  accrual: simple,
  rebase: grown,
  nav_distribution: simple,
} as const satisfies Record<YieldType, YieldRule>;

/**
 * @returns USD, never negative. Null when no lot has a known cost, or the yield of the token is unknown
 * @source spec 2.12 rule 1; tax-rules 12.3
 */
export function accruedYield(position: RwaPosition, quote: RwaQuote, days: Days): Decimal | null {
  if (quote.rate === null || knownCost(position.lots) === null) return null;
  const rule = YIELDS[position.token.yieldType];
  const amount = rule(position.lots, { nav: quote.nav ?? DEFAULT_NAV, rate: quote.rate }, days);
  return rounded(amount.lt(0) ? ZERO : amount);
}

/**
 * Yield of all days up to the end of a range that is in the price of the units. Where its owner took it as income, the
 * gain of a sale must not count it again. Interest that was paid in units is the basis of these units already.
 * @source IRC 1272(d)(2), 705(a)(1), 1293(d); tax-rules 14.9
 */
export function basisStep(position: RwaPosition, quote: RwaQuote, { until, timezone }: Days): Decimal {
  if (position.lots.some(({ isInterest }) => isInterest)) return ZERO;
  return accruedYield(position, quote, { after: -Infinity, until, timezone }) ?? ZERO;
}

/** Days of the range on which the lot was held. */
export function daysHeld({ acquiredAt }: RwaLot, { after, until, timezone }: Days): number {
  if (acquiredAt === null) return 0;
  return Math.max(0, until - Math.max(after, dayOf(acquiredAt, timezone)));
}

function isWithin({ acquiredAt }: RwaLot, { after, until, timezone }: Days): boolean {
  if (acquiredAt === null) return false;
  const day = dayOf(acquiredAt, timezone);
  return day > after && day <= until;
}
