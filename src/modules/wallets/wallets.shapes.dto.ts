import type { MethodName, Severity } from '../../domain/engine';
import { ApiProperty } from '@nestjs/swagger';
import {
  HoldingResponse,
  LotResponse,
  TaxSummaryResponse,
  UnpricedResponse,
} from '../../presenters/shapes.dto';
import { TransactionResponse } from '../../presenters/transactions/transaction.shapes.dto';

/** What the wallet routes answer, as it goes over the wire. Decimals are strings, moments ISO 8601 UTC. */

/** Spec 2.6, Position; api.md 2. */
export class PositionResponse {
  /** @example "ETH" */
  symbol!: string;
  /** @example "0.001287591473025178" */
  quantity!: string;
  /** USD. @example "1.84" */
  cost_basis!: string;
  /** @example "ethereum" */
  chain!: string;
  /** `chain:symbol`, with `@contract` where two contracts share a symbol. @example "ethereum:ETH" */
  token_key!: string;
  /** Null for the native coin. @example "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" */
  contract_address!: string | null;
  /** USD per unit. @example "1431.5" */
  average_cost!: string;
  /** Open lots. @example 3 */
  lot_count!: number;
  /** True when some lot has no known basis. @example false */
  has_untracked!: boolean;
  /** Present and true while the basis is still being computed; `cost_basis` is then "0". */
  basis_pending?: true;
}

/** Source of the history of a chain, and when it was read to its end the last time. */
export class ChainSourceResponse {
  /** @example "ethereum" */
  chain!: string;
  /** Who gave the newest part of it. @example "etherscan" */
  provider!: string;
  /** Null while it is being read for the first time. @example "2026-01-31T12:00:00.000Z" */
  read_at!: string | null;
}

/** api.md 1.1, Get Holding Detail: `chain` is `multiple` and `token_key` the symbol where several chains are summed. */
export class HoldingDetailResponse extends HoldingResponse {
  /** Its parts, highest value first. */
  by_chain!: HoldingResponse[];
  /** Open lots, as far as the plan shows them, oldest first; 500 at most of `lot_count`. */
  lots!: LotResponse[];
  /** USD, of disposals of this tax year. @example "0" */
  realized_gl_ytd!: string;
  /** Sources of the histories that give the quantities, and their times. */
  sources!: ChainSourceResponse[];
}

/** Holdings of one chain together. */
export class ChainShareResponse {
  /** @example "ethereum" */
  chain!: string;
  /** USD. @example "3.92" */
  value!: string;
  /** Percent of the total value. @example "100" */
  percent!: string;
  /** @example 4 */
  holding_count!: number;
}

/** Spec 2.6, holdings summary. */
export class HoldingsSummaryResponse {
  /** USD. @example "3.92" */
  total_value!: string;
  /** USD, of the holdings with a price. @example "1.84" */
  total_cost_basis!: string;
  /** USD. @example "2.08" */
  total_unrealized_gl!: string;
  chains!: ChainShareResponse[];
  /** The ten of highest value. */
  top_holdings!: HoldingResponse[];
  /** Placeholder. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null })
  risk_metrics!: null;
  /** @example 4 */
  holding_count!: number;
  /** Given to a contract without a receipt (staking, escrow) and still owned; in none of the totals. */
  deposited!: HoldingResponse[];
  /** Holdings that no source prices: not in the totals. */
  unpriced!: UnpricedResponse;
}

/** Spec 2.6, cost-basis report. */
export class CostBasisResponse {
  /** @example "fifo" */
  method!: MethodName;
  /** USD, of all open lots whichever the page shows. @example "1.84" */
  total_cost_basis!: string;
  lots!: LotResponse[];
}

/** How good the data is, in one word; the whole report is `/api/calculate/reconciliation/{address}`. */
export class ReconciliationShortResponse {
  /** `ok`, `warning` or `critical`; null while nothing is known of the wallet. @example "ok" */
  severity!: Severity | null;
  /** Null while nothing is known of the wallet. @example 0 */
  total_issues!: number | null;
  /** Present and true while the ledger is still being computed. */
  pending?: true;
}

/** Spec 2.6, dashboard; api.md 3. */
export class DashboardResponse {
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  summary!: HoldingsSummaryResponse;
  /** The fifty of highest value. */
  positions!: PositionResponse[];
  tax_summary!: TaxSummaryResponse;
  /** The ten latest, newest first. */
  recent_transactions!: TransactionResponse[];
  chains!: ChainShareResponse[];
  reconciliation!: ReconciliationShortResponse;
  /** @example "2026-01-31T12:00:00.000Z" */
  last_indexed_at!: string | null;
  /** @example false */
  partial!: boolean;
  /** @example false */
  still_indexing!: boolean;
  /** True when the plan shows only part of the transactions. @example false */
  is_limited!: boolean;
  /** Null for unlimited. @example null */
  tx_limit!: number | null;
  /** Present when `is_limited` is true. @example 576 */
  tx_total?: number;
}

/** `GET /api/wallets/{address}/positions`, without envelope. */
export class LegacyPositionsResponse {
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  positions!: PositionResponse[];
  /** @example 1 */
  page!: number;
  /** @example 50 */
  limit!: number;
  /** @example 4 */
  total!: number;
}
