import { Form8949TotalsBody } from '../../../presenters/form-8949.shapes.dto';
import { AssumptionsBody, IncomeBody, IncomeTotalsBody } from '../../../presenters/shapes.dto';

/** Forms as they go over the wire. Amounts of Form 8949 have two decimals; those of Schedule 1 are exact. */

export class IncomeByTypeBody {
  airdrop!: string;
  staking_reward!: string;
  mining_reward!: string;
  interest!: string;
  other!: string;
}

/** Schedule 1 without its rows. */
export class Schedule1SummaryBody {
  address!: string;
  tax_year!: number;
  form!: string;
  by_type!: IncomeByTypeBody;
  /** Airdrops, staking, mining and other. */
  line_8v_total!: string;
  schedule_b_interest_total!: string;
  total!: string;
  /** Receipts of the year. */
  count!: number;
  assumptions!: AssumptionsBody;
}

/** api.md 2, Schedule1. */
export class Schedule1Body extends Schedule1SummaryBody {
  rows!: IncomeBody[];
  is_limited!: boolean;
  tx_limit!: number | null;
  /** Present when `is_limited` is true. */
  tx_total?: number;
  rows_omitted!: number;
}

export class ExportTermBody extends Form8949TotalsBody {
  count!: number;
}

export class ExportSummaryBody {
  address!: string;
  tax_year!: number;
  short_term!: ExportTermBody;
  long_term!: ExportTermBody;
  income!: IncomeTotalsBody | null;
  /** Rows of the year, those a plan leaves out included. */
  row_count!: number;
  untracked_count!: number;
  /** Years with something to put on a form. */
  available_years!: number[];
  formats!: string[];
}
