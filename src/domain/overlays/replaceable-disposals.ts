import type { Dispose, DisposalType, LedgerEvent, Move } from '../engine';
import { isSameHash } from '../kernel/transaction-hash';
import { isEscrowOf, isHeldPlace, placeOf } from '../chain';
import { DISPOSAL_ENTRY_TYPES, type DisposalEntry } from './manual-entry';

/** Trades and fees are fixed by the chain. */
const REPLACEABLE: ReadonlySet<DisposalType> = new Set(DISPOSAL_ENTRY_TYPES);

type Named = Pick<DisposalEntry, 'wallet' | 'assetId' | 'txHash'>;

export const replaceableDisposals = (events: readonly LedgerEvent[], entry: Named): Dispose[] =>
  events.filter(
    (event): event is Dispose =>
      event.kind === 'dispose' && isOf(event, entry) && REPLACEABLE.has(event.type),
  );

/** Includes units of an account that wait for their owner: they count as given away. */
export const replaceableOutflows = (events: readonly LedgerEvent[], entry: Named): Dispose[] => {
  const disposals = replaceableDisposals(events, entry);
  return disposals.length > 0 ? disposals : movesToPlace(events, entry).filter(isHeld).map(leaving);
};

/** Units that wait until their owner says what they are. A part of them can be known. */
export const isHeld = ({ toWallet }: Move): boolean => isHeldPlace(placeOf(toWallet).place);

export const leaving = (event: Move): Dispose => {
  const { relation: _, toWallet: __, toAsset: ___, received: ____, rescaled: _____, ...rest } = event;
  const { addedCost: ______, feeValue, ...base } = rest;
  return { ...base, kind: 'dispose', type: 'spend', proceeds: feeValue, fees: 0n };
};

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
