import type { Dispose, DisposalType, LedgerEvent } from '../engine';
import { isSameHash } from '../kernel/transaction-hash';
import { DISPOSAL_ENTRY_TYPES, type DisposalEntry } from './manual-entry';

/** The types an owner may tell anew: trades and fees are what the chain says they are. */
const RETOLD: ReadonlySet<DisposalType> = new Set(DISPOSAL_ENTRY_TYPES);

/** How a transaction gave units away for good, where that is open to what their owner says. */
export const retellable = (
  events: readonly LedgerEvent[],
  { wallet, assetId, txHash }: Pick<DisposalEntry, 'wallet' | 'assetId' | 'txHash'>,
): Dispose[] =>
  events.filter(
    (event): event is Dispose =>
      event.kind === 'dispose' &&
      event.txHash !== null &&
      isSameHash(event.txHash, txHash) &&
      event.wallet === wallet &&
      event.asset.id === assetId &&
      RETOLD.has(event.type),
  );
