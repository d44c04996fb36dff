import type { FormStatus } from '../../domain/forms';
import { StatusReasonResponse } from './status.shapes.dto';

/** The totals of a year that a return repeats. USD, two decimals. */
export class FilingLinesResponse {
  /** @example "3000.00" */
  short_term_proceeds!: string;
  /** @example "2000.00" */
  short_term_cost_basis!: string;
  /** Column (g) of the short-term rows. @example "0.00" */
  short_term_adjustments!: string;
  /** @example "1000.00" */
  short_term_gain_loss!: string;
  /** @example "0.00" */
  long_term_proceeds!: string;
  /** @example "0.00" */
  long_term_cost_basis!: string;
  /** Column (g) of the long-term rows. @example "0.00" */
  long_term_adjustments!: string;
  /** @example "0.00" */
  long_term_gain_loss!: string;
  /** Schedule 1, digital assets received as ordinary income. @example "45.00" */
  digital_asset_income!: string;
  /** Schedule C, gross receipts of a business. @example "0.00" */
  schedule_c_total!: string;
  /** Schedule B. @example "0.00" */
  interest_income!: string;
}

/** One row of Form 8949 as a report stated it. USD, two decimals. */
export class FiledRowResponse {
  disposal_id!: string;
  /** @example "1.5 ETH" */
  description!: string;
  /** Null when unknown. @example "2023-05-01" */
  date_acquired!: string | null;
  /** @example "2024-05-01" */
  date_sold!: string;
  /** @example "short" */
  term!: 'short' | 'long';
  /** @example "3000.00" */
  proceeds!: string;
  /** @example "2000.00" */
  cost_basis!: string;
  /** @example "0.00" */
  adjustment_amount!: string;
  /** @example "1000.00" */
  gain_loss!: string;
}

/** The figures of the whole year, also of rows that a plan does not show. */
export class FilingResponse {
  lines!: FilingLinesResponse;
  /** Disposals without a known value. They are in no line. @example 0 */
  excluded_count!: number;
  /** Of Form 8949 and Schedule 1 together. @example "COMPLETE" */
  status!: FormStatus;
  /** Empty for `COMPLETE`. @example [] */
  status_reasons!: StatusReasonResponse[];
  /** Null when the year has more than 20,000 rows. */
  rows!: FiledRowResponse[] | null;
}
