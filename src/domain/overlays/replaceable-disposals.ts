import type { Dispose, DisposalType, LedgerEvent } from '../engine';
import { isSameHash } from '../kernel/transaction-hash';
import { DISPOSAL_ENTRY_TYPES, type DisposalEntry } from './manual-entry';

/** The types that a user may replace. Trades and fees are fixed by the chain. */
const REPLACEABLE: ReadonlySet<DisposalType> = new Set(DISPOSAL_ENTRY_TYPES);

/** Returns the disposals of a transaction that the user may replace. One without a hash is named by its id. */
export const replaceableDisposals = (
  events: readonly LedgerEvent[],
  { wallet, assetId, txHash }: Pick<DisposalEntry, 'wallet' | 'assetId' | 'txHash'>,
): Dispose[] =>
  events.filter(
    (event): event is Dispose =>
      event.kind === 'dispose' &&
      txHash !== null &&
      (event.txHash === null ? event.transactionId === txHash : isSameHash(event.txHash, txHash)) &&
      event.wallet === wallet &&
      event.asset.id === assetId &&
      REPLACEABLE.has(event.type),
  );
