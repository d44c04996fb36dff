import { AssumptionsBody, IncomeBody, IncomeTotalsBody } from '../../http/presenters/shapes.dto';

/** Forms as they go over the wire. Amounts of Form 8949 have two decimals; those of Schedule 1 are exact. */

/** One line of Form 8949. Money at two decimals. */
export class Form8949RowBody {
  /** @example "1.5 ETH" */
  description!: string;
  /** Null when unknown. @example "2023-05-01" */
  date_acquired!: string | null;
  /** @example "2024-05-01" */
  date_sold!: string;
  /** @example "3000.00" */
  proceeds!: string;
  /** @example "2000.00" */
  cost_basis!: string;
  /** @example "" */
  adjustment_code!: '' | 'W';
  /** @example "0.00" */
  adjustment_amount!: string;
  /** @example "1000.00" */
  gain_loss!: string;
  /** @example "I" */
  box!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "1.5" */
  quantity!: string;
  lot_id!: string | null;
  disposal_id!: string | null;
  tx_hash!: string | null;
  is_untracked!: boolean;
}

/** Sums of the rounded rows of the whole year. */
export class Form8949TotalsBody {
  proceeds!: string;
  cost_basis!: string;
  adjustments!: string;
  gain_loss!: string;
}

export class Form8949PartBody {
  /** I is short-term, II long-term. @example "I" */
  part!: string;
  /** @example "I" */
  box!: string;
  rows!: Form8949RowBody[];
  totals!: Form8949TotalsBody;
}

export class Form8949TermsBody {
  short_term!: Form8949TotalsBody;
  long_term!: Form8949TotalsBody;
}

/** api.md 2, Form8949. */
export class Form8949Body {
  address!: string;
  tax_year!: number;
  form!: string;
  method!: string;
  timezone!: string;
  parts!: Form8949PartBody[];
  totals!: Form8949TermsBody;
  /** Rows the plan shows. */
  row_count!: number;
  untracked_count!: number;
  wash_sales_applied!: boolean;
  /** True when rows are left out: such a form cannot be filed. */
  is_limited!: boolean;
  /** Null for unlimited. */
  tx_limit!: number | null;
  tx_total!: number;
  rows_omitted!: number;
  assumptions!: AssumptionsBody;
  disclaimer!: string;
}

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
  tx_total!: number;
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
