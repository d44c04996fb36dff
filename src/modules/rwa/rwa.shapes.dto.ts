import type { YieldType } from '../../domain/rwa';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

/**
 * What the RWA routes answer, as it goes over the wire. Amounts are JSON numbers, rounded to eight places; moments ISO
 * 8601 UTC.
 */

/** Spec 2.11. */
export class RwaTokenResponse {
  /** @example "OUSG" */
  symbol!: string;
  /** @example "Ondo Short-Term US Government Treasuries" */
  name!: string;
  /** `treasury`, `yield_stablecoin` or `experimental`. @example "treasury" */
  type!: 'treasury' | 'yield_stablecoin' | 'experimental';
  /** @example "Ondo Finance" */
  issuer!: string;
  /** @example "tokenized US government money market funds" */
  underlying!: string;
  /** `accrual`, `rebase` or `nav_distribution`. @example "rebase" */
  yield_type!: YieldType;
  /** @example 1 */
  tier!: number;
  /** @example "interest_income" */
  tax_treatment!: 'interest_income';
  /** @example true */
  restricted!: boolean;
  /** @example "transfers only between allow-listed wallets" */
  restriction_note!: string;
  /** @example "accredited investors and qualified purchasers, identified" */
  investor_req!: string;
  /** Networks the issuer names. @example ["ethereum", "polygon"] */
  chains!: string[];
}

export class RwaTokensResponse {
  /** @example 11 */
  count!: number;
  @ApiProperty({ type: [RwaTokenResponse] })
  tokens!: RwaTokenResponse[];
}

/** Spec 2.11, `live_data`: whole, or `symbol`, `source` and `error`, or empty where no source publishes figures. */
export class LiveDataResponse {
  /** @example "OUSG" */
  symbol?: string;
  /** @example "Ondo Short-Term US Government Treasuries" */
  name?: string;
  /** @example "Ondo Finance" */
  issuer?: string;
  /** Assets under management; null when not to be had. @example 390000000 */
  aum_usd?: number | null;
  /** USD per token. @example 114.2 */
  nav?: number;
  /** Percent a year. @example 3.71 */
  apy?: number;
  /** @example "tokenized US government money market funds" */
  underlying?: string;
  /** @example ["ethereum", "polygon"] */
  chains?: string[];
  /** With the moment of the figures when they are old. @example "defillama" */
  source?: string;
  /** @example "value: no complete answer in time" */
  error?: string;
}

export class RwaTokenDetailResponse extends RwaTokenResponse {
  @ApiProperty({ type: LiveDataResponse })
  live_data!: LiveDataResponse;
}

/** Spec 2.12. */
export class RwaHoldingResponse {
  /** @example "OUSG" */
  symbol!: string;
  /** @example "Ondo Short-Term US Government Treasuries" */
  name!: string;
  /** On all indexed chains together. @example 43.73 */
  balance!: number;
  /** @example "Ondo Finance" */
  issuer!: string;
  /** @example "tokenized US government money market funds" */
  underlying!: string;
  /** @example "rebase" */
  yield_type!: YieldType;
  /** @example "interest_income" */
  tax_treatment!: 'interest_income';
  /** @example true */
  restricted!: boolean;
  /** @example "transfers only between allow-listed wallets" */
  restriction_note!: string;
  /** @example "accredited investors and qualified purchasers, identified" */
  investor_req!: string;
  /** @example true */
  is_rwa!: true;
  /** 1 when no live value is to be had; `data_source` is then `default`. @example 114.2 */
  current_nav_usd!: number;
  /** @example 4993.966 */
  current_value_usd!: number;
  /** Decimal fraction; null when not to be had. @example 0.0371 */
  annualized_yield!: number | null;
  /** `defillama` (with the moment of the figures when they are old), `configuration` or `default`. @example "defillama" */
  data_source!: string;
  /** Present when cost and yield are known. @example 66.56 */
  accrued_yield_usd?: number;
  /** Present when cost and yield are known: accrued yield / cost. @example 0.0133 */
  yield_vs_cost?: number;
}

export class RwaSummaryResponse {
  /** @example 1 */
  total_rwa_positions!: number;
  /** @example 4993.966 */
  total_rwa_value_usd!: number;
  /** Of the holdings with a known one: it can be too low. @example 66.56 */
  total_accrued_yield_usd!: number;
}

