import type { Ledger, LineageLink, Lot } from '../engine';
import { uuidOf } from '../kernel/hash';
import type { BasisAssignment, ManualEntry } from './manual-entry';

/** The first part is the lot itself. @source api.md 2, Lineage (`manual_basis`) */
export function basisLinks(ledger: Ledger, entries: readonly ManualEntry[]): LineageLink[] {
  const assignments = entries.filter((entry) => entry.kind === 'basis_assignment');
  if (assignments.length === 0) return [];
  const byTransaction = new Map<string, Lot[]>();
  const byId = new Map<string, Lot>();
  for (const lot of ledger.lots) {
    if (lot.parentId !== null || lot.acquiredAt === null) continue;
    byId.set(lot.id, lot);
    const key = placeOf(lot.wallet, lot.asset.id, lot.transactionId);
    byTransaction.set(key, [...(byTransaction.get(key) ?? []), lot]);
  }
  const others = new Set(assignments.map(({ lotId }) => lotId));
  return assignments.flatMap((entry) => {
    const first = byId.get(entry.lotId);
    if (!first) return [];
    const parts = byTransaction.get(placeOf(entry.wallet, entry.assetId, first.transactionId)) ?? [];
    return parts
      .filter((lot) => lot === first || (lot.source === 'manual' && !others.has(lot.id)))
      .map((lot) => linkTo(lot, entry));
  });
}

const placeOf = (wallet: string, assetId: string, transactionId: string): string =>
  [wallet, assetId, transactionId].join('|');

const linkTo = (lot: Lot, { lotId }: BasisAssignment): LineageLink => ({
  id: uuidOf(['manual_basis', lotId, lot.id, lot.originalQuantity, lot.originalCost].join('|')),
  fromLotId: lotId,
  toLotId: lot.id,
  disposalId: null,
  relation: 'manual_basis',
  quantity: lot.originalQuantity,
  cost: lot.originalCost,
  txHash: lot.txHash,
  at: lot.receivedAt,
});
