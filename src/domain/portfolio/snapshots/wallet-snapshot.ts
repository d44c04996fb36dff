import type { PlanWindow } from '../../access/plan-window';
import type { Lot, Position, Severity, TaxSummary, TransactionResult } from '../../engine';
import type { Asset } from '../../kernel/asset';
import type { Decimal } from '../../kernel/decimal';
import { valuesAt, type Money, type Quantity } from '../../kernel/units';
import type { ShownTransaction } from '../../normalise/facts/wallet-transaction';

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
  /** Transactions of the wallet that are newer than that of the lot. Null for a transaction of another wallet. */
  newer: number | null;
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
  /** Time of the oldest transaction that a plan with this cap shows; null when it shows all of them. */
  windows: readonly { cap: number; since: number | null }[];
  /** Of each year, and of all years (null). */
  taxSummaries: readonly { year: number | null; summary: TaxSummary }[];
  openLots: {
    total: number;
    /** The oldest ones, as `date_asc` sorts them. */
    first: readonly ListedLot[];
  };
  /** Problems of the data, counted. */
  reconciliation: { severity: Severity; totalIssues: number };
  recent: {
    /** The newest ones that count against a plan, oldest first. */
    transactions: readonly { transaction: ShownTransaction; result: TransactionResult | null }[];
    /** Public key of each of their assets, by asset id. */
    tokenKeys: readonly (readonly [string, string])[];
  };
}

/** Raise it with every change of `WalletSnapshot`: a release reads snapshots of the one before. */
export const SNAPSHOT_FORMAT = 3;

/** Lots in a snapshot: ten pages of the usual size. */
export const LISTED_LOTS = 500;
/** Transactions in a snapshot: those of a dashboard. */
export const RECENT_TRANSACTIONS = 10;

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
  const valueOf = valuesAt(asset.decimals, price);
  const value = remaining.reduce((sum, units) => sum + valueOf(units), 0n);
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

/**
 * As `PlanWindow.showsLot`, without the transactions.
 * @returns null when the snapshot does not know the cap
 */
export function showsListed(
  { windows }: Pick<WalletSnapshot, 'windows'>,
  { isLimited, limit }: Pick<PlanWindow, 'isLimited' | 'limit'>,
): ((listed: ListedLot) => boolean) | null {
  if (!isLimited || limit === null) return () => true;
  const since = windows.find(({ cap }) => cap === limit)?.since ?? null;
  if (since === null) return null;
  return ({ lot, newer }) => (newer === null ? lot.receivedAt >= since : newer < limit);
}

/** Public key of each asset, by asset id. */
export const keysOf = (held: readonly HeldAsset[]): Map<string, string> =>
  new Map(held.map(({ asset, tokenKey }) => [asset.id, tokenKey]));
