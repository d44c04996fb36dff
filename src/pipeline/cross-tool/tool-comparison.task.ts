import { unpackRows } from '../../common/row-batches';
import {
  listedComparison,
  toolComparison,
  type ListedToolComparison,
  type ToolRow,
} from '../../domain/cross-tool';
import { assetGroup } from '../../domain/chain';
import type { LedgerEvent, ReplayOptions } from '../../domain/engine';
import { replayChosen } from '../../domain/overlays/apply-entries';
import type { ComputeTask } from '../../ports/work/compute';

/** A history, and the rows of another tool. */
export interface ToolComparisonInput {
  /** Ledger events of all wallets of the owner, packed. */
  events: Uint8Array[];
  options: Omit<ReplayOptions, 'groupOf'>;
  wallets: readonly string[];
  year?: number;
  kinds: readonly ToolRow['kind'][];
  spam: readonly string[];
  /** `ToolRow`, packed. */
  rows: Uint8Array[];
  /** Transactions that the plan shows. Null for all. */
  shown: ReadonlySet<string> | null;
}

/** Events of one taxpayer and the rows of another tool -> each difference and its reason. */
export const task: ComputeTask<ToolComparisonInput, ListedToolComparison> = {
  name: 'tool_comparison',
  file: __filename,
  run: ({ events, options, wallets, year, kinds, spam, rows, shown }) => {
    const history = {
      ...{ wallets, year, kinds, spam, events: unpackRows<LedgerEvent>(events) },
      options: { ...options, groupOf: assetGroup },
    };
    return listedComparison(toolComparison(history, unpackRows<ToolRow>(rows), replayChosen), shown);
  },
};
