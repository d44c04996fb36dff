import { ApiProperty } from '@nestjs/swagger';
import type { DepositPolicy } from '../domain/chain';
import type {
  BasisSource,
  DISPOSAL_FLAGS,
  DisposalType,
  IncomeType,
  LotSource,
  MethodName,
} from '../domain/engine';
import type { FormStatus, StatusReasonName } from '../domain/forms';
import { PrintedTotalsResponse, StatusReasonResponse } from './filing/status.shapes.dto';

type DisposalFlagName = (typeof DISPOSAL_FLAGS)[keyof typeof DISPOSAL_FLAGS];

/** What more than one module answers, as it goes over the wire. Decimals are strings, moments ISO 8601 UTC. */

/** Spec 2.6, lot entry; api.md 2, Lot. */
export class LotResponse {
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example null */
  contract_address!: string | null;
  /** @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  wallet_address!: string;
  /** @example "0.5" */
  original_quantity!: string;
  /** @example "0.001287591473025178" */
  remaining_quantity!: string;
  /** What remains. @example "0.001287591473025178" */
  quantity!: string;
  /** USD per unit. @example "308.4" */
  cost_per_unit!: string;
  /** USD, of what remains. @example "0.39" */
  cost_basis!: string;
  /** USD. @example "154.2" */
  original_cost_basis!: string;
  /** Null when unknown. @example "2017-10-07T12:30:11.000Z" */
  acquisition_date!: string | null;
  /** When it came into this wallet. @example "2017-10-07T12:30:11.000Z" */
  received_date!: string;
  /** @example "swap" */
  source!: LotSource;
  /** @example null */
  income_type!: IncomeType | null;
  /** Held for more than one year as of now. @example true */
  is_long_term!: boolean;
  /** First day on which a sale is long-term. @example "2018-10-08" */
  long_term_on!: string | null;
  /** True when the basis is not known. @example false */
  is_untracked!: boolean;
  /** `missing`: no price at the acquisition, so the basis is provisional. @example "known" */
  value_status!: 'known' | 'missing';
  /** @example "trade" */
  basis_source!: BasisSource;
  /** @example null */
  parent_lot_id!: string | null;
  /** Of its acquisition; kept through transfers. @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /** @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  tx_hash!: string | null;
  /** Differs from `acquisition_date` only after a wash sale. @example null */
  holding_start!: string | null;
  /** @example "partial" */
  status!: 'open' | 'partial' | 'closed';
  /** USD. @example "0" */
  wash_sale_adjustment!: string;
  /** 1-based place within the token under the chosen method. @example 1 */
  fifo_order!: number;
  /** Where the basis is from. @example "defillama" */
  price_source!: string | null;
  /** Present and true while the basis is still being computed. */
  basis_pending?: true;
}

/** Spec 2.6, Holding; api.md 2. */
export class HoldingResponse {
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "0.001287591473025178" */
  quantity!: string;
  /** USD. @example "3.92" */
  current_value!: string;
  /** USD. @example "1.84" */
  cost_basis!: string;
  /** USD. @example "2.08" */
  unrealized_gl!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** Null for the native coin. @example null */
  contract_address!: string | null;
  /** @example "Ether" */
  name!: string;
  /** @example 18 */
  decimals!: number;
  /** USD per unit; null when no source prices the token. @example "3044.51" */
  current_price!: string | null;
  /** Percent of the basis; "0" without one. @example "113.04" */
  unrealized_gl_percent!: string;
  /** Open lots. @example 3 */
  lot_count!: number;
  /** True when some lot has no known basis. @example false */
  has_untracked!: boolean;
  /** @example "defillama" */
  price_source!: string | null;
  /** The moment the price is of. @example "2026-01-31T12:00:00.000Z" */
  price_at!: string | null;
  /** @example null */
  protocol!: string | null;
  /** `wallet`, or `staked` for deposits. @example "wallet" */
  position_type!: 'wallet' | 'staked' | 'lp' | 'lent' | 'borrowed';
  /** Present and true when no source prices the token; it is then left out of the sums. */
  price_missing?: true;
  /** Present and true while the basis is still being computed; `cost_basis` and `unrealized_gl` are then "0". */
  basis_pending?: true;
  /** Only with `include_spam`: true for a token that counts nowhere. Its price is not asked for. */
  is_spam?: boolean;
}

/** Spec 2.7 `income`. */
export class IncomeTotalsResponse {
  /** @example "0" */
  airdrop!: string;
  /** @example "0" */
  staking_reward!: string;
  /** @example "0" */
  mining_reward!: string;
  /** @example "0" */
  interest!: string;
  /** @example "0" */
  other!: string;
  /** @example "0" */
  total!: string;
}

/** `total_realized_gl`, as far as unknown basis leaves it open. Disposals that wait for a value are in neither. */
export class GainRangeResponse {
  /** As if units of unknown basis had cost what they were sold for. @example "120.5" */
  low!: string;
  /** As if they had cost nothing, as forms count them. @example "120.5" */
  high!: string;
}

