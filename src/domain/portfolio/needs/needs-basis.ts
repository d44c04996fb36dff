import type { Ledger, Lot } from '../../engine';
import { type Money, compareUnits } from '../../kernel/units';
import type { Leg, WalletTransaction } from '../../chain/facts/wallet-transaction';

type BasisGap = 'unknown_source' | 'missing_price' | 'unmatched_transfer' | 'oversold';

export interface LotInNeed {
  lot: Lot;
  reason: BasisGap;
  /** The address that sent the units. Null when unknown. */
  from: string | null;
  /** Of all its units. Null when the receipt or the price is unknown. */
  valueAtReceipt: Money | null;
  /** Of all its sold units, including units sold from other wallets. */
  proceedsAffected: Money;
  /** Largest reduction of the gain: the proceeds, plus the value at receipt of the units still held. */
  gainEffect: Money;
  /** Sales of its units, ms UTC. */
  soldAt: readonly number[];
}

/**
 * Lots without a known basis, largest effect on gains first. A lot that moved on is listed in the wallet that
 * received it first.
 * @param transactions of the wallet
 * @source api.md 1.1, 2 (NeedsBasis); tax-rules 8.4, 9
 */
export function lotsInNeed(
  ledger: Ledger,
  wallet: string,
  transactions: readonly WalletTransaction[],
): LotInNeed[] {
  const priceless = new Set(
    ledger.issues.flatMap(({ kind, lotId }) => (kind === 'missing_price' && lotId !== null ? [lotId] : [])),
  );
  const roots = ledger.lots.filter(
    (lot) => lot.wallet === wallet && lot.parentId === null && (lot.isUntracked || priceless.has(lot.id)),
  );
  if (roots.length === 0) return [];
  const fates = fatesOf(ledger, new Set(roots.map(({ id }) => id)));
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  return roots
    .map((lot) => needOf(lot, byId.get(lot.transactionId) ?? null, fates.get(lot.id) ?? unsold()))
    .sort(
      (a, b) =>
        compareUnits(b.gainEffect, a.gainEffect) ||
        a.lot.receivedAt - b.lot.receivedAt ||
        (a.lot.id < b.lot.id ? -1 : 1),
    );
}

interface Fate {
  /** Units of the lot's descendants that are still held. Comparable with the lot if nothing was rescaled. */
  held: bigint;
  proceeds: Money;
  soldAt: number[];
}

const unsold = (): Fate => ({ held: 0n, proceeds: 0n, soldAt: [] });

function fatesOf(ledger: Ledger, roots: ReadonlySet<string>): Map<string, Fate> {
  const rootOf = new Map<string, string | null>();
  const fates = new Map<string, Fate>();
  const fate = (root: string): Fate => {
    const known = fates.get(root) ?? unsold();
    fates.set(root, known);
    return known;
  };
  // A child lot is stored after its parent.
  for (const { id, parentId, remaining } of ledger.lots) {
    const root = roots.has(id) ? id : parentId === null ? null : (rootOf.get(parentId) ?? null);
    rootOf.set(id, root);
    if (root !== null) fate(root).held += remaining;
  }
  for (const { lotId, proceeds, knownProceeds, valueStatus, disposedAt } of ledger.disposals) {
    const root = rootOf.get(lotId);
    if (!root) continue;
    const sum = fate(root);
    sum.proceeds += valueStatus === 'known' ? proceeds : (knownProceeds ?? 0n);
    sum.soldAt.push(disposedAt);
  }
  return fates;
}

function needOf(
  lot: Lot,
  transaction: WalletTransaction | null,
  { held, proceeds, soldAt }: Fate,
): LotInNeed {
  const leg = lot.acquiredAt === null ? undefined : legOf(lot, transaction);
  const valueAtReceipt =
    leg && leg.valueUsd !== null && leg.quantity > 0n
      ? (leg.valueUsd * lot.originalQuantity) / leg.quantity
      : null;
  const still = held > lot.originalQuantity ? lot.originalQuantity : held;
  const heldValue = valueAtReceipt === null ? 0n : (valueAtReceipt * still) / lot.originalQuantity;
  return {
    lot,
    reason: reasonOf(lot, transaction),
    from: leg?.counterparty ?? null,
    valueAtReceipt,
    proceedsAffected: proceeds,
    gainEffect: proceeds + heldValue,
    soldAt,
  };
}

const legOf = (lot: Lot, transaction: WalletTransaction | null): Leg | undefined =>
  transaction?.legs.find(({ direction, asset }) => direction === 'in' && asset.id === lot.asset.id);

function reasonOf(lot: Lot, transaction: WalletTransaction | null): BasisGap {
  if (lot.acquiredAt === null) return 'oversold';
  if (!lot.isUntracked) return 'missing_price';
  const isTransfer = transaction?.type === 'bridge' || transaction?.flags.includes('unmatched');
  return lot.source === 'bridge' || isTransfer ? 'unmatched_transfer' : 'unknown_source';
}
