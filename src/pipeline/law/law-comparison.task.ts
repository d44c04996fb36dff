import { unpackRows } from '../../common/row-batches';
import {
  lawComparison,
  type BillComparison,
  type RowDifference,
  type StatedTerms,
} from '../../domain/comparison';
import type { LedgerEvent, ReplayOptions } from '../../domain/engine';
import type { BillId } from '../../domain/law';
import { assetGroup } from '../../domain/chain';
import { replayChosen } from '../../domain/overlays/apply-entries';
import type { ComputeTask } from '../../ports/work/compute';

export interface LawComparisonInput {
  /** Ledger events of all wallets of the owner, packed. */
  events: Uint8Array[];
  options: Omit<ReplayOptions, 'groupOf'>;
  wallets: readonly string[];
  year?: number;
  bills: readonly BillId[];
  stated: StatedTerms;
  /** Transactions that the plan shows. Null for all. */
  shown: ReadonlySet<string> | null;
}

/** Rows that an answer lists for each bill. */
const MAX_ROWS = 1_000;

/** A comparison with as many rows as an answer lists. */
export interface ListedComparison extends BillComparison {
  rowsTotal: number;
  /** Rows that are not listed, and what they differ by together. */
  omitted: { count: number; difference: bigint };
}

/** Events of one taxpayer -> what bills would change. */
export const task: ComputeTask<LawComparisonInput, ListedComparison[]> = {
  name: 'law_comparison',
  file: __filename,
  run: ({ events, options, wallets, year, bills, stated, shown }) => {
    const history = {
      ...{ wallets, year, events: unpackRows<LedgerEvent>(events) },
      options: { ...options, groupOf: assetGroup },
    };
    return lawComparison(history, { bills, stated }, replayChosen).map((one) => listed(one, shown));
  },
};

function listed(comparison: BillComparison, shown: ReadonlySet<string> | null): ListedComparison {
  const rows: RowDifference[] = [];
  const omitted = { count: 0, difference: 0n };
  for (const row of comparison.rows) {
    if (rows.length < MAX_ROWS && (shown === null || shown.has(row.transactionId))) {
      rows.push(row);
      continue;
    }
    omitted.count += 1;
    omitted.difference += row.bill - row.law;
  }
  return { ...comparison, rows, rowsTotal: comparison.rows.length, omitted };
}
