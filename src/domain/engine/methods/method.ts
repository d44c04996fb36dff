import type { LotRecord } from '../lot-record';

/**
 * The open lots of one asset in one wallet, kept in the order the method consumes: no sale ever sorts them.
 */
export interface Pool {
  add(lot: LotRecord): void;
  /** The lot to consume next, or null. */
  first(): LotRecord | null;
  /** The first lot has been consumed whole. */
  removeFirst(): void;
  /** A lot has been consumed whole out of turn, or is about to change its rank. */
  remove(lot: LotRecord): void;
  /** Every open lot, in no particular order. */
  open(): Iterable<LotRecord>;
}

/** What a cost-basis method is. One file per method, one row in METHODS. */
export interface Method {
  /** For humans: documentation and reports. */
  title: string;
  createPool(): Pool;
  /** Negative when `a` is consumed before `b`: the same order the pool keeps, for ranking. */
  compare(a: LotRecord, b: LotRecord): number;
  /** Whether the taxpayer's own choice of lots is consulted. */
  readsSelections: boolean;
}
