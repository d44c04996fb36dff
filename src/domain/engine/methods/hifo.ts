import { compareAcquired, type LotRecord } from '../lot-record';
import type { Method, Pool } from './method';

/**
 * Highest basis per unit first, fees and wash adjustments included; ties oldest first; unknown basis last.
 * Units are compared by a scaled integer quotient, and by cross-multiplication when those are equal: never rounded.
 * @source tax-rules 4.2
 */
function compareUnitBasis(a: LotRecord, b: LotRecord): number {
  if (a.isUntracked !== b.isUntracked) return a.isUntracked ? 1 : -1;
  const left = a.wholeCost * b.quantity;
  const right = b.wholeCost * a.quantity;
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

/**
 * A binary heap, ranks beside the lots. A lot's unit basis is fixed when it comes in: slices taken do not move it.
 */
class HeapPool implements Pool {
  private heap: LotRecord[] = [];
  private ranks: bigint[] = [];

  add(lot: LotRecord): void {
    this.heap.push(lot);
    this.ranks.push(0n);
    this.rise(this.heap.length - 1, lot, rankOf(lot));
  }

  first(): LotRecord | null {
    return this.heap.length === 0 ? null : (this.heap[0] as LotRecord);
  }

  removeFirst(): void {
    this.removeAt(0);
  }

  remove(lot: LotRecord): void {
    const place = this.heap.lastIndexOf(lot);
    if (place >= 0) this.removeAt(place);
  }

  open(): Iterable<LotRecord> {
    return this.heap;
  }

  private removeAt(place: number): void {
    const lot = this.heap.pop() as LotRecord;
    const rank = this.ranks.pop() as bigint;
    if (place === this.heap.length) return;
    const settled = this.sink(place, lot, rank);
    if (settled === place) this.rise(place, lot, rank);
  }

  private rise(from: number, lot: LotRecord, rank: bigint): void {
    const { heap, ranks } = this;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(lot, rank, heap[above] as LotRecord, ranks[above] as bigint)) break;
      heap[at] = heap[above] as LotRecord;
      ranks[at] = ranks[above] as bigint;
      at = above;
    }
    heap[at] = lot;
    ranks[at] = rank;
  }

  /** @returns where the lot came to rest */
  private sink(from: number, lot: LotRecord, rank: bigint): number {
    const { heap, ranks } = this;
    const size = heap.length;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      const right = below + 1;
      if (
        right < size &&
        isBefore(
          heap[right] as LotRecord,
          ranks[right] as bigint,
          heap[below] as LotRecord,
          ranks[below] as bigint,
        )
      )
        below = right;
      if (!isBefore(heap[below] as LotRecord, ranks[below] as bigint, lot, rank)) break;
      heap[at] = heap[below] as LotRecord;
      ranks[at] = ranks[below] as bigint;
      at = below;
    }
    heap[at] = lot;
    ranks[at] = rank;
    return at;
  }
}

function rankOf(lot: LotRecord): bigint {
  return lot.isUntracked ? -1n : (lot.wholeCost << SCALE) / lot.quantity;
}

function isBefore(a: LotRecord, rankA: bigint, b: LotRecord, rankB: bigint): boolean {
  return rankA === rankB ? isBeforeInTie(a, b) : rankA > rankB;
}

/** Equal quotients: the exact fractions decide, then the older lot. */
function isBeforeInTie(a: LotRecord, b: LotRecord): boolean {
  const left = a.wholeCost * b.quantity;
  const right = b.wholeCost * a.quantity;
  return left === right ? compareAcquired(a, b) < 0 : left > right;
}
