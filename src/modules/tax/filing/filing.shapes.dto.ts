import type { GivenAwayType } from '../../../domain/filing';
import { AssumptionsResponse } from '../../../presenters/shapes.dto';

/** One line of Schedule D. USD, two decimals. Columns (d), (e), (g) are null where the line has none. */
export class ScheduleDLineResponse {
  /** @example "3" */
  line!: string;
  /** @example "Totals for all transactions reported on Form(s) 8949 with Box C or Box I checked" */
  caption!: string;
  /** Column (d). @example "3000.00" */
  proceeds!: string | null;
  /** Column (e). @example "2000.00" */
  cost_basis!: string | null;
  /** Column (g). @example "0.00" */
  adjustments!: string | null;
  /** Column (h). A loss is negative. @example "1000.00" */
  gain_loss!: string;
}

/** The Capital Loss Carryover Worksheet. USD, two decimals. */
export class CarryoverResponse {
  /** @example 2025 */
  from_year!: number;
  /** @example 2026 */
  to_year!: number;
  /** Lines 1 to 13. */
  worksheet!: string[];
  /** Line 8. @example "7000.00" */
  short_term!: string;
  /** Line 13. @example "0.00" */
  long_term!: string;
  /** False: line 1 is assumed to be 0, because `taxable_income` is not given. @example false */
  is_income_stated!: boolean;
}

/** The question on Form 1040, answered from this wallet alone. */
export class DigitalAssetQuestionResponse {
  /** Null for years without the question. */
  question!: string | null;
  /** @example "yes" */
  answer!: 'yes' | 'no';
  /** Receipts as income in the year. @example 0 */
  receipts!: number;
  /** Sales, exchanges, payments, fees and gifts in the year. @example 3 */
  dispositions!: number;
}

export class ScheduleDResponse {
  /** As sent. */
  address!: string;
  /** @example 2025 */
  tax_year!: number;
  /** @example "Schedule D (Form 1040)" */
  form!: 'Schedule D (Form 1040)';
  lines!: ScheduleDLineResponse[];
  /** Null when no loss is left for the next year. */
  carryover!: CarryoverResponse | null;
  digital_asset_question!: DigitalAssetQuestionResponse;
  /** `INCOMPLETE`: do not file. @example "COMPLETE" */
  status!: 'COMPLETE' | 'INCOMPLETE';
  /** `PRELIMINARY` before the year has ended, or beyond the date of the law that is used. @example "FINAL" */
  law_status!: 'FINAL' | 'PRELIMINARY';
  notes!: string[];
  assumptions!: AssumptionsResponse;
}

/** Units that left without a sale. */
export class GivenAwayRowResponse {
  /** `donation`, `gift`, `stolen` or `lost`. @example "donation" */
  type!: GivenAwayType;
  /** @example "Form 8283" */
  form!: 'Form 8283' | 'Form 709' | 'Form 4684';
  /** @example "ethereum:UNI" */
  token_key!: string;
  /** @example "UNI" */
  symbol!: string;
  /** @example "100" */
  quantity!: string;
  /** @example "2024-05-01" */
  date!: string;
  /** Earliest acquisition. Null when unknown. @example "2021-03-02" */
  date_acquired!: string | null;
  /** @example "long" */
  term!: 'short' | 'long' | 'mixed';
  /** USD, exact. @example "2559.27" */
  cost_basis!: string;
  /** USD, fair value at that time. Null when not stated. @example "1200" */
  fair_market_value!: string | null;
  /** @example null */
  recipient!: string | null;
  transaction_id!: string;
  tx_hash!: string | null;
}

/** Gifts of the year to one recipient. */
export class GiftTotalResponse {
  /** Null: not stated. */
  recipient!: string | null;
  /** USD. @example "20000" */
  value!: string;
  count!: number;
  /** Gifts without a stated value. They are not in `value`. */
  missing_values!: number;
  /** True: a gift tax return may be required. */
  is_above_exclusion!: boolean;
}

export class GivenAwayResponse {
  address!: string;
  /** @example 2024 */
  tax_year!: number;
  rows!: GivenAwayRowResponse[];
  /** Largest sum first. */
  gifts_by_recipient!: GiftTotalResponse[];
  /** USD for each recipient and year. @example "18000" */
  annual_exclusion!: string;
  /** Tokens whose donations exceed 5,000 USD in the year: the deduction needs a qualified appraisal. */
  appraisal_needed!: string[];
  notes!: string[];
  assumptions!: AssumptionsResponse;
}