export class RwaHoldingsResponse {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  wallet_address!: string;
  @ApiProperty({ type: [RwaHoldingResponse] })
  rwa_holdings!: RwaHoldingResponse[];
  @ApiProperty({ type: RwaSummaryResponse })
  summary!: RwaSummaryResponse;
}

export class TokenYieldResponse {
  /** @example 43.73 */
  balance!: number;
  /** @example 4993.966 */
  current_value_usd!: number;
  /** Null without a known cost or yield. @example 66.56 */
  accrued_yield_usd!: number | null;
  /** Decimal fraction; null when not to be had. @example 0.0371 */
  annualized_rate!: number | null;
  /** @example "rebase" */
  yield_type!: YieldType;
}

/** Spec 2.13. */
@ApiExtraModels(TokenYieldResponse)
export class YieldSummaryResponse {
  /** @example 4993.966 */
  total_rwa_value_usd!: number;
  /** Of the lots whose cost is known. @example 4999.5 */
  total_acquisition_cost_usd!: number;
  /** @example 66.56 */
  total_accrued_yield_usd!: number;
  /** Percent of the acquisition cost. @example 1.33 */
  total_yield_pct!: number;
  /** @example 1 */
  positions!: number;
  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(TokenYieldResponse) } })
  by_token!: Record<string, TokenYieldResponse>;
}

export class YieldRecordResponse {
  /** @example "OUSG" */
  token_symbol!: string;
  /** @example 43.73 */
  current_balance!: number;
  /** @example 114.2 */
  current_nav!: number;
  /** @example 4993.966 */
  current_value_usd!: number;
  /** @example 66.56 */
  accrued_yield_usd!: number;
  /** Decimal fraction. @example 0.0371 */
  annualized_rate!: number;
  /** @example "Ondo Finance" */
  issuer!: string;
  /** @example "interest_income" */
  tax_treatment!: 'interest_income';
}

export class RwaYieldSummaryResponse {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  wallet_address!: string;
  @ApiProperty({ type: YieldSummaryResponse })
  yield_summary!: YieldSummaryResponse;
  /** One for each position whose yield is known. */
  @ApiProperty({ type: [YieldRecordResponse] })
  records!: YieldRecordResponse[];
}

/** Spec 2.14. */
export class InterestRowResponse {
  /** @example "OUSG" */
  token_symbol!: string;
  /** @example "Ondo Finance" */
  issuer!: string;
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  wallet_address!: string;
  /** @example 2026 */
  tax_year!: number;
  /** Of the days inside the year. @example 66.56 */
  accrued_yield_usd!: number;
  /** Of the oldest lot that is open at `reporting_date`, else of the oldest units that were sold. @example "2026-02-19T15:00:00.000Z" */
  acquisition_date!: string | null;
  /** Up to here interest is counted: the end of the year, or now. @example "2026-06-30T12:00:00.000Z" */
  reporting_date!: string;
  /** @example "rebase" */
  yield_type!: YieldType;
  /** @example "interest_income" */
  classification!: 'interest_income';
  /** @example "Schedule B / 1099-INT" */
  form!: 'Schedule B / 1099-INT';
  /** What the holder owns. @example "interest in a limited partnership" */
  legal_form!: string;
  /** Beside `classification`, which is the same for every token. @example "share of the interest and gains of a partnership" */
  likely_character!: string;
  /** It decides where it differs. Null: the issuer sends none. @example "Schedule K-1 (Form 1065)" */
  issuer_statement!: string | null;
  /** The law from which the character follows. @example "IRC 702" */
  character_source!: string;
  /** Of the lots that are open at `reporting_date`. @example 4999.5 */
  cost_basis_usd!: number;
  /**
   * Yield of these lots, of all years up to `reporting_date`, that is in the price: added to the basis at a sale where
   * it was reported as income. 0 where interest is paid in units, which have their own basis. @example 66.56
   */
  basis_step_usd!: number;
  /** `history`: the yields of the days held, where they are known. `present`: the present yield for all days. @example "history" */
  yield_source!: 'history' | 'present';
}

