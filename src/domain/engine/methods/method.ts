import type { LotTable } from '../model/lot-table';
import type { LotRecord } from '../model/lot-record';

/** No lot. */
export const NONE = -1;

/**
 * The open lots of one asset in one wallet, kept in the order the method consumes: no sale ever sorts them.
 */
export interface Pool {
  /** @param lot row of the lot book */
  add(lot: number): void;
  /** The lot to consume next, or NONE. */
  first(): number;
  /** The first lot has been consumed whole. */
  removeFirst(): void;
  /** A lot has been consumed whole out of turn, or is about to change its rank. */
  remove(lot: number): void;
  /** Every open lot, in no particular order. */
  open(): readonly number[];
}

/** What a cost-basis method is. One file per method, one row in METHODS. */
export interface Method {
  /** For humans: documentation and reports. */
  title: string;
  createPool(lots: LotTable): Pool;
  /** Negative when `a` is consumed before `b`: the same order the pool keeps, for ranking. */
  compare: (a: LotRecord, b: LotRecord) => number;
  /** Whether the taxpayer's own choice of lots is consulted. */
  readsSelections: boolean;
}
