import type { BasisType, DisposalEntryType } from '../../domain/overlays/manual-entry';
import { LotResponse } from '../../presenters/shapes.dto';
import { ImpactResponse } from '../../presenters/transactions/impact.shapes.dto';

/** What every stored entry states besides its content. */
export abstract class StoredEntryResponse {
  id!: string;
  note!: string;
  is_active!: boolean;
  created_at!: string;
  deactivated_at!: string | null;
}

export class StoredBasisPartResponse {
  quantity!: string;
  cost_basis!: string;
  acquisition_date!: string;
  /** Of a gift: fair value when it was received. Null when not stated. */
  value_at_gift_usd!: string | null;
}

export class BasisAssignmentShape extends StoredEntryResponse {
  /** `basis_assignment` */
  kind!: 'basis_assignment';
  address!: string;
  lot_id!: string;
  tx_hash!: string | null;
  token_key!: string;
  parts!: StoredBasisPartResponse[];
  basis_type!: BasisType;
}

export class CreatedBasisAssignmentResponse extends BasisAssignmentShape {
  impact!: ImpactResponse;
}

export class LotBasisResultResponse {
  /** Null for a preview. */
  assignment_id!: string | null;
  lot_id!: string;
  /** What the lot has become. */
  lots!: LotResponse[];
  impact!: ImpactResponse;
}

export class DeactivatedResponse {
  deactivated!: true;
  entry_id!: string;
}

export class LotChoiceResponse {
  /** Id of the lot, or of the transaction of its acquisition. */
  lot!: string;
  /** Null: as much as is left to take. */
  quantity!: string | null;
  selected_at!: string | null;
}

export class DisposalEntryShape extends StoredEntryResponse {
  /** `disposal_entry` */
  kind!: 'disposal_entry';
  address!: string;
  token_key!: string;
  quantity!: string;
  disposed_at!: string;
  disposal_type!: DisposalEntryType;
  /** Before `fee_usd`. */
  proceeds_usd!: string;
  fee_usd!: string;
  /** Fair value at the gift, donation, loss or theft. Null when not stated. */
  value_usd!: string | null;
  /** Who received the units. */
  recipient!: string | null;
  /** Empty: first in, first out. */
  lot_selections!: LotChoiceResponse[];
  tx_hash!: string | null;
}

export class CreatedDisposalEntryResponse extends DisposalEntryShape {
  impact!: ImpactResponse;
}

export class TradeCompletionShape extends StoredEntryResponse {
  /** `trade_completion` */
  kind!: 'trade_completion';
  address!: string;
  tx_hash!: string;
  token_key!: string;
  /** `in` or `out`. */
  side!: 'in' | 'out';
  counter_asset!: string;
  counter_quantity!: string;
  counter_value_usd!: string;
  fee_usd!: string;
  /** Null: at the time of the chain. */
  executed_at!: string | null;
}

export class CreatedTradeCompletionResponse extends TradeCompletionShape {
  impact!: ImpactResponse;
}
