import type { TransactionType } from '../../../domain/chain';
import type { IncomeType } from '../../../domain/engine';
import { ImpactResponse } from '../../../presenters/transactions/impact.shapes.dto';

export class RemovedDecisionResponse {
  /** False for a preview. */
  deleted!: boolean;
  entry_id!: string;
  transaction_id!: string;
  /** True when nothing was changed. @example false */
  preview!: boolean;
  impact!: ImpactResponse;
}

export class PairEndResponse {
  transaction_id!: string;
  address!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "1.5" */
  quantity!: string;
}

export class PairingResponse {
  /** The same as in the list of transfer matches. */
  match_id!: string;
  /** @example "confirmed" */
  status!: 'confirmed' | 'rejected';
  out!: PairEndResponse;
  in!: PairEndResponse;
}

export class ClassificationResponse {
  /** Null for a preview. */
  entry_id!: string | null;
  transaction_id!: string;
  tx_hash!: string;
  /** As stated. Null for a decision about a pair alone. @example "gift" */
  type!: string | null;
  income_type!: IncomeType | null;
  pairing!: PairingResponse | null;
  note!: string;
  /** True when nothing was stored. @example false */
  preview!: boolean;
  /** The type of the transaction before. @example "transfer_out" */
  transaction_type_before!: TransactionType;
  /** The type of the transaction with the decision. @example "spend" */
  transaction_type_after!: TransactionType;
  impact!: ImpactResponse;
}

export class VisibilityResponse {
  /** Null for a preview. */
  entry_id!: string | null;
  address!: string;
  /** @example "ethereum:UNI" */
  token_key!: string;
  contract_address!: string | null;
  /** With the decision. @example false */
  is_spam!: boolean;
  /** Before the decision. @example true */
  was_spam!: boolean;
  note!: string;
  /** True when nothing was stored. @example false */
  preview!: boolean;
  impact!: ImpactResponse;
}

export class RemovedVisibilityResponse {
  /** False for a preview. */
  deleted!: boolean;
  entry_id!: string;
  /** @example "ethereum:UNI" */
  token_key!: string;
  /** True when nothing was changed. @example false */
  preview!: boolean;
  impact!: ImpactResponse;
}
