import { formatDecimal, parseDecimal } from '../../../domain/kernel/decimal';
import { DAY_MS, HOUR_MS } from '../../../domain/kernel/durations';

export interface Point {
  /** Milliseconds UTC. */
  at: number;
  /** Plain decimal text, above zero. */
  usd: string;
}

export const dayStart = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;
export const dayEnd = (at: number): number => dayStart(at) + DAY_MS - 1;

/** Thousands of queries search thousands of points. */
export class PricePoints {
  #points: Point[] = [];
  #isSorted = true;

  add(point: Point): void {
    this.#isSorted &&= point.at >= (this.#points.at(-1)?.at ?? -Infinity);
    this.#points.push(point);
  }

  latest(from: number, to: number): Point | null {
    const found = this.sorted()[this.countUntil(to) - 1];
    return found && found.at >= from ? found : null;
  }

  /** Of two points as near, the earlier. */
  nearest(at: number): Point | null {
    const points = this.sorted();
    const count = this.countUntil(at);
    const [before, after] = [points[count - 1], points[count]];
    if (!before || !after) return before ?? after ?? null;
    return at - before.at <= after.at - at ? before : after;
  }

  private countUntil(at: number): number {
    const points = this.sorted();
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((points[middle]?.at ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private sorted(): readonly Point[] {
    if (!this.#isSorted) this.#points.sort((a, b) => a.at - b.at);
    this.#isSorted = true;
    return this.#points;
  }
}

/** The nearest price at or before a time within the hour, else the last of its UTC day. @source tax-rules 7.1 c, d */
export function pointAt(points: PricePoints, at: number): Point | null {
  return sameHour(points, at) ?? points.latest(dayStart(at), dayEnd(at));
}

/** Within 24 hours on either side, for a time without a price of its day. */
export function nearestPoint(points: PricePoints, at: number): Point | null {
  const nearest = points.nearest(at);
  return nearest && Math.abs(nearest.at - at) <= DAY_MS ? nearest : null;
}

export const sameHour = (points: PricePoints, at: number): Point | null => points.latest(at - HOUR_MS, at);

/** Digit by digit, without rounding. @returns null for an invalid price: not finite, out of range, zero or negative */
export function priceText(digits: unknown): string | null {
  const value = typeof digits === 'string' ? parseDecimal(digits) : null;
  return value?.gt(0) ? formatDecimal(value) : null;
}
