import { compareAcquired, type LotRecord } from '../lot-record';
import type { Method, Pool } from './method';

/**
 * Highest basis per unit first, fees and wash adjustments included; ties oldest first; unknown basis last.
 * Units are compared by a scaled integer quotient, and by cross-multiplication when those are equal: never rounded.
 * @source tax-rules 4.2
 */
function compareUnitBasis(a: LotRecord, b: LotRecord): number {
  if (a.isUntracked !== b.isUntracked) return a.isUntracked ? 1 : -1;
  const left = a.cost * b.remaining;
  const right = b.cost * a.remaining;
  if (left !== right) return left > right ? -1 : 1;
  return compareAcquired(a, b);
}

export const hifo: Method = {
  title: 'Highest cost first',
  createPool: () => new HeapPool(),
  compare: compareUnitBasis,
  readsSelections: false,
};

const SCALE = 32n;

/** A binary heap. A lot's unit basis is fixed when it comes in: slices taken do not move it. */
class HeapPool implements Pool {
  private heap: LotRecord[] = [];

  add(lot: LotRecord): void {
    lot.rank = rankOf(lot);
    this.heap.push(lot);
    this.rise(this.heap.length - 1);
  }

  first(): LotRecord | null {
    return this.heap[0] ?? null;
  }

  removeFirst(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    this.sink(0);
  }

  remove(lot: LotRecord): void {
    const place = this.heap.lastIndexOf(lot);
    const last = place < 0 ? undefined : this.heap.pop();
    if (last === undefined || last === lot) return;
    this.heap[place] = last;
    this.rise(place);
    this.sink(this.heap.indexOf(last));
  }

  open(): Iterable<LotRecord> {
    return this.heap;
  }

  clear(): void {
    this.heap = [];
  }

  private rise(from: number): void {
    const { heap } = this;
    const lot = heap[from] as LotRecord;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above] as LotRecord;
      if (!isBefore(lot, other)) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = lot;
  }

  private sink(from: number): void {
    const { heap } = this;
    const size = heap.length;
    const lot = heap[from] as LotRecord;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      let best = heap[below] as LotRecord;
      if (below + 1 < size) {
        const other = heap[below + 1] as LotRecord;
        if (isBefore(other, best)) {
          best = other;
          below++;
        }
      }
      if (!isBefore(best, lot)) break;
      heap[at] = best;
      at = below;
    }
    heap[at] = lot;
  }
}

/** By what came in, so that slices taken since do not matter; after a wash sale by what is left. */
function rankOf(lot: LotRecord): bigint {
  return lot.isUntracked ? -1n : (costOf(lot) << SCALE) / quantityOf(lot);
}

const costOf = (lot: LotRecord): bigint => (lot.washSaleAdjustment === 0n ? lot.originalCost : lot.cost);
const quantityOf = (lot: LotRecord): bigint =>
  lot.washSaleAdjustment === 0n ? lot.originalQuantity : lot.remaining;

function isBefore(a: LotRecord, b: LotRecord): boolean {
  if (a.rank !== b.rank) return a.rank > b.rank;
  return isBeforeInTie(a, b);
}

/** Equal quotients: the exact fractions decide, then the older lot. */
function isBeforeInTie(a: LotRecord, b: LotRecord): boolean {
  const left = costOf(a) * quantityOf(b);
  const right = costOf(b) * quantityOf(a);
  return left === right ? compareAcquired(a, b) < 0 : left > right;
}
