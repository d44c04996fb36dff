import type { Reason, Tool } from '../../domain/cross-tool';
import { AssumptionsResponse } from '../shapes.dto';

/** USD, with two decimals. */
export class ToolAmountsResponse {
  /** @example "60000.00" */
  proceeds!: string;
  /** @example "10000.00" */
  cost_basis!: string;
  /** Before wash sales. @example "50000.00" */
  gain_loss!: string;
  /** @example "0.00" */
  income!: string;
}

/** What a reason is worth: the amounts of the tool less the own ones. */
export class ToolReasonPartResponse extends ToolAmountsResponse {
  /** @example "wallet_vs_universal" */
  reason!: Reason;
}

export class ToolReasonResponse extends ToolReasonPartResponse {
  /** Rows, or groups of rows, with this reason. @example 1 */
  count!: number;
}

export class ToolYearResponse {
  /** @example 2026 */
  tax_year!: number;
  own!: ToolAmountsResponse;
  theirs!: ToolAmountsResponse;
  /** Of the difference: sales that the tool dates in another year. */
  moved!: ToolAmountsResponse;
}

export class ToolLineResponse {
  /** Place of the file among those sent, from 1. @example 1 */
  file!: number;
  /** Line of its table, from 1. @example 2 */
  line!: number;
}

export class ToolTransactionResponse {
  wallet_address!: string;
  transaction_id!: string;
  tx_hash!: string | null;
}

/** Rows of both sides that state the same units, and why they differ. */
export class ToolDifferenceResponse {
  /** @example 2026 */
  tax_year!: number;
  /** @example "BTC" */
  symbol!: string;
  /** `YYYY-MM-DD` in the report zone. Null: only the tool has the row. @example "2026-02-02" */
  own_date!: string | null;
  /** As the tool dates it. Null: the tool has no such row. @example "2026-02-02" */
  their_date!: string | null;
  own!: ToolAmountsResponse;
  theirs!: ToolAmountsResponse;
  /** In the order in which they are tried. Their amounts add up to the difference. */
  reasons!: ToolReasonPartResponse[];
  /** @example 1 */
  own_rows!: number;
  /** @example 1 */
  their_rows!: number;
  /** At most ten. */
  transactions!: ToolTransactionResponse[];
  /** At most ten. */
  lines!: ToolLineResponse[];
}

export class ToolTableResponse {
  /** Place of the file among those sent, from 1. @example 1 */
  file!: number;
  /** Sheet of a workbook, or file in an archive, where there are several. @example null */
  table!: string | null;
  /** The layout. `unknown`: a table beside others that are known. @example "koinly_capital_gains" */
  format!: string;
  /** @example 12 */
  rows_read!: number;
  /** @example 0 */
  rows_rejected!: number;
}

export class ToolRejectedRowResponse {
  /** Place of the file among those sent, from 1. */
  file!: number;
  table!: string | null;
  /** Line of that table, from 1. */
  line!: number;
  reason!: string;
}

/** The export of another tool beside the own figures. Nothing is stored. */
export class ToolComparisonResponse {
  address!: string;
  /** Null: the years of the files. @example 2026 */
  tax_year!: number | null;
  /** @example "koinly" */
  tool!: Tool;
  files!: ToolTableResponse[];
  /** The first 100 rows that cannot be read. They are in no amount. */
  rows_rejected!: ToolRejectedRowResponse[];
  /** @example 0 */
  rows_rejected_total!: number;
  own!: ToolAmountsResponse;
  theirs!: ToolAmountsResponse;
  difference!: ToolAmountsResponse;
  /** Their amounts add up to `difference`. */
  reasons!: ToolReasonResponse[];
  /** Of `difference`: what has no reason. */
  unexplained!: ToolAmountsResponse;
  years!: ToolYearResponse[];
  /** Rows, or groups of rows, that agree. @example 11 */
  agreed_count!: number;
  /** Those that differ, in order of time; at most 1,000, as far as the plan shows them. */
  rows!: ToolDifferenceResponse[];
  /** @example 1 */
  rows_total!: number;
  /** @example 0 */
  rows_not_listed!: number;
  /** Gain and income of the rows that are not listed. @example "0.00" */
  not_listed_difference!: string;
  /** Rows of the files in years that are not compared. @example 0 */
  rows_outside!: number;
  notes!: string[];
  assumptions!: AssumptionsResponse;
}
