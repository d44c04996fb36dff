import type { FilingLine } from '../../domain/filing';
import type { FormStatus } from '../../domain/forms';
import { StatusReasonResponse } from '../../presenters/filing/status.shapes.dto';
import { FiledRowResponse, FilingLinesResponse } from '../../presenters/filing/filing.shapes.dto';

/** One total that an amended return would change. USD, two decimals. */
export class FiledLineChangeResponse {
  /** @example "short_term_gain_loss" */
  line!: FilingLine;
  /** @example "1000.00" */
  filed!: string;
  /** @example "1120.00" */
  computed!: string;
  /** computed - filed. @example "120.00" */
  difference!: string;
}

/** A row of Form 8949 that is new, absent, or has other amounts. */
export class FiledRowChangeResponse {
  /** @example "added" */
  change!: 'added' | 'removed' | 'changed';
  filed!: FiledRowResponse | null;
  computed!: FiledRowResponse | null;
}

/** Why the present ledger differs from the filed report. */
export class FiledYearIssueResponse {
  /** @example "filed_year_changed" */
  type!: 'filed_year_changed';
  /** What an amended return would report. @example "Short-term gain or loss: 1120.00 instead of 1000.00 USD (difference 120.00)" */
  message!: string;
  lines!: FiledLineChangeResponse[];
  /** The first 100. */
  rows!: FiledRowChangeResponse[];
  /** Length of the whole list of rows. @example 1 */
  row_count!: number;
  /** computed - filed. @example 0 */
  excluded_difference!: number;
}

/** A report that the user filed. It never changes. */
export class FiledYearResponse {
  /** @example 2024 */
  tax_year!: number;
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  owned_wallets!: string[];
  /** Rows and files of the report: `/api/v1/jobs/{report_id}/result`. */
  report_id!: string;
  /** SHA-256 of everything the report rests on. */
  input_hash!: string;
  /** As filed. */
  lines!: FilingLinesResponse;
  /** Disposals without a known value, as filed. @example 0 */
  excluded_count!: number;
  /** Of the forms, as filed. Null for a report that was made before reports had one. @example "COMPLETE" */
  form_status!: FormStatus | null;
  /** Why, as filed. @example [] */
  status_reasons!: StatusReasonResponse[];
  /** @example "2025-04-10T12:00:00.000Z" */
  frozen_at!: string;
  /** @example null */
  unfrozen_at!: string | null;
  /**
   * `changed`: the present ledger gives other figures; see `issue`. `not_checked`: the wallet is not read now, or the year is
   * unfrozen.
   * @example "unchanged"
   */
  status!: 'unchanged' | 'changed' | 'not_checked';
  issue!: FiledYearIssueResponse | null;
}

export class UnfrozenYearResponse {
  unfrozen!: true;
  /** @example 2024 */
  tax_year!: number;
  /** Reports that were bound to the year. They are kept until they are deleted. */
  report_ids!: string[];
}
