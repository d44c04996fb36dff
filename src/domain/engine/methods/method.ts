import type { LotTable } from '../model/lot-table';
import type { LotRecord } from '../model/lot-record';

/** Means that there is no lot. */
export const NONE = -1;

/** The open lots of one asset in one wallet, kept in consumption order. A sale never sorts them. */
export interface Pool {
  /** @param lot row of the lot table */
  add(lot: number): void;
  /** Returns the lot to consume next, or NONE. */
  first(): number;
  /** Returns the lot to consume after `place` others, or NONE. A pool need not know any but the first. */
  peek(place: number): number;
  /** Removes the first lot after it was consumed completely. */
  removeFirst(): void;
  /** Removes so many lots that `peek` returned. */
  removeRun(count: number): void;
  /** Adds lots that are in consumption order. */
  addRun(lots: readonly number[]): void;
  /** Removes a lot that was consumed out of order or is about to change its rank. */
  remove(lot: number): void;
  /** Returns every open lot, in no particular order. */
  open(): readonly number[];
}

/** A cost-basis method. Each method has one file and one row in METHODS. */
export interface Method {
  /** Display name for documentation and reports. */
  title: string;
  createPool(lots: LotTable): Pool;
  /** Negative when `a` is consumed before `b`. The same order as the pool, for ranking. */
  compare: (a: LotRecord, b: LotRecord) => number;
  /** True when the method applies the taxpayer's lot selections. */
  readsSelections: boolean;
}
