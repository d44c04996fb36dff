import { ZERO, type Decimal } from '../kernel/decimal';
import { dayOf } from '../kernel/calendar';
import { DEFAULT_NAV, knownCost, rounded, type RwaPosition, type RwaQuote } from './position';
import type { RwaToken } from './registry';
import { accruedYield } from './yields';

/** USD, rounded as shown. */
export interface RwaHolding {
  token: RwaToken;
  position: RwaPosition;
  quote: RwaQuote;
  balance: Decimal;
  nav: Decimal;
  value: Decimal;
  /** Annual yield as a fraction. Null when unavailable. */
  rate: Decimal | null;
  /** Null when no lot has a known cost. */
  cost: Decimal | null;
  /** Since acquisition. Null when the cost or the yield is unknown. */
  accrued: Decimal | null;
  yieldVsCost: Decimal | null;
}

export interface RwaTotals {
  value: Decimal;
  cost: Decimal;
  /** Of positions with a known yield: a lower bound. */
  accrued: Decimal;
  /** 100 x accrued / cost. 0 without a cost. */
  yieldPercent: Decimal;
}

export interface Moment {
  /** ms UTC */
  now: number;
  /** IANA zone of days and years. */
  timezone: string;
}

/** @source spec 2.12, 2.13; tax-rules 12.1 - 12.3 */
export function rwaHolding(position: RwaPosition, quote: RwaQuote, { now, timezone }: Moment): RwaHolding {
  const { token, balance, lots } = position;
  const nav = quote.nav ?? DEFAULT_NAV;
  const cost = knownCost(lots);
  const accrued = accruedYield(position, quote, { after: -Infinity, until: dayOf(now, timezone), timezone });
  return {
    token,
    position,
    quote,
    balance,
    nav,
    value: rounded(balance.mul(nav)),
    rate: quote.rate,
    cost: cost && rounded(cost),
    accrued,
    yieldVsCost: accrued && cost && rounded(accrued.div(cost)),
  };
}

export function rwaTotals(holdings: readonly RwaHolding[]): RwaTotals {
  const sum = (pick: (holding: RwaHolding) => Decimal | null): Decimal =>
    holdings.reduce((total, holding) => total.plus(pick(holding) ?? ZERO), ZERO);
  const cost = sum((holding) => holding.cost);
  const accrued = sum((holding) => holding.accrued);
  return {
    value: sum((holding) => holding.value),
    cost,
    accrued,
    yieldPercent: cost.gt(0) ? rounded(accrued.mul(100).div(cost)) : ZERO,
  };
}
