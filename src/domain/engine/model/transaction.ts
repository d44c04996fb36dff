import type { Asset } from '../../kernel/asset';
import type { Money, Quantity } from '../../kernel/units';

/**
 * Input of the engine: events, each about one asset in one wallet, already classified and valued.
 * A swap is a `dispose` and an `acquire` with the same value. Gas is a `dispose` of type `fee`.
 */
export type LedgerEvent = Acquire | Dispose | Move | Allocate;

interface EventBase {
  transactionId: string;
  txHash: string | null;
  /** Stem of the deterministic ids: the tx hash, else the caller's id, else the content with a counter (13.1). */
  stem: string;
  /** Leg within the transaction. `stem` and `leg` identify the event. */
  leg: number;
  wallet: string;
  asset: Asset;
  /** Base units of `asset`, > 0. */
  quantity: Quantity;
  /** Milliseconds UTC. Block, transaction index and log index break ties (1.4). */
  at: number;
  block: number;
  txIndex: number;
  logIndex: number;
  priceSource: string | null;
  flags?: readonly EventFlag[];
}

export type IdentificationFlag = 'late_identification' | 'selection_filled' | 'not_identified_to_broker';

/** DISPOSAL_FLAGS: flag of a disposal -> its name in the API. @source api.md 2, Disposal */
export const DISPOSAL_FLAGS = {
  missing_price: 'missing_price',
  unmatched: 'unmatched',
  late_identification: 'late_identification',
  selection_filled: 'selection_filled',
  not_identified_to_broker: 'not_identified_to_broker',
  classification_uncertain: 'uncertain',
  provider_price_disagrees: 'provider_price_disagrees',
  costs_capped: 'costs_capped',
} as const;
export type DisposalFlag = keyof typeof DISPOSAL_FLAGS;
export type EventFlag = Exclude<DisposalFlag, IdentificationFlag>;

export type LotSource =
  'purchase' | 'swap' | 'income' | 'transfer_in' | 'bridge' | 'wrap' | 'manual' | 'unknown';
export type BasisSource = 'trade' | 'market_price' | 'carried' | 'manual' | 'none';

/** @source spec 1: the five kinds of ordinary income */
export const INCOME_TYPES = ['airdrop', 'staking_reward', 'mining_reward', 'interest', 'other'] as const;
export type IncomeType = (typeof INCOME_TYPES)[number];

export interface Acquire extends EventBase {
  kind: 'acquire';
  /**
   * Total basis, including its fees. Null when no price is known: the basis is provisional (`carries`, else
   * `knownCost`, else 0), and the lot is marked until its value is known.
   */
  cost: Money | null;
  /** Only with a null cost: the price of units bought with a fee of unknown value. */
  knownCost?: Money;
  /** Only with a null cost: the units came in a trade of unknown value. */
  carries?: CarriedShare;
  source: LotSource;
  basisSource: BasisSource;
  /** Set when the receipt is ordinary income. Then `cost` is the income. */
  incomeType: IncomeType | null;
  /** True for an inflow of unknown origin (9.2): basis 0, flagged, date = receipt. */
  untracked?: boolean;
  /** Start of the holding period when it is before the receipt, for example of a gift (IRC 1015). */
  acquiredAt?: number;
  /**
   * Gift below the donor's basis: the fair value that caps a loss (dual basis). Null while that value is not known:
   * the loss is then not known either.
   */
  lossBasis?: Money | null;
  givenAt?: number;
  /** Start of the holding period when a wash sale moved it before the acquisition (IRC 1223(3)). */
  heldSince?: number;
  /** The taxpayer states the units as bought, so they can replace a loss, whatever their source. */
  isPurchase?: boolean;
  isCash?: boolean;
  /** Lots of one purchase order never replace each other (wash sales). */
  orderId?: string;
  inherited?: boolean;
  /** The units replaced a loss of an earlier return, so they cannot replace another (wash sales). */
  isReplacement?: boolean;
}

/**
 * Basis that received units take over provisionally from the units given in a trade: the part `from`..`upTo` of
 * `whole`, after `less` of the basis. The disposals of the trade come before the acquisition in the order of events,
 * and have the same stem.
 * @source coverage rules for values: neither gain nor loss follows from a missing price
 */
export interface CarriedShare {
  from: bigint;
  upTo: bigint;
  whole: bigint;
  less: Money;
}

/** `missing`: the row waits for a value. Its gain is 0 and no total includes it. */
export type ValueStatus = 'known' | 'missing';

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
  'margin_result',
] as const;
export type DisposalType = (typeof DISPOSAL_TYPES)[number];

export interface Dispose extends EventBase {
  kind: 'dispose';
  type: DisposalType;
  /**
   * Amount realized after selling costs. Null when no price is known: then the basis, and no gain. For units that
   * leave without a gain, their market value, from which no gain follows.
   */
  proceeds: Money | null;
  /** Selling costs already deducted from `proceeds`. */
  fees: Money;
  /** The units come from the receipt of the same transaction. The latest lot of that receipt is consumed first. */
  fromReceipt?: boolean;
  /** Read only under `specific_id`. */
  selections?: readonly LotSelection[];
}

export interface LotSelection {
  lot: string;
  /** Null: as much as the disposal needs and the lot holds. */
  quantity: Quantity | null;
  /** Milliseconds. An absent value counts as in time (4.3). */
  selectedAt?: number;
  /** ms UTC: when the broker that holds the units was told. Absent: it was not. */
  communicatedAt?: number;
}

/** Units change place but not owner: wallet to wallet, chain to chain, native to wrapped. */
export interface Move extends EventBase {
  kind: 'move';
  relation: 'transfer' | 'bridge' | 'wrap';
  toWallet: string;
  toAsset: Asset;
  /** Base units of `toAsset`. The difference to `quantity` was a fee in kind. */
  received: Quantity;
  /** Fair value of the units lost on the way. Null when unknown. */
  feeValue: Money | null;
  /** Redenomination 1:n: `quantity` and `received` count different units, and no unit was lost. */
  rescaled?: boolean;
  /** Gas added to the basis of the moved units (`GAS_POLICY=capitalize`). */
  addedCost?: Money;
  /** Lots that move. Read only under `specific_id`. */
  selections?: readonly LotSelection[];
}

/**
 * Attaches unused basis of an asset to its units again: every lot of the asset in `wallets` ends, and acquisitions of
 * the same time and stem open the replacing lots. Wallets that shared one pool have a pool each from then on.
 * @source Rev. Proc. 2024-28
 */
export interface Allocate extends EventBase {
  kind: 'allocate';
  wallets: readonly string[];
}

export interface SharedPool {
  assetId: string;
  wallets: readonly string[];
}
