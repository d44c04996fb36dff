import type { FormStatus, StatusReasonName } from '../../domain/forms';

/** What a form or a summary rests on that is not known. */
export class StatusReasonResponse {
  /** @example "unknown_basis" */
  reason!: StatusReasonName;
  /** What this reason alone makes of the form. @example "INCOMPLETE" */
  status!: 'REVIEW' | 'INCOMPLETE';
  /** Rows, receipts or held units; of `history_incomplete` the gaps. @example 14 */
  count!: number;
  /** USD with two decimals: proceeds of the rows, value of held units and receipts, gain or loss of an uncertain type, basis without a value. Null when it is not known. @example "1520.44" */
  amount_usd!: string | null;
}

/** Whether a form or a summary can be filed. */
export class StatusResponse {
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. @example "COMPLETE" */
  status!: FormStatus;
  /** Empty for `COMPLETE`. @example [] */
  status_reasons!: StatusReasonResponse[];
}

/** Sums of one term. USD, two decimals. */
export class PrintedTermResponse {
  /** @example "3000.00" */
  proceeds!: string;
  /** @example "2000.00" */
  cost_basis!: string;
  /** @example "0.00" */
  adjustments!: string;
  /** @example "1000.00" */
  gain_loss!: string;
}

/** Sums of the rows that forms print, each amount rounded to a cent first: they agree with the files to the cent. */
export class PrintedTotalsResponse {
  short_term!: PrintedTermResponse;
  long_term!: PrintedTermResponse;
  /** Both terms. @example "1000.00" */
  gain_loss!: string;
  /** @example "45.00" */
  total_income!: string;
}
