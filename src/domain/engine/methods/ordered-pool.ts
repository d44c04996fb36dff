import { NONE, type Pool } from './method';

/** Consumption order of two rows of the lot table. */
interface RowOrder {
  /** Negative when `a` is consumed first. */
  compare(a: number, b: number): number;
}

/** A sorted run with a moving head. Appending the newest lot and taking the oldest are both O(1). */
export class QueuePool implements Pool {
  private lots: number[] = [];
  private head = 0;

  constructor(private readonly order: RowOrder) {}

  add(lot: number): void {
    const { lots } = this;
    const { length } = lots;
    if (length === this.head || this.order.compare(lots[length - 1] as number, lot) <= 0) {
      lots.push(lot);
      return;
    }
    const place = this.placeOf(lot);
    if (place === this.head && this.head > 0) lots[--this.head] = lot;
    else lots.splice(place, 0, lot);
  }

  first(): number {
    return this.lots[this.head] ?? NONE;
  }

  removeFirst(): void {
    this.head++;
    if (this.head > COMPACT_AT && this.head * 2 > this.lots.length) {
      this.lots = this.lots.slice(this.head);
      this.head = 0;
    }
  }

  remove(lot: number): void {
    const place = this.lots.lastIndexOf(lot);
    if (place === this.head) this.removeFirst();
    else if (place > this.head) this.lots.splice(place, 1);
  }

  open(): readonly number[] {
    return this.lots.slice(this.head);
  }

  private placeOf(lot: number): number {
    let low = this.head;
    let high = this.lots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.lots[middle];
      if (other !== undefined && this.order.compare(other, lot) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const COMPACT_AT = 1024;

/** A sorted stack. The next lot to consume is the last element. */
export class StackPool implements Pool {
  private lots: number[] = [];

  constructor(private readonly order: RowOrder) {}

  add(lot: number): void {
    const { lots } = this;
    let place = lots.length;
    const top = lots[place - 1];
    if (top === undefined || this.order.compare(lot, top) <= 0) {
      lots.push(lot);
      return;
    }
    let low = 0;
    while (low < place) {
      const middle = (low + place) >>> 1;
      const other = lots[middle];
      if (other !== undefined && this.order.compare(lot, other) <= 0) low = middle + 1;
      else place = middle;
    }
    lots.splice(low, 0, lot);
  }

  first(): number {
    return this.lots[this.lots.length - 1] ?? NONE;
  }

  removeFirst(): void {
    this.lots.pop();
  }

  remove(lot: number): void {
    const place = this.lots.lastIndexOf(lot);
    if (place >= 0) this.lots.splice(place, 1);
  }

  open(): readonly number[] {
    return this.lots;
  }
}
