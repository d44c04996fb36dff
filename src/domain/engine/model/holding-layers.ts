import { isLongTermDays } from '../../kernel/calendar';
import type { Quantity } from '../../kernel/units';

/** Start days of holding periods in one lot. Units held longest leave the lot first. */
export class HoldingLayers {
  private constructor(
    /** Ascending. */
    private readonly days: readonly number[],
    /** Cumulative units. */
    private readonly upTo: readonly Quantity[],
  ) {}

  static of(day: number, units: Quantity): HoldingLayers {
    return new HoldingLayers([day], [units]);
  }

  get count(): number {
    return this.days.length;
  }

  get first(): number {
    return this.days[0] ?? 0;
  }

  get last(): number {
    return this.days[this.days.length - 1] ?? 0;
  }

  get units(): Quantity {
    return this.upTo[this.upTo.length - 1] ?? 0n;
  }

  dayAfter(units: Quantity): number {
    for (let i = 0; i < this.days.length; i++)
      if ((this.upTo[i] as Quantity) > units) return this.days[i] as number;
    return this.last;
  }

  get each(): { day: number; units: Quantity }[] {
    return this.days.map((day, i) => ({ day, units: this.size(i) }));
  }

  longUnits(on: number): Quantity {
    let units = 0n;
    for (let i = 0; i < this.days.length && isLongTermDays(this.days[i] as number, on); i++)
      units = this.upTo[i] as Quantity;
    return units;
  }

  between(from: Quantity, upTo: Quantity): HoldingLayers {
    if (from === 0n && upTo === this.units) return this;
    const days: number[] = [];
    const ends: Quantity[] = [];
    for (let i = 0; i < this.days.length; i++) {
      const end = this.upTo[i] as Quantity;
      if (end <= from) continue;
      days.push(this.days[i] as number);
      ends.push((end < upTo ? end : upTo) - from);
      if (end >= upTo) break;
    }
    return new HoldingLayers(days, ends);
  }

  scaled(units: Quantity): HoldingLayers {
    const { units: whole } = this;
    if (units === whole) return this;
    const ends = this.upTo.map((end) => (end * units) / whole);
    return HoldingLayers.from(this.days, ends);
  }

  shifted(days: number): HoldingLayers {
    return days === 0
      ? this
      : new HoldingLayers(
          this.days.map((day) => day + days),
          this.upTo,
        );
  }

  /** Days that are long-term from the day of the purchase on count as one. */
  since(bought: number): HoldingLayers {
    const earliest = bought - SURELY_LONG_DAYS;
    if (this.first >= earliest) return this;
    return HoldingLayers.from(
      this.days.map((day) => Math.max(day, earliest)),
      this.upTo,
    );
  }

  merged(other: HoldingLayers): HoldingLayers {
    const days: number[] = [];
    const ends: Quantity[] = [];
    let units = 0n;
    let i = 0;
    let j = 0;
    while (i < this.days.length || j < other.days.length) {
      const left = this.days[i] ?? Infinity;
      const right = other.days[j] ?? Infinity;
      if (left <= right) units += this.size(i++);
      if (right <= left) units += other.size(j++);
      days.push(Math.min(left, right));
      ends.push(units);
    }
    return new HoldingLayers(days, ends);
  }

  private size(layer: number): Quantity {
    const end = this.upTo[layer] as Quantity;
    return layer === 0 ? end : end - (this.upTo[layer - 1] as Quantity);
  }

  private static from(days: readonly number[], upTo: readonly Quantity[]): HoldingLayers {
    const kept: number[] = [];
    const ends: Quantity[] = [];
    let before = 0n;
    for (let i = 0; i < days.length; i++) {
      const end = upTo[i] as Quantity;
      if (end === before) continue;
      before = end;
      if (kept[kept.length - 1] === days[i]) ends[ends.length - 1] = end;
      else {
        kept.push(days[i] as number);
        ends.push(end);
      }
    }
    return new HoldingLayers(kept, ends);
  }
}

/** More than one year, in any calendar. */
const SURELY_LONG_DAYS = 370;
