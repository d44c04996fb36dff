import { NONE, type Pool } from './method';

interface RowOrder {
  compare(a: number, b: number): number;
}

/** Joins two sorted runs. Compares little when one run is short or comes first completely. */
function joined(a: readonly number[], b: readonly number[], order: RowOrder): number[] {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const lots: number[] = [];
  let next = 0;
  for (const lot of short) {
    const end = placeOf(lot, long, next, order);
    while (next < end) lots.push(long[next++] as number);
    lots.push(lot);
  }
  while (next < long.length) lots.push(long[next++] as number);
  return lots;
}

/** @returns the first place from `low` on whose lot is consumed after `lot` */
function placeOf(lot: number, lots: readonly number[], low: number, order: RowOrder): number {
  let high = lots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order.compare(lots[middle] as number, lot) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A sorted run with a moving head: appending the newest lot and taking the oldest are O(1). */
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
    const place = placeOf(lot, lots, this.head, this.order);
    if (place === this.head && this.head > 0) lots[--this.head] = lot;
    else lots.splice(place, 0, lot);
  }

  first(): number {
    return this.lots[this.head] ?? NONE;
  }

  peek(place: number): number {
    return this.lots[this.head + place] ?? NONE;
  }

  addRun(run: readonly number[]): void {
    this.lots = joined(this.lots.slice(this.head), run, this.order);
    this.head = 0;
  }

  removeFirst(): void {
    this.removeRun(1);
  }

  removeRun(count: number): void {
    this.head += count;
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
}

const COMPACT_AT = 1024;

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

  peek(place: number): number {
    return this.lots[this.lots.length - 1 - place] ?? NONE;
  }

  addRun(run: readonly number[]): void {
    this.lots = joined(this.lots.toReversed(), run, this.order).toReversed();
  }

  removeFirst(): void {
    this.lots.pop();
  }

  removeRun(count: number): void {
    this.lots.length -= count;
  }

  remove(lot: number): void {
    const place = this.lots.lastIndexOf(lot);
    if (place >= 0) this.lots.splice(place, 1);
  }

  open(): readonly number[] {
    return this.lots;
  }
}