/** Units that left the wallet in the year, and their gain without the yield that was reported as income. */
export class RwaDisposalResponse {
  /** @example "OUSG" */
  token_symbol!: string;
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  wallet_address!: string;
  /** @example "0c6f7f0e-5a57-5d0f-8f2b-2f6d6c6c5a11" */
  disposal_id!: string;
  /** As in the disposals of the wallet. @example "swap" */
  disposal_type!: string;
  /** @example 10 */
  quantity!: number;
  /** Null when unknown. @example "2025-02-19T15:00:00.000Z" */
  acquisition_date!: string | null;
  /** @example "2026-05-19T15:00:00.000Z" */
  disposal_date!: string;
  /** @example "long" */
  term!: 'short' | 'long';
  /** Of the days of the year; it is in the interest of the year. Null without a known cost or yield. @example 14.12 */
  accrued_yield_usd!: number | null;
  /** Null without a known value, and for units that were given away or lost. @example 1150 */
  proceeds_usd!: number | null;
  /** Null when unknown. @example 1100 */
  cost_basis_usd!: number | null;
  /** `proceeds_usd` less `cost_basis_usd`, as on Form 8949. @example 50 */
  gain_loss_usd!: number | null;
  /** Yield of all days that is in the proceeds. 0 where interest is paid in units. @example 40.81 */
  basis_step_usd!: number;
  /** The basis where the yield of all years was reported as income. @example 1140.81 */
  adjusted_basis_usd!: number | null;
  /** The gain with that basis: it counts the yield once. @example 9.19 */
  adjusted_gain_loss_usd!: number | null;
  /** What the holder owned. @example "interest in a limited partnership" */
  legal_form!: string;
  /** Of the yield. @example "share of the interest and gains of a partnership" */
  likely_character!: string;
  /** Null: the issuer sends none. @example "Schedule K-1 (Form 1065)" */
  issuer_statement!: string | null;
  /** The law from which the character follows. @example "IRC 702" */
  character_source!: string;
}

export class InterestIncomeResponse {
  /** @example 66.56 */
  total_usd!: number;
  /** @example "Schedule B / 1099-INT" */
  form!: 'Schedule B / 1099-INT';
  /** @example "Ordinary Interest Income" */
  classification!: 'Ordinary Interest Income';
  @ApiProperty({ type: [InterestRowResponse] })
  rows!: InterestRowResponse[];
}

/** Always empty: disposals are not computed here. */
export class NoGainsResponse {
  /** @example 0 */
  count!: number;
  /** @example 0 */
  net_usd!: number;
  @ApiProperty({ type: 'array', items: { type: 'object' }, example: [] })
  rows!: never[];
}

export class RwaGainsResponse {
  /** @example 0 */
  total_gains_usd!: number;
  /** @example 0 */
  total_losses_usd!: number;
  /** @example 0 */
  net_usd!: number;
  /** @example "Form 8949" */
  form!: 'Form 8949';
  @ApiProperty({ type: NoGainsResponse })
  short_term!: NoGainsResponse;
  @ApiProperty({ type: NoGainsResponse })
  long_term!: NoGainsResponse;
}

export class RwaTaxSummaryResponse {
  /** @example 66.56 */
  total_taxable_income_usd!: number;
  /** @example 0 */
  total_capital_gains_usd!: number;
  /** @example 0 */
  total_capital_losses_usd!: number;
  note!: string;
}

export class RwaReportResponse {
  /** @example 2026 */
  tax_year!: number;
  disclaimer!: string;
  @ApiProperty({ type: InterestIncomeResponse })
  interest_income!: InterestIncomeResponse;
  /** Disposals of the year, oldest first. Their gains are in no total of this report. */
  @ApiProperty({ type: [RwaDisposalResponse] })
  disposed_positions!: RwaDisposalResponse[];
  @ApiProperty({ type: RwaGainsResponse })
  capital_gains!: RwaGainsResponse;
  @ApiProperty({ type: RwaTaxSummaryResponse })
  summary!: RwaTaxSummaryResponse;
}

export class RwaTaxReportResponse {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  wallet_address!: string;
  /** @example 2026 */
  tax_year!: number;
  @ApiProperty({ type: RwaReportResponse })
  tax_report!: RwaReportResponse;
  /** The rows as CSV text. */
  csv_export!: string;
}
