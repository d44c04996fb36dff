import type { LawStatus } from '../../domain/law';
import { AssumptionsResponse } from '../shapes.dto';

/** A number, a date or a list of a rule. */
export class LawParameterResponse {
  /** @example "fee_limit_usd" */
  name!: string;
  /** Lists are joined by commas. Null: not known. @example "10" */
  value!: string | null;
  /** True when the primary text was not read for it. @example true */
  unverified!: boolean;
}

/** A rule of law, or one that is only proposed. */
export class LawRecordResponse {
  /** @example "hr10357.fee" */
  id!: string;
  /** `law`, `regulation` and `notice` are in force between their dates; forms rest on nothing else. @example "bill" */
  status!: LawStatus;
  what!: string;
  source!: string;
  /** @example "2026-11-28" */
  read_on!: string;
  /** `high`: quotes of the primary text agree. `medium`: one good secondary source. `low`: second hand, or disputed. @example "low" */
  sure!: 'high' | 'medium' | 'low';
  /** `YYYY-MM-DD`. Null: no start is known. @example null */
  effective_from!: string | null;
  /** `YYYY-MM-DD`, inclusive. @example null */
  effective_to!: string | null;
  parameters!: LawParameterResponse[];
  /** True when the service computes it. @example true */
  computable!: boolean;
  /** Null when it is computed. @example null */
  not_computable_reason!: string | null;
  /** What the computation assumes where the text is silent or was not read. */
  readings!: string[];
}

export class LawRegisterResponse {
  /** The date of the law that figures rest on. @example "2026-06-30" */
  law_as_of!: string;
  /** Those in force, then those that are only proposed. */
  rules!: LawRecordResponse[];
}

/** A parameter as the comparison used it. */
export class UsedParameterResponse extends LawParameterResponse {
  /** True for one of the request. @example false */
  stated!: boolean;
}

/** Amounts of a tax year in USD, in cents. */
export class LawYearResponse {
  /** @example 2027 */
  tax_year!: number;
  /** Gains and losses by the law in force. @example "20.99" */
  law_gains!: string;
  /** Income by the law in force. @example "0.00" */
  law_income!: string;
  /** @example "9.00" */
  bill_gains!: string;
  /** @example "0.00" */
  bill_income!: string;
  /** Of which it is not known whether the bill makes it ordinary income or a gain. @example "0.00" */
  bill_of_unknown_kind!: string;
  /** All of the bill less all of the law. @example "-11.99" */
  difference!: string;
  /** Why the bill does not count in the year. @example null */
  note!: string | null;
}

/** The units of one asset in one transaction. */
export class LawRowResponse {
  /** `disposal` or `income` */
  kind!: 'disposal' | 'income';
  /** Of the disposal, or of the income. @example "fee" */
  type!: string;
  /** @example 2027 */
  tax_year!: number;
  /** @example "2027-01-01T12:00:00.000Z" */
  timestamp!: string;
  wallet_address!: string;
  transaction_id!: string;
  tx_hash!: string | null;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "0.01" */
  quantity!: string;
  /** Gain or income by the law in force. @example "3.00" */
  law_amount!: string;
  /** @example "0.00" */
  bill_amount!: string;
  /** @example "-3.00" */
  difference!: string;
  /** True when it is not known whether it is ordinary income or a gain under the bill. @example false */
  kind_not_known!: boolean;
}

/** One bill beside the law in force. */
export class LawResultResponse {
  /** Id of the register. @example "hr10357.fee" */
  law!: string;
  /** @example "bill" */
  status!: LawStatus;
  what!: string;
  source!: string;
  /** @example "2026-11-28" */
  read_on!: string;
  /** @example true */
  computable!: boolean;
  /** @example null */
  not_computable_reason!: string | null;
  parameters!: UsedParameterResponse[];
  /** Parameters whose values were not verified. @example ["effective_from", "fee_limit_usd"] */
  unverified!: string[];
  readings!: string[];
  /** Ascending; those with sales or income. */
  years!: LawYearResponse[];
  /** Over all years. Null when it was not computed. @example "-11.99" */
  difference!: string | null;
  /** Those that differ, in order of time; at most 1,000, as far as the plan shows them. */
  rows!: LawRowResponse[];
  /** @example 2 */
  rows_total!: number;
  /** Rows that differ and are not listed. @example 0 */
  rows_not_listed!: number;
  /** What they differ by together. @example "0.00" */
  not_listed_difference!: string;
  /** Sales of units of unknown basis: what the bill gives cannot be told, and they have the amount of the law. @example 0 */
  undecided_basis_count!: number;
  /** As above, of units without a known value. @example 0 */
  undecided_value_count!: number;
  /** Sales and receipts that wait for a value: they are in no amount. @example 0 */
  needs_value_count!: number;
  /** Sales of units of unknown basis, which counts as 0 by the law and by the bill. @example 0 */
  unknown_basis_count!: number;
  /** True when losses that are deferred are so many that their parts are not exact. @example false */
  is_approximate!: boolean;
}

/** What bills would change in the figures of a wallet, each by itself. Nothing is stored. */
export class LawComparisonResponse {
  address!: string;
  /** Null: every year. @example null */
  tax_year!: number | null;
  /** Always true: not for filing. */
  is_comparison!: true;
  results!: LawResultResponse[];
  assumptions!: AssumptionsResponse;
  disclaimer!: string;
}
