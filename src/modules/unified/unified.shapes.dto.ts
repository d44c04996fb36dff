import { OmitType } from '@nestjs/swagger';
import type { FormStatus } from '../../domain/forms';
import type { DisposalEntryType } from '../../domain/overlays/manual-entry';
import type { MatchReason } from '../../domain/matching';
import { HoldingResponse, TaxSummaryResponse, UnpricedResponse } from '../../presenters/shapes.dto';
import { TransactionResponse } from '../../presenters/transactions/transaction.shapes.dto';
import { ImpactResponse } from '../../presenters/transactions/impact.shapes.dto';

/** What the unified routes answer, as it goes over the wire. */

/** A wallet or an exchange account. */
export class SourceResponse {
  /** `wallet` or `exchange`. */
  type!: 'wallet' | 'exchange';
  /** Address as it was linked, or id of the account. */
  id!: string;
  label!: string;
}

/** What one source has of a holding. */
export class SourceShareResponse extends SourceResponse {
  quantity!: string;
  /** USD. */
  current_value!: string;
  /** USD. */
  cost_basis!: string;
}

export class UnifiedHoldingResponse extends HoldingResponse {
  /** Their amounts add up to those of the holding. */
  sources!: SourceShareResponse[];
}

export class UnifiedTransactionResponse extends TransactionResponse {
  source!: SourceResponse;
}

/** One end of a transfer. */
export class AccountTransferEndResponse {
  transaction_id!: string;
  source!: SourceResponse;
  symbol!: string;
  quantity!: string;
  timestamp!: string;
}

/** api.md 2, TransferMatch. */
export class AccountMatchResponse {
  match_id!: string;
  /** `suggested`, `confirmed` or `rejected`. */
  status!: 'suggested' | 'confirmed' | 'rejected';
  /** 0 to 1. */
  score!: string;
  /** True when no decision was needed. */
  auto!: boolean;
  out!: AccountTransferEndResponse;
  in!: AccountTransferEndResponse;
  /** Units that left and did not arrive. */
  quantity_difference!: string;
  time_difference_seconds!: number;
  reasons!: MatchReason[];
  decided_at!: string | null;
  /** `system` or `user`; null without a decision. */
  decided_by!: 'system' | 'user' | null;
}

export class DecidedMatchResponse extends AccountMatchResponse {
  impact!: ImpactResponse;
}

export class UnpairedTransferResponse {
  transaction_id!: string;
  source!: SourceResponse;
  /** `in` or `out`. */
  direction!: 'in' | 'out';
  symbol!: string;
  token_key!: string;
  quantity!: string;
  /** USD; null when no price is known. */
  value_usd!: string | null;
  timestamp!: string;
  /** Address of the other end as this end reports it. */
  counterparty!: string | null;
  /** At most five. */
  candidates!: AccountMatchResponse[];
}

/** A transfer that left the owner's control. */
export class ExternalTransferResponse {
  transaction_id!: string;
  /** `sale`, `spend`, `gift`, `donation`, `lost` or `stolen`. */
  disposal_type!: DisposalEntryType;
  /** USD; null when nothing was received. */
  proceeds_usd!: string | null;
  impact!: ImpactResponse;
}

export class RemovedExternalResponse {
  deleted!: true;
  transaction_id!: string;
  impact!: ImpactResponse;
}

export class SourceTotalResponse extends SourceResponse {
  /** USD. */
  total_value!: string;
  /** USD, of the holdings with a price. */
  total_cost_basis!: string;
  /** Holdings without a price: not in the totals. */
  unpriced!: UnpricedResponse;
}

export class MatchCountsResponse {
  suggested!: number;
  confirmed!: number;
  rejected!: number;
}

export class UnifiedSummaryResponse {
  /** USD. */
  total_value!: string;
  /** USD, of the holdings with a price. */
  total_cost_basis!: string;
  /** USD. */
  total_unrealized_gl!: string;
  /** Holdings without a price: not in the totals. A holding counts once for each source. */
  unpriced!: UnpricedResponse;
  wallet_count!: number;
  exchange_count!: number;
  by_source!: SourceTotalResponse[];
  /** The 20 of the highest value. */
  by_asset!: UnifiedHoldingResponse[];
  matches!: MatchCountsResponse;
  unmatched_count!: number;
  partial!: boolean;
  still_indexing!: boolean;
}

/** What a wallet or an account adds to the whole. */
export class SourceTaxResponse extends SourceResponse {
  /** USD. */
  total_realized_gl!: string;
  /** USD. */
  total_income!: string;
  disposal_count!: number;
  /** Disposals of units whose basis is not known. */
  untracked_count!: number;
  /** @example "COMPLETE" */
  status!: FormStatus;
}

/** Spec 2.7, of everything that the owner has. */
export class UnifiedTaxSummaryResponse extends OmitType(TaxSummaryResponse, ['address'] as const) {
  by_source!: SourceTaxResponse[];
}
