import type { LotTable } from '../model/lot-table';
import { compareAcquired, type LotRecord } from '../model/lot-record';
import { NONE, type Method, type Pool } from './method';

/**
 * Highest basis per unit first, including fees and wash adjustments. Ties: oldest first. Unknown basis comes last.
 * Compares a scaled integer quotient, then cross-multiplies when the quotients are equal. Never rounds.
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
  createPool: (lots) => new HeapPool(lots),
  compare: compareUnitBasis,
  readsSelections: false,
};

const SCALE = 32n;

/** Slices do not change the unit basis of a lot, so its rank in the heap is fixed. */
class HeapPool implements Pool {
  private heap: number[] = [];
  private ranks: bigint[] = [];

  constructor(private readonly lots: LotTable) {}

  add(lot: number): void {
    this.heap.push(lot);
    this.ranks.push(0n);
    this.rise(this.heap.length - 1, lot, this.rankOf(lot));
  }

  first(): number {
    return this.heap[0] ?? NONE;
  }

  peek(place: number): number {
    return place === 0 ? this.first() : NONE;
  }

  removeFirst(): void {
    this.removeAt(0);
  }

  removeRun(count: number): void {
    for (let i = 0; i < count; i++) this.removeAt(0);
  }

  addRun(lots: readonly number[]): void {
    for (const lot of lots) this.add(lot);
  }

  remove(lot: number): void {
    const place = this.heap.lastIndexOf(lot);
    if (place >= 0) this.removeAt(place);
  }

  open(): readonly number[] {
    return this.heap;
  }

  private removeAt(place: number): void {
    const lot = this.heap.pop() as number;
    const rank = this.ranks.pop() as bigint;
    if (place === this.heap.length) return;
    const settled = this.sink(place, lot, rank);
    if (settled === place) this.rise(place, lot, rank);
  }

  private rise(from: number, lot: number, rank: bigint): void {
    const { heap, ranks } = this;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(lot, rank, heap[above] as number, ranks[above] as bigint)) break;
      heap[at] = heap[above] as number;
      ranks[at] = ranks[above] as bigint;
      at = above;
    }
    heap[at] = lot;
    ranks[at] = rank;
  }

  private sink(from: number, lot: number, rank: bigint): number {
    const { heap, ranks } = this;
    const size = heap.length;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      const right = below + 1;
      if (
        right < size &&
        this.isBefore(
          heap[right] as number,
          ranks[right] as bigint,
          heap[below] as number,
          ranks[below] as bigint,
        )
      )
        below = right;
      if (!this.isBefore(heap[below] as number, ranks[below] as bigint, lot, rank)) break;
      heap[at] = heap[below] as number;
      ranks[at] = ranks[below] as bigint;
      at = below;
    }
    heap[at] = lot;
    ranks[at] = rank;
    return at;
  }

  private rankOf(lot: number): bigint {
    const { lots } = this;
    return lots.isUntracked(lot) ? -1n : (lots.wholeCostOf(lot) << SCALE) / lots.quantityOf(lot);
  }

  /** Equal quotients: compares the exact fractions, then takes the older lot. */
  private isBefore(a: number, rankA: bigint, b: number, rankB: bigint): boolean {
    if (rankA !== rankB) return rankA > rankB;
    const { lots } = this;
    const left = lots.wholeCostOf(a) * lots.quantityOf(b);
    const right = lots.wholeCostOf(b) * lots.quantityOf(a);
    return left === right ? lots.compare(a, b) < 0 : left > right;
  }
}
