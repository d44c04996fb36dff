import type { Dispose, LedgerEvent, LotSelection, Move } from '../engine';
import { isSameHash } from '../kernel/transaction-hash';
import type { ManualEntry, SelectionEntry } from './manual-entry';

/**
 * The outflow of an entry, by its hash or its id. Fees are excluded. Where a transaction has a disposal and an own
 * transfer, returns the disposal: its gain depends on the lots.
 */
export function selectedOutflow(
  events: readonly LedgerEvent[],
  { wallet, assetId, txHash }: Pick<SelectionEntry, 'wallet' | 'assetId' | 'txHash'>,
): Dispose | Move | undefined {
  const outflows = events.filter(
    (event): event is Dispose | Move =>
      ((event.kind === 'dispose' && event.type !== 'fee') || event.kind === 'move') &&
      event.wallet === wallet &&
      event.asset.id === assetId &&
      (event.transactionId === txHash || (event.txHash !== null && isSameHash(event.txHash, txHash))),
  );
  return outflows.find(({ kind }) => kind === 'dispose') ?? outflows[0];
}

/** An entry without its outflow changes nothing. */
export function withSelections(
  events: readonly LedgerEvent[],
  entries: readonly ManualEntry[],
): readonly LedgerEvent[] {
  const chosen = new Map<LedgerEvent, SelectionEntry>();
  for (const entry of entries) {
    if (entry.kind !== 'lot_selection') continue;
    const outflow = selectedOutflow(events, entry);
    if (outflow) chosen.set(outflow, entry);
  }
  if (chosen.size === 0) return events;
  return events.map((event) => {
    const entry = chosen.get(event);
    return entry && canSelect(event) ? { ...event, selections: selectionsOf(entry) } : event;
  });
}

const selectionsOf = ({ selections, communicated }: SelectionEntry): readonly LotSelection[] =>
  communicated === undefined
    ? selections
    : selections.map((selection) => ({ ...selection, communicatedAt: communicated.at }));

export const canSelect = (event: LedgerEvent): event is Dispose | Move =>
  event.kind === 'dispose' || event.kind === 'move';
