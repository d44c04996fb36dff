import type { MethodName } from '../../src/domain/engine';
import { readTable } from './cases';

/** Generated ledgers with the totals that several engines agree on. */
export interface GeneratedCase {
  id: string;
  rows: number;
  method: MethodName;
  /** Engines with the same gain to a cent or two. */
  agreeing: string[];
  /** The larger ledgers have totals alone. */
  expect: Partial<Record<'shortTerm' | 'longTerm' | 'proceeds' | 'basis' | 'openBasis', string>> & {
    gain: string;
    slices: number;
    openLots?: number;
    byYear?: Record<string, string>;
  };
}

export const generatedLedgers = readTable<{ sha256: Record<string, string>; cases: GeneratedCase[] }>(
  'generated-ledgers',
);
