import type { LedgerEvent } from './transaction';

export interface Mark {
  lots: number;
  disposals: number;
  income: number;
  links: number;
  issues: number;
  assets: number;
  repeated: LedgerEvent | null;
}
