import { INCOME_TYPES, type IncomeType } from '../engine';

/** The wire's types, the five income types, and the gainless outflows. */
export const POSTED_TYPES = [
  'buy',
  'sell',
  'spend',
  'swap',
  'transfer_in',
  'transfer_out',
  'internal_transfer',
  'income',
  ...INCOME_TYPES,
  'fee',
  'gift_in',
  'gift_out',
  'donation',
  'lost',
  'stolen',
] as const;
export type PostedType = (typeof POSTED_TYPES)[number];

/**
 * A transaction as sent, parsed but not interpreted. Amounts are the original decimal text, never a float. Times are
 * milliseconds UTC.
 * @source operating.md, transactions in the body
 */
export interface PostedRow {
  id?: string;
  txHash?: string;
  at: number;
  type: PostedType;
  incomeType?: IncomeType;
  symbol: string;
  chain?: string;
  contract?: string;
  quantity: string;
  /** Per unit of `symbol`. */
  priceUsd?: string;
  /** Cost, proceeds or fair value of all units. */
  valueUsd?: string;
  /** Cash, or the fair value of the fee in kind. */
  feeUsd?: string;
  feeSymbol?: string;
  feeQuantity?: string;
  from?: string;
  to?: string;
  toSymbol?: string;
  toQuantity?: string;
  wallet?: string;
  donorBasisUsd?: string;
  donorAcquiredAt?: number;
}

export interface PostedSelection {
  /** A lot id, or the id of the acquiring row. */
  lot: string;
  quantity?: string;
  /** Milliseconds. */
  selectedAt?: number;
}
