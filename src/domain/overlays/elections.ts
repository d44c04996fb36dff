import type { MethodElection, StandingSelection } from '../engine';
import {
  STANDING_ORDERS,
  TAXPAYER,
  type ElectionEntry,
  type ManualEntry,
  type StandingOrder,
  type StandingSelectionEntry,
} from './manual-entry';

export const electionsIn = (entries: readonly ManualEntry[]): ElectionEntry[] =>
  entries
    .filter((entry): entry is ElectionEntry => entry.kind === 'method_election')
    .sort((a, b) => a.from - b.from);

export const standingSelectionsIn = (entries: readonly ManualEntry[]): StandingSelectionEntry[] =>
  entries
    .filter((entry): entry is StandingSelectionEntry => entry.kind === 'standing_selection')
    .sort((a, b) => a.from - b.from);

/** Undefined without any. Of two orders of one time the later entry replaces the other. */
export function electedMethods(entries: readonly ManualEntry[]): MethodElection[] | undefined {
  const elections = electionsIn(entries).toReversed();
  return elections.length === 0
    ? undefined
    : elections.map(({ wallet, method, from, until, communicated }) => ({
        wallet: wallet === TAXPAYER ? null : wallet,
        method,
        from,
        until,
        communicatedAt: communicated?.at,
      }));
}

export function standingSelections(entries: readonly ManualEntry[]): StandingSelection[] | undefined {
  const orders = standingSelectionsIn(entries).toReversed();
  return orders.length === 0
    ? undefined
    : orders.map(({ wallet, assetId, appliesTo, lots, from, until, communicated }) => ({
        wallet,
        assetId,
        appliesTo,
        lots,
        from,
        until,
        communicatedAt: communicated?.at,
      }));
}

interface Outflow {
  wallet: string;
  assetId: string;
  transactionId: string;
  txHash: string | null;
  /** ms UTC */
  at: number;
}

export function isToldToBroker(
  entries: readonly ManualEntry[],
  { wallet, assetId, transactionId, txHash, at }: Outflow,
): boolean {
  return entries.some((entry) => {
    if (entry.kind === 'method_election' || entry.kind === 'standing_selection') {
      const isAbout = entry.kind === 'method_election' || entry.assetId === assetId;
      const isOver = entry.until !== undefined && entry.until <= at;
      const told = entry.communicated?.at;
      return (
        entry.wallet === wallet && isAbout && told !== undefined && told <= at && entry.from <= at && !isOver
      );
    }
    if (entry.kind !== 'lot_selection' || entry.wallet !== wallet || entry.assetId !== assetId) return false;
    return entry.communicated !== undefined && (entry.txHash === transactionId || entry.txHash === txHash);
  });
}

export const isStandingOrder = (entry: ManualEntry): entry is StandingOrder =>
  (STANDING_ORDERS as readonly string[]).includes(entry.kind);
