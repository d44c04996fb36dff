import { ImpactResponse } from '../../../presenters/transactions/impact.shapes.dto';

export class TransactionValueResponse {
  /** Null for a preview. */
  entry_id!: string | null;
  transaction_id!: string;
  tx_hash!: string | null;
  /** USD. Null where only a value of the fee was stated. @example "120.5" */
  value_usd!: string | null;
  /** USD. Null where none was stated. @example "0.35" */
  fee_value_usd!: string | null;
  note!: string;
  /** True when nothing was stored. @example false */
  preview!: boolean;
  /** `missing` when a value it needs is still not known, for example of its fee. @example "known" */
  value_status!: 'known' | 'missing';
  impact!: ImpactResponse;
}
