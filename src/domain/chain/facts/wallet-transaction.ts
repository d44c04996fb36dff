import type { DisposalType, IncomeType } from '../../engine';
import type { Asset } from '../../kernel/asset';
import type { Money, Quantity } from '../../kernel/units';
import type { ChainName } from '../../kernel/chain';
import type { ExchangeName } from '../../kernel/exchanges/exchange';
import type { TransactionPlace } from './chain-transaction';
import type { PositionChange } from './positions';

/** Spec: api.md 2, Transaction. */
export const TRANSACTION_TYPES = [
  'buy',
  'sell',
  'swap',
  'transfer_in',
  'transfer_out',
  'internal_transfer',
  'bridge',
  'wrap',
  'unwrap',
  'income',
  'stake',
  'unstake',
  'lp_add',
  'lp_remove',
  'borrow',
  'repay',
  'approve',
  'spend',
  'fee_only',
  'failed',
  'unknown',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export type TransactionFlag =
  | 'missing_price'
  | 'untracked'
  | 'duplicate'
  | 'unmatched'
  | 'manual'
  | 'missing_metadata'
  | 'history_incomplete'
  | 'classification_uncertain'
  | 'provider_price_disagrees'
  | 'burn'
  /** Own books name other units than those that left an account at a broker: it was not told. */
  | 'not_identified_to_broker'
  | 'review';

export interface PriceRef {
  /** Decimal text, USD per whole unit. */
  usd: string;
  source: string;
  at: number;
}

/** Source of a value that the file or the API of an exchange states. */
export const STATED_BY_EXCHANGE = 'stated_by_exchange';

/** The rule of shares of an outcome that pay nothing. */
export const OUTCOME_LOST = 'outcome-lost';

export interface StatedValue {
  usd: Money;
  /** The units that it is the value of. */
  units: Quantity;
}

/** Units that left at an earlier time. */
export interface Payment {
  asset: Asset;
  quantity: Quantity;
  /** ms UTC */
  at: number;
}

export interface Leg {
  index: number;
  direction: 'in' | 'out';
  asset: Asset;
  quantity: Quantity;
  counterparty: string | null;
  /** True when the counterparty is another wallet of the same owner. */
  isInternal: boolean;
  /** The part that is the wallet's own returned deposit. Set on units out of a deposit. */
  principal?: Quantity;
  /** The place that holds the units without a receipt token, or that returns them. */
  escrow?: string;
  /** Units of the deposit that are lost when a margin trade closes. */
  lost?: Quantity;
  /** What the wallet gave an issuer before for these units, when it is the only thing that it can be. */
  paid?: Payment;
  /** What the wallet paid before where it claims the units, when each payment may be a fee. The values decide. */
  fees?: readonly Payment[];
  /** Set on units that are income whatever the type of the transaction is. */
  earns?: IncomeType;
  /** True for units of a receipt that the wallet has by growth: what is paid for them is income. */
  isGrowth?: true;
  /** True for units of a loan, beside the deposit that the transaction makes or returns. */
  isLent?: true;
  /** True for a payment for the service, beside the main subject of the transaction. */
  isCost?: true;
  /** The owner states that this leg and another one are the two ends of a transfer: the id of the match. */
  pair?: string;
  /** Ids of the matches with this leg that the owner rejected. */
  apart?: readonly string[];
  /** It comes before market prices. */
  stated?: StatedValue;
  /** Fair value of the whole leg; null until priced, and when no price is known. */
  valueUsd: Money | null;
  price: PriceRef | null;
}

/** One classified transaction of one wallet: net legs per asset, one fee, and the type. */
export interface WalletTransaction extends Omit<TransactionPlace, 'chain'> {
  /** The exchange, for a transaction of an exchange account. */
  chain: ChainName | ExchangeName;
  /** Set for a transaction of an exchange account, whose `hash` is its id. */
  account?: ExchangeFacts;
  /** UUID of chain, hash and wallet. */
  id: string;
  type: TransactionType;
  incomeType: IncomeType | null;
  succeeded: boolean;
  from: string | null;
  to: string | null;
  method: string | null;
  protocol: string | null;
  /** The address on another chain that a cross-chain network pays. */
  destination?: string;
  legs: Leg[];
  /** Units of an order that leave the market, not the wallet: no movement of the transaction shows them. */
  filled?: Leg;
  /** Units that left in an earlier transaction for what this one pays, out of the place that held them. */
  givenBefore?: Leg[];
  /** True when they are shares that were given for the very asset that comes in, whatever their name is. */
  isOwnShare?: true;
  /** Another wallet of the owner receives these units, with the basis and the date of what this one gives. */
  carriedTo?: { wallet: string; legs: readonly Leg[] };
  fee: {
    asset: Asset;
    quantity: Quantity;
    stated?: StatedValue;
    valueUsd: Money | null;
    price: PriceRef | null;
  } | null;
  isSpam: boolean;
  /** Set on units that are hidden because they came unasked. With a market price they are not hidden. */
  unlessWorthless?: UnlessWorthless;
  /** What the transaction does to a concentrated position of the wallet. */
  position?: PositionChange;
  isStated?: true;
  /** By how much the market values of its two sides differ, where they should not. */
  apart?: Money;
  /** Why a transaction that its rule does not mark is not plausible. */
  doubt?: Doubt;
  /** What the owner states that the outflow was. */
  disposal?: DisposalType;
  /** Assets of spam whose legs are left out. */
  hidden?: readonly Asset[];
  flags: TransactionFlag[];
  /** Name of the classification rule that decided. Used to explain the transaction. */
  rule: string;
}

/** DOUBTS: what makes a classified transaction not plausible. */
export const DOUBTS = ['lopsided', 'income_like_principal', 'receipt_stays', 'vanished'] as const;
export interface Doubt {
  reason: (typeof DOUBTS)[number];
  /** What another reading can change at most, in USD. */
  effect: Money;
  /** False when the rule marks the transaction as uncertain without it. */
  isMark: boolean;
}

/** SHOWN_FIELDS: what lists show of a transaction. */
const SHOWN_FIELDS = [
  'id',
  'hash',
  'account',
  'chain',
  'at',
  'block',
  'type',
  'incomeType',
  'succeeded',
  'from',
  'to',
  'protocol',
  'legs',
  'filled',
  'fee',
  'isSpam',
  'flags',
] as const satisfies readonly (keyof WalletTransaction)[];
export type ShownTransaction = Pick<WalletTransaction, (typeof SHOWN_FIELDS)[number]>;

export const shownTransaction = (transaction: WalletTransaction): ShownTransaction =>
  Object.fromEntries(SHOWN_FIELDS.map((field) => [field, transaction[field]])) as unknown as ShownTransaction;

export interface ExchangeFacts {
  exchange: ExchangeName;
  /** Hash of the transaction on a chain. Null when there is none, or none is stated. */
  txHash: string | null;
  /** The address of the account at which units arrived. Null when the exchange does not state it. */
  depositAddress: string | null;
  /** The account of the same exchange and owner at the other end, or that may be there (`main`). */
  side?: 'pro' | 'main';
}

export const chainHash = ({ account, hash }: Pick<WalletTransaction, 'account' | 'hash'>): string | null =>
  account ? account.txHash : hash;

/** What a hidden transaction is when its units have a market. */
export interface UnlessWorthless extends Pick<
  WalletTransaction,
  'type' | 'incomeType' | 'protocol' | 'flags' | 'rule'
> {
  /** One question per asset: has it a price when it first came? */
  markets: readonly { assetId: string; symbol: string; at: number }[];
}

/** Every leg that has a value: also of units that left before, which are no legs of this transaction. */
export const valuedLegs = (tx: Pick<WalletTransaction, 'legs' | 'filled' | 'givenBefore'>): Leg[] =>
  tx.givenBefore ? [...tradedLegs(tx), ...tx.givenBefore] : tradedLegs(tx);

/** Both sides of a filled order. For other transactions the same as `legs`. */
export const tradedLegs = ({ legs, filled }: Pick<WalletTransaction, 'legs' | 'filled'>): Leg[] =>
  filled ? [...legs, filled] : legs;

const FEE_LEG = 1_000_000;

export const feeLeg = ({ asset, quantity, valueUsd, price }: NonNullable<WalletTransaction['fee']>): Leg => ({
  index: FEE_LEG,
  direction: 'out',
  asset,
  quantity,
  valueUsd,
  price,
  counterparty: null,
  isInternal: false,
});
