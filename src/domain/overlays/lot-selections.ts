import type { Dispose, LedgerEvent } from '../engine';
import { isSameHash } from '../kernel/transaction-hash';
import type { ManualEntry, SelectionEntry } from './manual-entry';

/** The disposal of the chain whose lots an entry selects: of the wallet and asset, and no fee. */
export const selectedDisposal = (
  events: readonly LedgerEvent[],
  { wallet, assetId, txHash }: Pick<SelectionEntry, 'wallet' | 'assetId' | 'txHash'>,
): Dispose | undefined =>
  events.find(
    (event): event is Dispose =>
      event.kind === 'dispose' &&
      event.type !== 'fee' &&
      event.wallet === wallet &&
      event.asset.id === assetId &&
      event.txHash !== null &&
      isSameHash(event.txHash, txHash),
  );

/** Applies the selections. An entry without its disposal changes nothing. */
export function withSelections(
  events: readonly LedgerEvent[],
  entries: readonly ManualEntry[],
): readonly LedgerEvent[] {
  const chosen = new Map<LedgerEvent, SelectionEntry>();
  for (const entry of entries) {
    if (entry.kind !== 'lot_selection') continue;
    const disposal = selectedDisposal(events, entry);
    if (disposal) chosen.set(disposal, entry);
  }
  if (chosen.size === 0) return events;
  return events.map((event) => {
    const entry = chosen.get(event);
    return entry && event.kind === 'dispose' ? { ...event, selections: entry.selections } : event;
  });
}
