/** What an import answers, as it goes over the wire. */
export class RejectedRowResponse {
  /** Place of the file among those sent, from 1. */
  file!: number;
  /** Sheet of a workbook, or file in an archive, where there are several. */
  table!: string | null;
  /** Line of that table, from 1. */
  line!: number;
  /** With the cell as it stands, where one is the cause. */
  reason!: string;
}

export class ImportResultResponse {
  import_id!: string;
  dry_run!: boolean;
  /**
   * Of each table, in the order sent: `etherscan_normal`, `etherscan_internal`, `etherscan_erc20`, `generic`, or the
   * layout of an exchange. `unknown`: a table beside others that are known.
   */
  format!: string[];
  rows_read!: number;
  /** New to the user's history of the wallet. */
  rows_accepted!: number;
  /** Imported before, or in another of the files. */
  rows_duplicate!: number;
  /** The first 100 of them. */
  rows_rejected!: RejectedRowResponse[];
  rows_rejected_total!: number;
  /** Transactions of which the readable rows are parts. */
  transactions!: number;
  first_at!: string | null;
  last_at!: string | null;
}

export class UnknownOperationResponse {
  name!: string;
  /** Rows. They are kept, and their units are marked in the history. */
  count!: number;
}

export class ExchangeImportResultResponse extends ImportResultResponse {
  /** Null for a dry run without an account. */
  account_id!: string | null;
  /** Operations of the exchange without a known meaning. */
  unknown_operations!: UnknownOperationResponse[];
}
