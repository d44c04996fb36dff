import { dec, type Decimal } from '../kernel/decimal';
import type { RwaToken } from './registry';

/** What is left of one acquisition. */
export interface RwaLot {
  /** Whole units. */
  quantity: Decimal;
  /** USD; null when nobody knows. */
  cost: Decimal | null;
  /** ms UTC; null when nobody knows. */
  acquiredAt: number | null;
  /** It came as interest paid in the token itself. */
  isInterest: boolean;
}

/** What a wallet holds of one registry token, on all chains together. */
export interface RwaPosition {
  token: RwaToken;
  /** Whole units. */
  balance: Decimal;
  lots: readonly RwaLot[];
}

/** What is known of a token now. */
export interface RwaQuote {
  /** USD per unit; null when not to be had. */
  nav: Decimal | null;
  /** Yield a year as a fraction; null when not to be had. */
  rate: Decimal | null;
  source: string;
}

/** Used while no live value is to be had. @source spec 2.12 */
export const DEFAULT_NAV: Decimal = dec(1);

const WIRE_PLACES = 8;

/** Amounts are rounded once, here, so that printed rows add up to printed totals. @source api.md 4 row 17 */
export const rounded = (amount: Decimal): Decimal => amount.toDecimalPlaces(WIRE_PLACES);

/** Cost of the lots whose cost is known; null when that is none. A lot that cost nothing tells nothing. */
export function knownCost(lots: readonly RwaLot[]): Decimal | null {
  const costs = lots.flatMap(({ cost }) => (cost?.gt(0) ? [cost] : []));
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum.plus(cost));
}

/** ms UTC of the oldest open lot with a date. */
export function firstAcquired(lots: readonly RwaLot[]): number | null {
  const dates = lots.flatMap(({ acquiredAt }) => (acquiredAt === null ? [] : [acquiredAt]));
  return dates.length === 0 ? null : Math.min(...dates);
}
