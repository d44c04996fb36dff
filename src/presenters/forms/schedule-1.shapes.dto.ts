import type { FormStatus } from '../../domain/forms';
import { StatusReasonResponse } from '../filing/status.shapes.dto';
import { Form8949TotalsResponse } from './form-8949.shapes.dto';
import { AssumptionsResponse, IncomeResponse, IncomeTotalsResponse } from '../shapes.dto';

/** Forms as they go over the wire. Sums have two decimals: they add up rounded rows. */

export class IncomeByTypeResponse {
  airdrop!: string;
  staking_reward!: string;
  mining_reward!: string;
  interest!: string;
  other!: string;
}

/** Schedule 1 without its rows. */
export class Schedule1SummaryResponse {
  address!: string;
  tax_year!: number;
  form!: string;
  by_type!: IncomeByTypeResponse;
  /** Where the year's return reports `line_8v_total`. @example "Schedule 1 line 8v" */
  line!: string;
  /** Airdrops, staking, mining and other, without income of a business. */
  line_8v_total!: string;
  /** Income of the types in `business_income` of the tax settings: gross receipts of Schedule C. */
  schedule_c_total!: string;
  schedule_b_interest_total!: string;
  total!: string;
  /** Receipts of the year. */
  count!: number;
  /** Receipts of the year without a known value. They are listed and in no sum. */
  excluded_count!: number;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. @example "COMPLETE" */
  status!: FormStatus;
  /** Empty for `COMPLETE`. @example [] */
  status_reasons!: StatusReasonResponse[];
  assumptions!: AssumptionsResponse;
}

/** api.md 2, Schedule1. */
export class Schedule1Response extends Schedule1SummaryResponse {
  rows!: IncomeResponse[];
  is_limited!: boolean;
  tx_limit!: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
  rows_omitted!: number;
}

export class ExportTermResponse extends Form8949TotalsResponse {
  count!: number;
}

export class ExportSummaryResponse {
  address!: string;
  tax_year!: number;
  short_term!: ExportTermResponse;
  long_term!: ExportTermResponse;
  income!: IncomeTotalsResponse | null;
  /** Rows of the year, those a plan leaves out included. */
  row_count!: number;
  untracked_count!: number;
  /** Disposals without a known value. They are in no row and in no total. */
  excluded_count!: number;
  /** USD, the basis of those disposals. @example "0.00" */
  excluded_basis!: string;
  /** Years with something to put on a form. */
  available_years!: number[];
  formats!: string[];
  /** That of Form 8949. @example "COMPLETE" */
  status!: FormStatus;
  /** Empty for `COMPLETE`. @example [] */
  status_reasons!: StatusReasonResponse[];
  assumptions!: AssumptionsResponse;
}