/** Spec 2.7. */
export class TaxSummaryResponse {
  /** @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  /** Null: all years. @example null */
  tax_year!: number | null;
  /** @example "120.5" */
  total_realized_gl!: string;
  /** @example "20" */
  short_term_gains!: string;
  /** A positive number. @example "5" */
  short_term_losses!: string;
  /** @example "15" */
  net_short_term!: string;
  /** @example "110" */
  long_term_gains!: string;
  /** A positive number. @example "4.5" */
  long_term_losses!: string;
  /** @example "105.5" */
  net_long_term!: string;
  /** @example "0" */
  wash_sale_disallowed!: string;
  /** @example 0 */
  wash_sale_count!: number;
  /** @example 12 */
  disposal_count!: number;
  /** Disposals that wait for a value: in no total, and not in `disposal_count`. @example 0 */
  excluded_count!: number;
  /** USD, the basis of those disposals. @example "0" */
  excluded_basis!: string;
  /** Receipts of income that wait for a value: in no total. @example 0 */
  income_excluded_count!: number;
  /** Disposals of units whose basis is not known, and counts as 0. @example 0 */
  untracked_count!: number;
  /** USD, of those disposals. @example "0" */
  untracked_proceeds!: string;
  /** Null while the numbers are still being computed. */
  @ApiProperty({ type: () => GainRangeResponse, nullable: true })
  realized_gl_range!: GainRangeResponse | null;
  /** @example "1000" */
  total_proceeds!: string;
  /** @example "879.5" */
  total_cost_basis!: string;
  income!: IncomeTotalsResponse | null;
  printed!: PrintedTotalsResponse;
  /** `INCOMPLETE`: do not file. `REVIEW`: rows have the reading that the law takes by default; confirm them. @example "COMPLETE" */
  status!: FormStatus;
  /** Empty for `COMPLETE`. @example [] */
  status_reasons!: StatusReasonResponse[];
  /** Present and true while the numbers are still being computed; they are then zeros. */
  pending?: true;
}

/** api.md 2, Disposal: one slice of one lot, gone for good. */
export class DisposalResponse {
  /** @example "0c6f7f0e-5a57-5d0f-8f2b-2f6d6c6c5a11" */
  disposal_id!: string;
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "0.5" */
  quantity!: string;
  /** USD, after selling costs. @example "154.2" */
  proceeds!: string;
  /** USD. @example "100" */
  cost_basis!: string;
  /** Proceeds less cost basis, before any wash-sale disallowance. @example "54.2" */
  gain_loss!: string;
  /** USD, taken off the proceeds already. @example "0" */
  fees!: string;
  /** Null when unknown. @example "2017-10-07T12:30:11.000Z" */
  acquisition_date!: string | null;
  /** @example "2019-01-05T08:11:40.000Z" */
  disposal_date!: string;
  /** @example true */
  is_long_term!: boolean;
  /** @example "long" */
  term!: 'short' | 'long';
  /** @example "swap" */
  type!: DisposalType;
  /**
   * `missing`: the amount realized or the basis is not known. Proceeds then equal the basis, the gain is 0, and no
   * total includes the row.
   * @example "known"
   */
  value_status!: 'known' | 'missing';
  /** True when the basis is not known. @example false */
  is_untracked!: boolean;
  /** USD. @example "0" */
  wash_sale_disallowed!: string;
  /**
   * USD. With the flag `late_identification` or `not_identified_to_broker`: the gain with the lots of own books, if they
   * had been identified in time, or to the broker. They do not apply. Else null. @example null
   */
  identified_gain_loss!: string | null;
  /** @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  tx_hash!: string | null;
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /** Where the value is from. `stated_by_exchange`: the file or the API of the exchange. @example "defillama" */
  price_source!: string | null;
  /** @example [] */
  flags!: DisposalFlagName[];
}

/** api.md 2, Income: one receipt of ordinary income. */
export class IncomeResponse {
  /** @example "51f0a9e0-0d3a-5b53-9d6e-0f6b6c6c5a11" */
  income_id!: string;
  /** @example "staking_reward" */
  type!: IncomeType;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "0.01" */
  quantity!: string;
  /** USD. "0" while the value is missing. @example "20" */
  fair_market_value!: string;
  /** USD per unit. Null while the value is missing. @example "2000" */
  price!: string | null;
  /** `missing`: no price at the receipt. No total includes the row. @example "known" */
  value_status!: 'known' | 'missing';
  /** Where the value is from. `stated_by_exchange`: the file or the API of the exchange. @example "defillama" */
  price_source!: string | null;
  /** @example "2023-01-05T08:11:40.000Z" */
  received_at!: string;
  /** Null for income in USD, which has no lots. @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string | null;
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /** @example null */
  tx_hash!: string | null;
  /** What the receipt rests on that is not known, as in `status_reasons`. Empty: nothing. @example [] */
  review!: StatusReasonName[];
}

