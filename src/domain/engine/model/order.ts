import type { LedgerEvent } from './transaction';

/**
 * Time, block, transaction, log index, inflows before outflows, then identity. The result does not depend on the
 * order of arrival.
 * @source tax-rules 1.4
 */
export function compareEvents(a: LedgerEvent, b: LedgerEvent): number {
  return (
    compareIdentity(a, b) ||
    compareBig(b.quantity, a.quantity) ||
    compareText(a.transactionId, b.transactionId) ||
    compareBig(moneyOf(b), moneyOf(a))
  );
}

/** True for the same leg of the same transaction, reported twice (1.5). */
export const isSameEvent = (a: LedgerEvent, b: LedgerEvent): boolean => compareIdentity(a, b) === 0;

function compareIdentity(a: LedgerEvent, b: LedgerEvent): number {
  return (
    a.at - b.at ||
    a.block - b.block ||
    a.txIndex - b.txIndex ||
    a.logIndex - b.logIndex ||
    DIRECTION[a.kind] - DIRECTION[b.kind] ||
    compareText(a.stem, b.stem) ||
    a.leg - b.leg ||
    compareText(a.wallet, b.wallet) ||
    compareText(a.asset.id, b.asset.id)
  );
}

/** Inflows first: the receipt of a swap exists before the units given for it leave. */
const DIRECTION = { allocate: -1, acquire: 0, move: 1, dispose: 2 } as const;

export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const compareBig = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1);

function moneyOf(event: LedgerEvent): bigint {
  if (event.kind === 'acquire') return event.cost ?? 0n;
  if (event.kind === 'allocate') return 0n;
  return (event.kind === 'dispose' ? event.proceeds : event.feeValue) ?? 0n;
}
