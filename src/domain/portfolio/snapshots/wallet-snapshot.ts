import type { PlanWindow } from '../../access/plan-window';
import type { Lot, Position, Severity, TransactionResult } from '../../engine';
import type { StatedSummary } from '../../forms';
import type { Asset } from '../../kernel/asset';
import type { Decimal } from '../../kernel/decimal';
import type { Money, Quantity } from '../../kernel/units';
import type { ShownTransaction } from '../../chain/facts/wallet-transaction';
import { lotUnits, valueOfLots, type LotUnits } from './lot-units';

/** An asset of a wallet, with what its current value is computed from. */
export interface HeldAsset {
  asset: Asset;
  tokenKey: string;
  quantity: Quantity;
  cost: Money;
  /** Its open lots, as far as its value needs them. */
  lots: LotUnits;
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
  /** True when a transaction of the owner could not be read whole. */
  isUnread: boolean;
  /** Transactions that count against a plan. */
  transactionCount: number;
  /** Time of the oldest transaction that a plan with this cap shows; null when it shows all of them. */
  windows: readonly { cap: number; since: number | null }[];
  /** Of each year, and of all years (null). */
  taxSummaries: readonly { year: number | null; summary: StatedSummary }[];
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
export const SNAPSHOT_FORMAT = 6;

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
  lots: lotUnits(
    lots.map(({ remaining }) => remaining),
    asset.decimals,
  ),
  hasUntracked,
});

/**
 * As `unrealized` values the lots of one asset.
 * @returns null when each of its lots is needed and `withEach` has not added them
 */
export function valueHeld(
  { asset, cost, quantity, lots }: HeldAsset,
  price: Decimal,
): { value: Money; gain: Money } | null {
  const value = valueOfLots(lots, quantity, asset.decimals, price);
  return value === null ? null : { value, gain: value - cost };
}

/** Remaining units of each lot of the assets with many lots, by asset id. */
export interface EachLot {
  positions: ReadonlyMap<string, readonly Quantity[]>;
  deposits: ReadonlyMap<string, readonly Quantity[]>;
}

/** With the units of each lot, also where there are many. */
export const withEach = (held: readonly HeldAsset[], each: EachLot['positions']): HeldAsset[] =>
  held.map((one) => ({
    ...one,
    lots: { ...one.lots, each: one.lots.each ?? each.get(one.asset.id) ?? null },
  }));

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
