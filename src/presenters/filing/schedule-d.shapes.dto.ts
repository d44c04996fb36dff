import type { FormStatus, StatusReasonName, OfficialState } from '../../domain/forms';
import { AssumptionsResponse } from '../shapes.dto';
import { StatusReasonResponse } from './status.shapes.dto';

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
  /** What rows of the line rest on that is not known, as in `status_reasons`. @example [] */
  review!: StatusReasonName[];
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

/** The 28% Rate Gain Worksheet of Schedule D, of the rows with code C. USD, two decimals. */
export class CollectiblesResponse {
  /** Lines 1 to 7. Lines 2 to 4 are of gains that are not on Form 8949: 0. */
  worksheet!: string[];
  /** Line 7. Null where lines 15 and 16 are not both gains. @example "500.00" */
  line_18!: string | null;
}

/** The question on Form 1040, answered from these wallets alone. */
export class DigitalAssetQuestionResponse {
  /** Null for years without the question. */
  question!: string | null;
  /** @example "yes" */
  answer!: 'yes' | 'no';
  /** Receipts as income in the year; in 2019 and 2020 also units received for free. @example 0 */
  receipts!: number;
  /** Sales, exchanges, payments, fees and gifts in the year. @example 3 */
  dispositions!: number;
}

export class ScheduleDResponse {
  /** As sent; of a portfolio its id. */
  address!: string;
  /** @example 2025 */
  tax_year!: number;
  /** @example "Schedule D (Form 1040)" */
  form!: 'Schedule D (Form 1040)';
  lines!: ScheduleDLineResponse[];
  /** Null when no loss is left for the next year. */
  carryover!: CarryoverResponse | null;
  /** Null without a long-term sale of a collectible. */
  collectibles!: CollectiblesResponse | null;
  digital_asset_question!: DigitalAssetQuestionResponse;
  /** That of its Form 8949. @example "COMPLETE" */
  status!: FormStatus;
  /** Empty for `COMPLETE`. @example [] */
  status_reasons!: StatusReasonResponse[];
  /** `PRELIMINARY` before the year has ended, or beyond the date of the law that is used. @example "FINAL" */
  law_status!: 'FINAL' | 'PRELIMINARY';
  /** What the PDF of this schedule is. `fields`: the official form, filled; `not_installed`: a statement with its lines. @example "not_installed" */
  official_form!: OfficialState;
  notes!: string[];
  assumptions!: AssumptionsResponse;
}
