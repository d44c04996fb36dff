import { LotBody } from '../../presenters/shapes.dto';

/** What the routes of manual entries answer, as it goes over the wire. */
export class ImpactBody {
  /** USD, of all years and all wallets read as one. */
  realized_gl_before!: string;
  realized_gl_after!: string;
  years_affected!: number[];
}

export class StoredBasisPartBody {
  quantity!: string;
  cost_basis!: string;
  acquisition_date!: string;
}

export class BasisAssignmentShape {
  id!: string;
  /** `basis_assignment` */
  kind!: string;
  address!: string;
  lot_id!: string;
  tx_hash!: string | null;
  token_key!: string;
  parts!: StoredBasisPartBody[];
  basis_type!: string;
  note!: string;
  is_active!: boolean;
  created_at!: string;
  deactivated_at!: string | null;
}

export class CreatedBasisAssignmentBody extends BasisAssignmentShape {
  impact!: ImpactBody;
}

export class LotBasisResultBody {
  /** Null for a preview. */
  assignment_id!: string | null;
  lot_id!: string;
  /** What the lot has become. */
  lots!: LotBody[];
  impact!: ImpactBody;
}

export class DeactivatedBody {
  deactivated!: true;
  entry_id!: string;
}

export class LotChoiceBody {
  /** Id of the lot, or of the transaction of its acquisition. */
  lot!: string;
  /** Null: as much as is left to take. */
  quantity!: string | null;
  selected_at!: string | null;
}

export class DisposalEntryShape {
  id!: string;
  /** `disposal_entry` */
  kind!: string;
  address!: string;
  token_key!: string;
  quantity!: string;
  disposed_at!: string;
  disposal_type!: string;
  /** Before `fee_usd`. */
  proceeds_usd!: string;
  fee_usd!: string;
  /** Empty: first in, first out. */
  lot_selections!: LotChoiceBody[];
  tx_hash!: string | null;
  note!: string;
  is_active!: boolean;
  created_at!: string;
  deactivated_at!: string | null;
}

export class CreatedDisposalEntryBody extends DisposalEntryShape {
  impact!: ImpactBody;
}

export class TradeCompletionShape {
  id!: string;
  /** `trade_completion` */
  kind!: string;
  address!: string;
  tx_hash!: string;
  token_key!: string;
  /** `in` or `out`. */
  side!: string;
  counter_asset!: string;
  counter_quantity!: string;
  counter_value_usd!: string;
  fee_usd!: string;
  /** Null: when the chain says. */
  executed_at!: string | null;
  note!: string;
  is_active!: boolean;
  created_at!: string;
  deactivated_at!: string | null;
}

export class CreatedTradeCompletionBody extends TradeCompletionShape {
  impact!: ImpactBody;
}
