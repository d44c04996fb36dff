import type { Asset } from '../../kernel/asset';
import type { Money, Quantity } from '../../kernel/units';

/**
 * The engine's input language: a history is a list of events, each about one asset in one wallet.
 * Everything is decided before it comes here (what it was, what it was worth); the engine only keeps books.
 * A swap is a `dispose` and an `acquire` with the same value; gas is a `dispose` of type `fee`.
 */
export type LedgerEvent = Acquire | Dispose | Move;

interface EventBase {
  /** Comes back as `transaction_id` on the lots, disposals and income it makes. */
  transactionId: string;
  txHash: string | null;
  /** Stem of the deterministic ids: the tx hash, else the caller's id, else the content with a counter (13.1). */
  stem: string;
  /** Leg within the transaction; with `stem` it names the event. */
  leg: number;
  wallet: string;
  asset: Asset;
  /** Base units of `asset`, > 0. */
  quantity: Quantity;
  /** Milliseconds UTC; then block, transaction index and log index settle the order (1.4). */
  at: number;
  block: number;
  txIndex: number;
  logIndex: number;
  priceSource: string | null;
  flags?: readonly EventFlag[];
}

export type EventFlag =
  'missing_price' | 'unmatched' | 'provider_price_disagrees' | 'classification_uncertain';

export type LotSource =
  'purchase' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'manual' | 'unknown';
export type BasisSource = 'trade' | 'market_price' | 'carried' | 'manual' | 'none';

/** Spec 1: the five kinds of ordinary income. */
export const INCOME_TYPES = ['airdrop', 'staking_reward', 'mining_reward', 'interest', 'other'] as const;
export type IncomeType = (typeof INCOME_TYPES)[number];

/** Units come in: a new lot. */
export interface Acquire extends EventBase {
  kind: 'acquire';
  /** Total basis, fees that belong to it included; null when no price is known: basis 0, flagged `missing_price`. */
  cost: Money | null;
  source: LotSource;
  basisSource: BasisSource;
  /** Set when the receipt is ordinary income: then `cost` is the income. */
  incomeType: IncomeType | null;
  /** True for an inflow of unknown origin (9.2): basis 0, flagged, date = receipt. */
  untracked?: boolean;
  /** A gift (IRC 1015) or other receipt whose holding starts before the receipt. */
  acquiredAt?: number;
  /** Gift below the donor's basis: the fair value that caps a loss (dual basis). */
  lossBasis?: Money;
  /** Purchase order the lot belongs to: lots of one order never replace one another (wash sales). */
  orderId?: string;
  /** Inherited property is always long-term (IRC 1223(9)). */
  inherited?: boolean;
  /** The units have replaced a loss of an earlier return already, so they cannot again (wash sales). */
  isReplacement?: boolean;
}

export const DISPOSAL_TYPES = [
  'sale',
  'swap',
  'spend',
  'fee',
  'gift',
  'donation',
  'lost',
  'stolen',
  'liquidation',
  'repayment',
] as const;
export type DisposalType = (typeof DISPOSAL_TYPES)[number];

/** Units go out for good. */
export interface Dispose extends EventBase {
  kind: 'dispose';
  type: DisposalType;
  /** Amount realized after selling costs; null when no price is known (then 0 and flagged). */
  proceeds: Money | null;
  /** Selling costs already taken off `proceeds`. */
  fees: Money;
  /** A fee kept back from, or paid out of, what this very transaction brought: its lot is consumed first. */
  fromReceipt?: boolean;
  /** Specific identification; consulted only under `specific_id`. */
  selections?: readonly LotSelection[];
}

export interface LotSelection {
  /** A lot id, or the transaction id of the acquisition. */
  lot: string;
  /** Null: as much as the disposal needs and the lot holds. */
  quantity: Quantity | null;
  /** Milliseconds; absent counts as in time (4.3). */
  selectedAt?: number;
}

/** Units change place but not owner: wallet to wallet, chain to chain, native to wrapped. Lots travel. */
export interface Move extends EventBase {
  kind: 'move';
  relation: 'transfer' | 'bridge' | 'wrap';
  toWallet: string;
  toAsset: Asset;
  /** Base units of `toAsset` that arrived; what is missing of `quantity` was a fee in kind. */
  received: Quantity;
  /** Fair value of the units lost on the way; null when unknown. */
  feeValue: Money | null;
  /** Redenomination 1:n: `quantity` and `received` count different units, nothing was lost on the way. */
  rescaled?: boolean;
  /** Gas capitalised into the basis of what moved (`GAS_POLICY=capitalize`). */
  addedCost?: Money;
}