/** A standing order of the taxpayer. */
export class ElectionResponse {
  /** Null: all wallets and accounts. @example "0xde300000000000000000000000000000000a11ce" */
  wallet_address!: string | null;
  /** @example "hifo" */
  method!: MethodName;
  /** Disposals from this time on follow it. @example "2026-01-01T00:00:00.000Z" */
  effective_from!: string;
  /** Null while the order holds. @example null */
  ended_at!: string | null;
  /** When the taxpayer's own records held the order, as the taxpayer states it. Null: from its entry on. @example null */
  stated_recorded_at!: string | null;
  /** When the broker of the account was told of it. Null: it was not, or no broker holds the units. @example null */
  communicated_to_broker_at!: string | null;
}

/** A standing order that names the lots of a token. */
export class StandingSelectionAssumption {
  wallet_address!: string;
  /** Ids of lots, or of the transactions of their acquisitions, in the order in which they leave. */
  lots!: string[];
  /** @example ["disposals"] */
  applies_to!: string[];
  effective_from!: string;
  /** Null while the order holds. @example null */
  ended_at!: string | null;
  /** When the taxpayer's own records held the order, as the taxpayer states it. @example null */
  stated_recorded_at!: string | null;
  /** When the broker of the account was told of it. Null: it was not, or no broker holds the units. @example null */
  communicated_to_broker_at!: string | null;
}

/** An allocation of unused basis at the start of 2025. */
export class AllocationAssumption {
  allocation_id!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "specific_unit" */
  method!: string;
  /** How sales of the token before 2025 consume lots. @example "per_wallet" */
  pre_2025_pool!: string;
  /** When the taxpayer's own records held the allocation, as the taxpayer states it. */
  stated_recorded_at!: string;
}

/** api.md 2: what every tax result rests on. */
export class AssumptionsResponse {
  /** @example "fifo" */
  method!: MethodName;
  /** Standing orders of the wallets. @example [] */
  elections!: ElectionResponse[];
  /** Standing orders that name lots. @example [] */
  standing_selections!: StandingSelectionAssumption[];
  /** True: another method than that of record; not for filing. @example false */
  is_comparison!: boolean;
  /** @example "per_wallet" */
  pooling!: 'per_wallet';
  /**
   * Basis of the units held at the start of 2025: `actual_location` (lots stay where they are) or `allocated` (tokens in
   * `allocations` have the basis that the taxpayer allocated). @example "actual_location"
   */
  basis_at_2025!: 'actual_location' | 'allocated';
  /** Allocations under Rev. Proc. 2024-28. @example [] */
  allocations!: AllocationAssumption[];
  /** IANA zone of tax days and years. @example "UTC" */
  timezone!: string;
  /** @example false */
  wash_sales!: boolean;
  /**
   * True for a history with so many wash sales that losses share a part of the purchase that replaces them: the
   * totals over closed positions are exact, the sale that recognises a loss may differ. @example false
   */
  wash_sales_approximate!: boolean;
  /** @example "dispose" */
  gas_policy!: 'dispose' | 'capitalize';
  /** @example "carry" */
  wrap_policy!: 'carry' | 'taxable';
  /**
   * Deposits that give a receipt: `mixed` (a receipt for one asset carries basis and date, a share of a pool is
   * an exchange), `carry` (both carry) or `taxable` (both are exchanges). @example "mixed"
   */
  deposit_policy!: DepositPolicy;
  /** Repeats `deposit_policy`. @deprecated @example "mixed" */
  lp_policy!: DepositPolicy;
  /** @example "market_price_at_receipt" */
  income_pricing!: 'market_price_at_receipt';
  /** @example "1.0.0" */
  engine_version!: string;
  /** @example "2026-06-30" */
  law_as_of!: string;
}

/** A summary with what its numbers rest on. */
export class ReportSummaryResponse extends TaxSummaryResponse {
  assumptions!: AssumptionsResponse;
}

/** A disallowed loss and its replacement. @source api.md 2, WashSale */
export class DisallowedLossShape {
  /** @example "0c6f7f0e-5a57-5d0f-8f2b-2f6d6c6c5a11" */
  disposal_id!: string;
  /** @example "2026-01-31T12:00:00.000Z" */
  disposal_date!: string;
  /** USD, of the whole slice, a positive number. @example "100" */
  loss!: string;
  /** USD. @example "50" */
  disallowed_loss!: string;
  /** @example "0.5" */
  matched_quantity!: string;
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  replacement_lot_id!: string;
  /** @example "2026-02-09T12:00:00.000Z" */
  replacement_date!: string;
  /** Calendar days from the sale, -30 to 30. @example 9 */
  days_apart!: number;
  /** USD, added to the basis of the replacement. @example "50" */
  basis_adjustment!: string;
}

/** What the totals leave out. */
export class UnpricedResponse {
  /** @example 2 */
  count!: number;
  /** USD. @example "0" */
  cost_basis!: string;
}
