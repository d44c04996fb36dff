import { formatDecimal, parseDecimal } from '../../../domain/kernel/decimal';
import { DAY_MS, HOUR_MS } from '../../../domain/kernel/durations';

/** A price at a time, independent of a query. */
export interface Point {
  /** Milliseconds UTC. */
  at: number;
  /** Plain decimal text, above zero. */
  usd: string;
}

export const dayStart = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;
export const dayEnd = (at: number): number => dayStart(at) + DAY_MS - 1;

/**
 * The price for a time: the nearest at or before it within the hour, else the last of its UTC day, else none.
 * @source tax-rules 7.1 c, d
 */
export function pointAt(points: readonly Point[], at: number): Point | null {
  return sameHour(points, at) ?? latest(points, dayStart(at), dayEnd(at));
}

/** The nearest price within 24 hours on either side, for a time without a price of its day. */
export function nearestPoint(points: readonly Point[], at: number): Point | null {
  let best: Point | null = null;
  for (const point of points) {
    const distance = Math.abs(point.at - at);
    if (distance <= DAY_MS && (best === null || distance < Math.abs(best.at - at))) best = point;
  }
  return best;
}

export const sameHour = (points: readonly Point[], at: number): Point | null =>
  latest(points, at - HOUR_MS, at);

function latest(points: readonly Point[], from: number, to: number): Point | null {
  let best: Point | null = null;
  for (const point of points) {
    if (point.at >= from && point.at <= to && (best === null || point.at > best.at)) best = point;
  }
  return best;
}

/**
 * Converts an upstream number, digit by digit, to price text.
 * @returns null for an invalid price: not finite, out of range, zero or negative
 */
export function priceText(digits: unknown): string | null {
  const value = typeof digits === 'string' ? parseDecimal(digits) : null;
  return value?.gt(0) ? formatDecimal(value) : null;
}
