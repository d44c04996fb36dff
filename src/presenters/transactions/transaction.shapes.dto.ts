import type { TransactionFlag, TransactionType } from '../../domain/chain';
import type { IncomeType } from '../../domain/engine';

/** One side of a transaction. */
export class LegShape {
  /** @example "in" */
  direction!: 'in' | 'out';
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example null */
  contract_address!: string | null;
  /** @example "0.5" */
  quantity!: string;
  /** USD; null when no price is known. @example "154.2" */
  value_usd!: string | null;
}

/** As LegShape, with the source of its value and the other side. */
export class TransactionLegResponse extends LegShape {
  /** @example "defillama" */
  price_source!: string | null;
  /** @example "0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3" */
  counterparty!: string | null;
  /** True when the counterparty is another wallet of the same owner. @example false */
  is_internal!: boolean;
}

/** What inclusion in the chain cost the wallet. */
export class TransactionFeeResponse {
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "0.000441" */
  quantity!: string;
  /** USD; null when no price is known. @example "0.13" */
  value_usd!: string | null;
}

/** api.md 2, Transaction. */
export class TransactionResponse {
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /**
   * Null for what no chain knows of: an entry made by hand.
   * @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04"
   */
  tx_hash!: string | null;
  /** @example "ethereum" */
  chain!: string;
  /** @example "2017-10-07T12:30:11.000Z" */
  timestamp!: string;
  /** @example 4345012 */
  block_number!: number | null;
  /** @example "transfer_in" */
  type!: TransactionType;
  /** @example null */
  income_type!: IncomeType | null;
  /** @example "success" */
  status!: 'success' | 'failed';
  /** @example "0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3" */
  from!: string | null;
  /** @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  to!: string | null;
  /** @example null */
  protocol!: string | null;
  legs!: TransactionLegResponse[];
  fee!: TransactionFeeResponse | null;
  /** USD, of the disposals it made; null when it made none. @example null */
  gain_loss!: string | null;
  /** `missing`: a value it needs is not known. Its disposals are then in no total. @example "known" */
  value_status!: 'known' | 'missing';
  /** @example false */
  is_spam!: boolean;
  /** @example [] */
  flags!: TransactionFlag[];
}
