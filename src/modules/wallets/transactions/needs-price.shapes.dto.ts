import type { TransactionType } from '../../../domain/chain';
/** Units without a value. */
export class UnvaluedLegResponse {
  /** @example "out" */
  direction!: 'in' | 'out';
  /** @example "ethereum:UNI-V2" */
  token_key!: string;
  /** @example "UNI-V2" */
  symbol!: string;
  /** @example "1.5" */
  quantity!: string;
}

/** A transaction that waits for a value. */
export class NeedsPriceResponse {
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  tx_hash!: string | null;
  /** @example "ethereum" */
  chain!: string;
  /** @example "2021-03-07T12:30:11.000Z" */
  timestamp!: string;
  /** @example "lp_remove" */
  type!: TransactionType;
  /** The fields of `PUT .../transactions/{id}/value` that are missing. @example ["value_usd"] */
  missing!: ('value_usd' | 'fee_value_usd')[];
  /** Units that `value_usd` is the value of; the fee where no other units are booked at a value. */
  legs!: UnvaluedLegResponse[];
  /** Fees that `fee_value_usd` is the value of: in a coin without a price that nothing else moves. */
  fees!: UnvaluedLegResponse[];
  /** Disposals that no total includes, those of the received units among them. @example 1 */
  excluded_count!: number;
  /** USD, basis of the disposals of this transaction. @example "1618" */
  excluded_basis!: string;
  /** USD, known proceeds of later disposals of the received units. @example "0" */
  excluded_proceeds!: string;
  /** Receipts of income without a value. @example 0 */
  income_excluded_count!: number;
  /** USD, largest effect on realized gains: all of the basis as a loss, all of the proceeds as a gain. */
  max_gain_effect!: string;
  /** @example "https://etherscan.io/tx/0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  explorer_url!: string | null;
  value_status!: 'missing';
}
