import type { MethodName, Severity } from '../../domain/engine';
import type { StatedTypeName } from '../../domain/chain';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  AssumptionsResponse,
  DisallowedLossShape,
  DisposalResponse,
  IncomeResponse,
  LotResponse,
  TaxSummaryResponse,
} from '../../presenters/shapes.dto';

/** What the tax routes answer, as it goes over the wire. Decimals are strings, moments ISO 8601 UTC. */

/** Spec 2.8, lot entry. */
export class UnrealizedLotResponse {
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "0.5" */
  remaining_quantity!: string;
  /** USD. @example "2000" */
  cost_per_unit!: string;
  /** USD. @example "3000" */
  current_price!: string;
  /** USD, of what remains. @example "1000" */
  cost_basis!: string;
  /** USD. @example "1500" */
  current_value!: string;
  /** USD. @example "500" */
  unrealized_gl!: string;
  /** Null when unknown. @example "2017-10-07T12:30:11.000Z" */
  acquisition_date!: string | null;
  /** True when the basis is not known. @example false */
  is_untracked!: boolean;
}

/** Spec 2.8, asset entry. */
export class UnrealizedAssetResponse {
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "0.5" */
  quantity!: string;
  /** USD. @example "3000" */
  current_price!: string;
  /** USD. @example "1000" */
  cost_basis!: string;
  /** USD. @example "1500" */
  current_value!: string;
  /** USD. @example "500" */
  unrealized_gl!: string;
  /** Percent of the basis; "0" without one. @example "50" */
  unrealized_gl_percent!: string;
  lots!: UnrealizedLotResponse[];
}

/** Spec 2.8. */
@ApiExtraModels(UnrealizedAssetResponse)
export class UnrealizedResponse {
  /** By token key. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(UnrealizedAssetResponse) },
  })
  by_asset!: Record<string, UnrealizedAssetResponse>;
  /** USD. @example "500" */
  portfolio_total!: string;
  /** Sum over lots that gained. @example "500" */
  portfolio_unrealized_gain!: string;
  /** Sum over lots that lost, a positive number. @example "0" */
  portfolio_unrealized_loss!: string;
  /** USD. @example "1000" */
  total_cost_basis!: string;
  /** USD. @example "1500" */
  total_current_value!: string;
  /** Percent of the basis. @example "50" */
  portfolio_unrealized_gl_percent!: string;
  /** Token keys held without a price: in none of the sums. @example [] */
  missing_prices!: string[];
}

/** api.md 2, WashSale. */
export class WashSaleResponse extends DisallowedLossShape {
  wash_sale_id!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
}

export class WashSalesResponse {
  address!: string;
  /** Whether the rule is applied here. @example false */
  enabled!: boolean;
  /** Loss slices touched; 0 where the rule is off. @example 0 */
  wash_sale_count!: number;
  /** USD; 0 where the rule is off. @example "0" */
  wash_sale_disallowed!: string;
  /**
   * True when there are so many wash sales that losses share a part of the purchase that replaces them. The listed
   * losses are then averages of such a part. @example false
   */
  is_approximate!: boolean;
  events!: WashSaleResponse[];
}

export class UntrackedLotResponse {
  lot_id!: string | null;
  token_key!: string | null;
  quantity!: string | null;
  disposal_date!: string | null;
  /** USD. */
  proceeds!: string;
  tx_hash!: string | null;
}

export class DuplicateResponse {
  tx_hash!: string | null;
  chain!: string | null;
  count!: number;
}

export class MissingPriceResponse {
  token_key!: string | null;
  date!: string | null;
  tx_hash!: string | null;
  quantity!: string | null;
}

export class BrokenLineageResponse {
  lot_id!: string | null;
  reason!: string;
  tx_hash!: string | null;
}

/** A decision of the user whose transaction, token or lot is no longer part of the history. */
export class LostDecisionResponse {
  /** @example "transaction_value" */
  kind!: string;
  /** Null for a decision about a token, a lot or a hash. */
  transaction_id!: string | null;
  tx_hash!: string | null;
  /** @example "ethereum" */
  chain!: string;
  /** What the user decided. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { value_usd: '120.5' },
  })
  decision!: Readonly<Record<string, string>>;
}

export class IssueCountsResponse {
  untracked_lots!: number;
  duplicate_transactions!: number;
  missing_prices!: number;
  lineage_breaks!: number;
}

export class BalanceCheckResponse {
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** In the ledger. */
  computed!: string;
  /** By the movements on chain. */
  on_chain!: string;
  difference!: string;
  /** Source of the balance on chain. @example "etherscan" */
  source!: string;
  /** When it was asked. @example "2026-01-31T12:00:00.000Z" */
  read_at!: string;
}

