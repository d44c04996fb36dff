import { ZERO, type Decimal } from '../kernel/decimal';

export interface DayRate {
  /** Day number, as in `kernel/calendar`. */
  day: number;
  /** As a fraction. */
  rate: Decimal;
}

/** More days than any fund has existed. */
const MOST_DAYS = 20_000;

/** A day without its own yield has the yield of the day before. */
export class RateHistory {
  private readonly first: number;
  private readonly sums: readonly Decimal[];

  constructor(rates: readonly DayRate[]) {
    const byDay = new Map(rates.map(({ day, rate }) => [day, rate]));
    const last = Math.max(...byDay.keys());
    this.first = Math.max(Math.min(...byDay.keys()), last - MOST_DAYS);
    const sums = [ZERO];
    let rate = byDay.get(this.first) ?? ZERO;
    for (let day = this.first; day <= last; day++) {
      rate = byDay.get(day) ?? rate;
      sums.push((sums.at(-1) ?? ZERO).plus(rate));
    }
    this.sums = sums;
  }

  /** Days after `after`, up to and including `until`. @param otherwise rate of days outside of the history */
  sumOf(after: number, until: number, otherwise: Decimal): Decimal {
    const [from, to] = [this.indexOf(after), this.indexOf(until)];
    const known = (this.sums[to] ?? ZERO).minus(this.sums[from] ?? ZERO);
    return known.plus(otherwise.mul(until - after - (to - from)));
  }

  covers(after: number, until: number): boolean {
    return this.indexOf(until) > this.indexOf(after);
  }

  private indexOf(day: number): number {
    return Math.min(Math.max(day - this.first + 1, 0), this.sums.length - 1);
  }
}
