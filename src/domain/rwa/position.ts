import { dec, type Decimal } from '../kernel/decimal';
import type { RateHistory } from './rate-history';
import type { RwaToken } from './registry';

export interface RwaLot {
  /** Whole units. */
  quantity: Decimal;
  /** USD. Null when unknown. */
  cost: Decimal | null;
  /** ms UTC. Null when unknown. */
  acquiredAt: number | null;
  isInterest: boolean;
  /** ms UTC. Absent while the wallet holds the units. */
  disposedAt?: number;
}

export interface DisposedLot extends RwaLot {
  disposedAt: number;
  disposalId: string;
  kind: string;
  /** USD. Null without a known value, and for units that were given away or lost. */
  proceeds: Decimal | null;
  isLongTerm: boolean;
}

export interface RwaPosition {
  token: RwaToken;
  /** Whole units. */
  balance: Decimal;
  lots: readonly RwaLot[];
  disposed: readonly DisposedLot[];
}

export interface RwaQuote {
  /** USD per unit. Null when unavailable. */
  nav: Decimal | null;
  /** Annual yield as a fraction. Null when unavailable. */
  rate: Decimal | null;
  /** Yields of past days. Absent: all days have the present yield. */
  history?: RateHistory;
  source: string;
}

/** Used while no live value is available. @source spec 2.12 */
export const DEFAULT_NAV: Decimal = dec(1);

const WIRE_PLACES = 8;

/** Rounds once, so that printed rows sum to printed totals. @source api.md 4 row 17 */
export const rounded = (amount: Decimal): Decimal => amount.toDecimalPlaces(WIRE_PLACES);

/** Null when no lot has a known cost. Zero is no known cost. */
export function knownCost(lots: readonly RwaLot[]): Decimal | null {
  const costs = lots.flatMap(({ cost }) => (cost?.gt(0) ? [cost] : []));
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum.plus(cost));
}

/** ms UTC of the oldest open lot with a date. */
export function firstAcquired(lots: readonly RwaLot[]): number | null {
  const dates = lots.flatMap(({ acquiredAt }) => (acquiredAt === null ? [] : [acquiredAt]));
  return dates.length === 0 ? null : Math.min(...dates);
}