/** One end of a transfer: a leg of a transaction. */
export class TransferEndResponse {
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  tx_hash!: string;
  wallet_address!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "Across" */
  protocol!: string | null;
  /** @example "out" */
  direction!: 'in' | 'out';
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "0.5" */
  quantity!: string;
  /** @example "1618.2" */
  value_usd!: string | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  timestamp!: string;
  counterparty!: string | null;
}

/** Units in a place of the owner until it is known what they were for. */
export class HeldOutflowResponse extends TransferEndResponse {
  /** @example "no_other_end" */
  cause!: 'no_other_end' | 'unknown_operation';
  /** Types that `classifyTransaction` accepts for the transaction, the likeliest first. @example ["internal_transfer", "sell"] */
  choices!: StatedTypeName[];
}

/** A transfer without its other end. */
export class UnmatchedTransferResponse extends TransferEndResponse {
  /** As of a held outflow. @example ["internal_transfer", "sell"] */
  choices!: StatedTypeName[];
  /** Legs that may be the other end, nearest in time first: five at most. */
  candidates!: TransferEndResponse[];
}

/** Spec 2.9; api.md 2. Lists hold five hundred entries at most, counts are full. */
export class ReconciliationResponse {
  address!: string;
  /** @example "ok" */
  severity!: Severity;
  total_issues!: number;
  /** Lots whose origin is known, in percent of all. @example "100" */
  lineage_completeness_percent!: string;
  untracked_lots!: UntrackedLotResponse[];
  duplicate_transactions!: DuplicateResponse[];
  missing_prices!: MissingPriceResponse[];
  lineage_breaks!: BrokenLineageResponse[];
  counts!: IssueCountsResponse;
  balance_check!: BalanceCheckResponse[];
  /**
   * Units on a bridge, sent to an address that is not known, or received from one, without the other end. They
   * do not count to the severity.
   */
  unmatched_transfers!: UnmatchedTransferResponse[];
  /** Length of the whole list of unmatched transfers. */
  unmatched_count!: number;
  /**
   * Units that left an exchange account or went over a bridge, of which the other end is not known or nobody said what
   * the operation was. They are no sale, and the forms of their year are not complete. They do not count to the severity.
   */
  held_outflows!: HeldOutflowResponse[];
  /** Length of the whole list of held outflows. */
  held_outflow_count!: number;
  /** Decisions that apply to no transaction any more. They do not count to the severity. */
  lost_decisions!: LostDecisionResponse[];
  transactions_processed!: number;
  lots_total!: number;
  /** True when part of the history is missing. */
  truncated!: boolean;
  generated_at!: string;
}

export class PostedCostBasisResponse {
  /** @example "fifo" */
  method!: MethodName;
  summary!: TaxSummaryResponse;
  /** Open ones first, in time order. */
  lots!: LotResponse[];
  disposals!: DisposalResponse[];
  income_events!: IncomeResponse[];
  wash_sales!: WashSaleResponse[];
  reconciliation!: ReconciliationResponse;
  assumptions!: AssumptionsResponse;
}

export class TaxReportResponse {
  address!: string;
  tax_year!: number;
  tax_summary!: TaxSummaryResponse;
  disposals!: DisposalResponse[];
  income_events!: IncomeResponse[];
  /** Empty with `include_lots=false`. */
  lots!: LotResponse[];
  wash_sales!: WashSaleResponse[];
  reconciliation!: ReconciliationResponse;
  assumptions!: AssumptionsResponse;
}

export class LotsResponse {
  address!: string;
  lots!: LotResponse[];
  page!: number;
  limit!: number;
  total!: number;
}

export class HarvestOpportunityResponse {
  token_key!: string;
  symbol!: string;
  chain!: string;
  lot_id!: string;
  quantity!: string;
  /** For a loss: of a gift its value then, if the donor paid more. */
  cost_basis!: string;
  current_price!: string;
  current_value!: string;
  /** USD, a positive number. */
  unrealized_loss!: string;
  is_long_term!: boolean;
  /** Null once long-term. */
  days_to_long_term!: number | null;
  /** Bought within thirty days. */
  wash_sale_risk!: boolean;
  last_acquired_at!: string | null;
  /** @example "2026-03-03" */
  safe_rebuy_after!: string;
}

export class RealizedThisYearResponse {
  realized_short!: string;
  realized_long!: string;
}

/** api.md 2, Harvest. Losses are positive numbers. */
export class HarvestResponse {
  address!: string;
  as_of!: string;
  total_harvestable_loss!: string;
  short_term_loss!: string;
  long_term_loss!: string;
  /** Largest loss first. */
  opportunities!: HarvestOpportunityResponse[];
  ytd!: RealizedThisYearResponse;
  wash_sales_enabled!: boolean;
  note!: string;
}
