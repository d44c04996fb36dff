import type { Dispose, DisposalType, LedgerEvent, Move } from '../engine';
import { isSameHash } from '../kernel/transaction-hash';
import { isEscrowOf } from '../normalise';
import { DISPOSAL_ENTRY_TYPES, type DisposalEntry } from './manual-entry';

/** The types that a user may replace. Trades and fees are fixed by the chain. */
const REPLACEABLE: ReadonlySet<DisposalType> = new Set(DISPOSAL_ENTRY_TYPES);

type Named = Pick<DisposalEntry, 'wallet' | 'assetId' | 'txHash'>;

/** Returns the disposals of a transaction that the user may replace. Its id names it too. */
export const replaceableDisposals = (events: readonly LedgerEvent[], entry: Named): Dispose[] =>
  events.filter(
    (event): event is Dispose =>
      event.kind === 'dispose' && isOf(event, entry) && REPLACEABLE.has(event.type),
  );

/** Moves of a transaction to a place of the wallet. */
export const movesToPlace = (events: readonly LedgerEvent[], entry: Named): Move[] =>
  events.filter(
    (event): event is Move =>
      event.kind === 'move' && isOf(event, entry) && isEscrowOf(event.toWallet, event.wallet),
  );

const isOf = (
  { wallet, asset, txHash, transactionId }: Dispose | Move,
  { wallet: ofWallet, assetId, txHash: stated }: Named,
): boolean =>
  stated !== null &&
  (transactionId === stated || isSameHash(txHash, stated)) &&
  wallet === ofWallet &&
  asset.id === assetId;
