import type { Asset } from '../../kernel/asset';
import { finished, mapSliced, SLICE, sortSliced, type Sliced } from '../../kernel/slices';
import type { Money, Quantity } from '../../kernel/units';
import type { Ledger, Lot } from '../model/lot';
import { compareText } from '../model/order';
import { ReplayLedger } from '../replay/replay-ledger';

export interface Position {
  asset: Asset;
  quantity: Quantity;
  cost: Money;
  /** Oldest acquisition first. */
  lots: Lot[];
  hasUntracked: boolean;
}

/** Lots with units left, in the order of opening. */
export const openLots = (ledger: Pick<Ledger, 'lots'>): readonly Lot[] =>
  ledger instanceof ReplayLedger ? ledger.openLots : ledger.lots.filter(({ remaining }) => remaining !== 0n);

/** @param wallet address value; null for all wallets together @returns by asset id */
export const positions = (ledger: Pick<Ledger, 'lots'>, wallet: string | null): Position[] =>
  finished(listingPositions(ledger, wallet));

/** As `positions`, in slices. */
export function* listingPositions(ledger: Pick<Ledger, 'lots'>, wallet: string | null): Sliced<Position[]> {
  const byAsset = new Map<string, Position>();
  for (const [i, lot] of openLots(ledger).entries()) {
    if (i % SLICE === 0) yield;
    if (wallet !== null && lot.wallet !== wallet) continue;
    let position = byAsset.get(lot.asset.id);
    if (!position) {
      position = { asset: lot.asset, quantity: 0n, cost: 0n, lots: [], hasUntracked: false };
      byAsset.set(lot.asset.id, position);
    }
    position.quantity += lot.remaining;
    position.cost += lot.cost;
    position.lots.push(lot);
    position.hasUntracked ||= lot.isUntracked;
  }
  for (const position of byAsset.values()) position.lots = yield* sortingLots(position.lots);
  return [...byAsset.values()].sort((a, b) => compareText(a.asset.id, b.asset.id));
}

/** Computes ids only once: a lot computes its id on each read, and many lots can have the same time. */
export function* sortingLots(lots: readonly Lot[]): Sliced<Lot[]> {
  const keyed = yield* mapSliced(lots, (lot): Keyed => ({
    lot,
    acquiredAt: acquiredAt(lot),
    receivedAt: lot.receivedAt,
    id: null,
  }));
  const ordered = yield* sortSliced(
    keyed,
    (a, b) =>
      a.acquiredAt - b.acquiredAt ||
      a.receivedAt - b.receivedAt ||
      compareText((a.id ??= a.lot.id), (b.id ??= b.lot.id)),
  );
  return ordered.map(({ lot }) => lot);
}

/**
 * Computes the ids that decide the order of open lots of one moment. The ledger keeps them. Without this step the
 * first view that sorts such lots computes all of them in one go.
 */
export function* computingIds(ledger: Ledger): Sliced<void> {
  const lots = openLots(ledger);
  for (const [i, lot] of lots.entries()) {
    const isTied = lot.receivedAt === lots[i - 1]?.receivedAt || lot.receivedAt === lots[i + 1]?.receivedAt;
    if (isTied && lot.id === '') throw new Error('a lot without an id');
    if (i % SLICE === 0) yield;
  }
}

interface Keyed {
  lot: Lot;
  acquiredAt: number;
  receivedAt: number;
  id: string | null;
}

const acquiredAt = (lot: Lot): number => lot.acquiredAt ?? Number.MAX_SAFE_INTEGER;

/** Oldest acquisition first, unknown dates last. Receipt and id break ties. */
export function compareLots(a: Lot, b: Lot): number {
  return acquiredAt(a) - acquiredAt(b) || a.receivedAt - b.receivedAt || compareText(a.id, b.id);
}
