import { filterSliced, finished, SLICE, sortSliced, type Sliced } from '../../kernel/slices';
import type { Lot } from '../model/lot';
import { compareLots } from './holdings';
import { LotRecord } from '../model/lot-record';
import { METHODS, type MethodName } from '../methods';

/**
 * Ranking never changes the lots (4.4).
 * @param preferred lot ids that come first under `specific_id`, in this order. The rest is first in, first out.
 * @returns lot id -> 1-based rank within its asset
 */
export const rankLots = (
  lots: readonly Lot[],
  method: MethodName,
  preferred?: readonly string[],
): Map<string, number> => finished(rankingLots(lots, method, preferred));

export function* rankingLots(
  lots: readonly Lot[],
  method: MethodName,
  preferred: readonly string[] = [],
): Sliced<Map<string, number>> {
  const { compare, readsSelections } = METHODS[method];
  const place = new Map(readsSelections ? preferred.map((id, i) => [id, i]) : []);
  const byMethod = (a: Lot, b: Lot): number =>
    a instanceof LotRecord && b instanceof LotRecord ? compare(a, b) : compareLots(a, b);
  const byPlace = (a: Lot, b: Lot): number =>
    (place.get(a.id) ?? place.size) - (place.get(b.id) ?? place.size) || byMethod(a, b);
  // A lot computes its id when it is read.
  const order = place.size === 0 ? byMethod : byPlace;
  const ranks = new Map<string, number>();
  const counts = new Map<string, number>();
  const open = yield* filterSliced(lots, ({ remaining }) => remaining > 0n);
  const ordered = yield* sortSliced(yield* inRows(open), order);
  for (const [i, lot] of ordered.entries()) {
    if (i % SLICE === 0) yield;
    const rank = (counts.get(lot.asset.id) ?? 0) + 1;
    counts.set(lot.asset.id, rank);
    ranks.set(lot.id, rank);
  }
  return ranks;
}

/**
 * First in, first out within each wallet and asset. Closed lots keep their place, so that a sale moves no other lot.
 * @returns lot id -> 0-based place
 */
export function* placingLots(lots: readonly Lot[]): Sliced<Map<string, number>> {
  const { compare } = METHODS.fifo;
  const places = new Map<string, number>();
  const counts = new Map<string, number>();
  const ordered = yield* sortSliced(lots, (a, b) =>
    a instanceof LotRecord && b instanceof LotRecord ? compare(a, b) : compareLots(a, b),
  );
  for (const [i, { id, wallet, asset }] of ordered.entries()) {
    if (i % SLICE === 0) yield;
    const pool = `${wallet} ${asset.id}`;
    const place = counts.get(pool) ?? 0;
    counts.set(pool, place + 1);
    places.set(id, place);
  }
  return places;
}

/** Sorts by the ledger first: few lots are then out of place for a method, and a method reads many properties. */
function inRows(lots: readonly Lot[]): Sliced<Lot[]> {
  const rowOf = (lot: Lot): number => (lot instanceof LotRecord ? lot.row : 0);
  return sortSliced(lots, (a, b) => rowOf(a) - rowOf(b));
}
