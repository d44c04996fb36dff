import type { Lot, Position, TaxSummary } from '../../engine';
import type { Asset } from '../../kernel/asset';
import type { Decimal } from '../../kernel/decimal';
import { valueOf, type Money, type Quantity } from '../../kernel/units';

/** An asset of a wallet, with what its current value is computed from. */
export interface HeldAsset {
  asset: Asset;
  tokenKey: string;
  quantity: Quantity;
  cost: Money;
  /** Remaining units of each open lot: the value of an asset is the sum of the rounded values of its lots. */
  remaining: readonly Quantity[];
  hasUntracked: boolean;
}

/** An open lot with its rank under FIFO. */
export interface ListedLot {
  lot: Lot;
  tokenKey: string;
  rank: number;
}

/**
 * The part of a ledger that the most frequent answers about one wallet need. Its size grows with the number of open
 * lots, not with the history.
 */
export interface WalletSnapshot {
  /** By asset id. */
  positions: readonly HeldAsset[];
  /** Deposited elsewhere without a receipt, still owned. */
  deposits: readonly HeldAsset[];
  /** IANA zone of the owner. */
  timezone: string;
  /** Transactions that count against a plan. */
  transactionCount: number;
  /** Of each year, and of all years (null). */
  taxSummaries: readonly { year: number | null; summary: TaxSummary }[];
  openLots: {
    total: number;
    /** The oldest ones, as `date_asc` sorts them. */
    first: readonly ListedLot[];
  };
}

/** Lots in a snapshot: ten pages of the usual size. */
export const LISTED_LOTS = 500;

export const heldAsset = (
  { asset, quantity, cost, lots, hasUntracked }: Position,
  tokenKey: string,
): HeldAsset => ({
  asset,
  tokenKey,
  quantity,
  cost,
  remaining: lots.map(({ remaining }) => remaining),
  hasUntracked,
});

/** As `unrealized` values the lots of one asset. */
export function valueHeld(
  { asset, cost, remaining }: HeldAsset,
  price: Decimal,
): { value: Money; gain: Money } {
  const value = remaining.reduce((sum, units) => sum + valueOf(units, asset.decimals, price), 0n);
  return { value, gain: value - cost };
}

/** A copy without the ledger: the lots of a ledger are views of it. */
export const detached = (lot: Lot): Lot => ({
  id: lot.id,
  wallet: lot.wallet,
  asset: lot.asset,
  originalQuantity: lot.originalQuantity,
  remaining: lot.remaining,
  originalCost: lot.originalCost,
  cost: lot.cost,
  acquiredAt: lot.acquiredAt,
  receivedAt: lot.receivedAt,
  holdingStartAt: lot.holdingStartAt,
  source: lot.source,
  basisSource: lot.basisSource,
  incomeType: lot.incomeType,
  isUntracked: lot.isUntracked,
  valueStatus: lot.valueStatus,
  parentId: lot.parentId,
  transactionId: lot.transactionId,
  txHash: lot.txHash,
  washSaleAdjustment: lot.washSaleAdjustment,
  priceSource: lot.priceSource,
});

/** Public key of each asset, by asset id. */
export const keysOf = (held: readonly HeldAsset[]): Map<string, string> =>
  new Map(held.map(({ asset, tokenKey }) => [asset.id, tokenKey]));
