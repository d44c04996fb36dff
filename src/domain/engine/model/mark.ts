import type { LedgerEvent } from './transaction';

/** The size of the state at one event. */
export interface Mark {
  lots: number;
  disposals: number;
  income: number;
  links: number;
  issues: number;
  assets: number;
  repeated: LedgerEvent | null;
}
