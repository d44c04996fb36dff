import type { MethodName } from '../../domain/engine';

import type { Box, FORM_FLAGS, FormStatus, StatusReasonName, OfficialState } from '../../domain/forms';
import { StatusReasonResponse } from '../filing/status.shapes.dto';
import { AssumptionsResponse } from '../shapes.dto';

type FormFlagName = (typeof FORM_FLAGS)[keyof typeof FORM_FLAGS];

/** One line of Form 8949. USD, two decimals. */
export class Form8949LineResponse {
  /** @example "1.5 ETH" */
  description!: string;
  /** Null when unknown. @example "2023-05-01" */
  date_acquired!: string | null;
  /** @example "2024-05-01" */
  date_sold!: string;
  /** Column (d). @example "3000.00" */
  proceeds!: string;
  /** Column (e). @example "2000.00" */
  cost_basis!: string;
  /** Letters of column (f). Beyond `W` only where a Form 1099-DA was accepted. @example "" */
  adjustment_code!: string;
  /** Column (g). @example "0.00" */
  adjustment_amount!: string;
  /** Column (h). @example "1000.00" */
  gain_loss!: string;
  /** @example "I" */
  box!: Box;
}

/** A line of Form 8949 with its lot and disposal. */
export class Form8949RowResponse extends Form8949LineResponse {
  /** @example "ETH" */
  symbol!: string;
  /** Empty for a row that only a broker reported. @example "ethereum" */
  chain!: string;
  /** @example "1.5" */
  quantity!: string;
  lot_id!: string | null;
  disposal_id!: string | null;
  tx_hash!: string | null;
  is_untracked!: boolean;
  /** `missing` only in `needs_value`. @example "known" */
  value_status!: 'known' | 'missing';
  /** How the row came about, for example `costs_capped`; `form_1099_da`: as an accepted form reports it; `possibly_counted_twice`: the sale of a broker and an own one may be the same. @example [] */
  flags!: FormFlagName[];
  /** What the row rests on that is not known, as in `status_reasons`. Empty: nothing. @example [] */
  review!: StatusReasonName[];
}

/** Sums of the rounded rows of the whole year. */
export class Form8949TotalsResponse {
  proceeds!: string;
  cost_basis!: string;
  adjustments!: string;
  gain_loss!: string;
}

export class Form8949PartResponse {
  /** I is short-term, II long-term. @example "I" */
  part!: 'I' | 'II';
  /** @example "I" */
  box!: Box;
  rows!: Form8949RowResponse[];
  totals!: Form8949TotalsResponse;
}

export class Form8949TermsResponse {
  short_term!: Form8949TotalsResponse;
  long_term!: Form8949TotalsResponse;
}

/** api.md 2, Form8949. */
export class Form8949Response {
  address!: string;
  tax_year!: number;
  form!: 'Form 8949';
  method!: MethodName;
  timezone!: string;
  parts!: Form8949PartResponse[];
  totals!: Form8949TermsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. @example "COMPLETE" */
  status!: FormStatus;
  /** Empty for `COMPLETE`. @example [] */
  status_reasons!: StatusReasonResponse[];
  /** True for a year that ends after `assumptions.law_as_of`: its rules may still change. @example false */
  is_preliminary!: boolean;
  /** Disposals without a known value, all of the year. They are in no part and in no total. */
  needs_value!: Form8949RowResponse[];
  /** @example 0 */
  excluded_count!: number;
  /** USD, the basis of those disposals. @example "0.00" */
  excluded_basis!: string;
  /** Rows the plan shows. */
  row_count!: number;
  untracked_count!: number;
  wash_sales_applied!: boolean;
  /** True when rows are left out: such a form cannot be filed. */
  is_limited!: boolean;
  /** Null for unlimited. */
  tx_limit!: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
  rows_omitted!: number;
  /** What the PDF of this form is. `fields`: the official form, filled; `stamped`: the same with more than 20 copies, as text on its pages; `not_installed` and `statement` (no rows, or too many): a statement with its columns. Absent in a generated report. @example "not_installed" */
  official_form?: OfficialState;
  assumptions!: AssumptionsResponse;
  disclaimer!: string;
}
