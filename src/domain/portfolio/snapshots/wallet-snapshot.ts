import type { Position, Severity } from '../../engine';
import type { StatedSummary } from '../../forms';
import type { Asset } from '../../kernel/asset';
import type { Decimal } from '../../kernel/decimal';
import type { Money, Quantity } from '../../kernel/units';
import type { WalletChecks } from './wallet-checks';
import { lotUnits, valueOfLots, type LotUnits } from './lot-units';

export interface HeldAsset {
  asset: Asset;
  tokenKey: string;
  quantity: Quantity;
  cost: Money;
  lots: LotUnits;
  hasUntracked: boolean;
  /** True while prices that its basis needs are fetched. */
  isBasisPending?: true;
}

/** For the most frequent answers. Grows with the number of open lots, not with the history. */
export interface WalletSnapshot {
  positions: readonly HeldAsset[];
  /** Deposited elsewhere without a receipt, still owned. */
  deposits: readonly HeldAsset[];
  /** IANA zone of the owner. */
  timezone: string;
  /** True when a transaction could not be read whole. */
  isUnread: boolean;
  /** As in `Ledger`. */
  isApproximate: boolean;
  /** Names the prices that were not fetched yet. Null: none. */
  unpriced: string | null;
  transactionCount: number;
  lotCounts: { open: number; closed: number };
  /** Year null: all years. */
  taxSummaries: readonly { year: number | null; summary: StatedSummary }[];
  reconciliation: { severity: Severity; totalIssues: number };
  checks: WalletChecks;
}

/** Raise it with every change of `WalletSnapshot` or of a rule: a release reads snapshots of the one before. */
export const SNAPSHOT_FORMAT = 11;

export const heldAsset = (
  { asset, quantity, cost, lots, hasUntracked }: Position,
  tokenKey: string,
  isBasisPending = false,
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
  ...(isBasisPending && { isBasisPending }),
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

export interface EachLot {
  positions: ReadonlyMap<string, readonly Quantity[]>;
  deposits: ReadonlyMap<string, readonly Quantity[]>;
}

export const withEach = (held: readonly HeldAsset[], each: EachLot['positions']): HeldAsset[] =>
  held.map((one) => ({
    ...one,
    lots: { ...one.lots, each: one.lots.each ?? each.get(one.asset.id) ?? null },
  }));

export const keysOf = (held: readonly HeldAsset[]): Map<string, string> =>
  new Map(held.map(({ asset, tokenKey }) => [asset.id, tokenKey]));
