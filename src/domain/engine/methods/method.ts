import type { LotTable } from '../model/lot-table';
import type { LotRecord } from '../model/lot-record';

export const NONE = -1;

/** The open lots of one asset in one wallet, kept in consumption order. A sale never sorts them. */
export interface Pool {
  add(lot: number): void;
  first(): number;
  /** The lot to consume after `place` others, or NONE. A pool need not know any but the first. */
  peek(place: number): number;
  /** Call it when the first lot is consumed completely. */
  removeFirst(): void;
  removeRun(count: number): void;
  addRun(lots: readonly number[]): void;
  /** For a lot that was consumed out of order or is about to change its rank. */
  remove(lot: number): void;
  /** In no particular order. */
  open(): readonly number[];
}

export interface Method {
  title: string;
  createPool(lots: LotTable): Pool;
  /** Negative when `a` is consumed before `b`. The same order as the pool, for ranking. */
  compare: (a: LotRecord, b: LotRecord) => number;
  readsSelections: boolean;
}
