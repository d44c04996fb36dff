import type { Lot } from '../model/lot';
import { compareLots } from './holdings';
import { LotRecord } from '../model/lot-record';
import { METHODS, type MethodName } from '../methods';

/**
 * Ranks open lots in the consumption order of a method. Ranking never changes the lots (4.4).
 * @param preferred lot ids that come first under `specific_id`, in this order. The rest is first in, first
 * out.
 * @returns lot id -> 1-based rank within its asset
 */
export function rankLots(
  lots: readonly Lot[],
  method: MethodName,
  preferred: readonly string[] = [],
): Map<string, number> {
  const { compare, readsSelections } = METHODS[method];
  const place = new Map(readsSelections ? preferred.map((id, i) => [id, i]) : []);
  const order = (a: Lot, b: Lot): number =>
    (place.get(a.id) ?? place.size) - (place.get(b.id) ?? place.size) ||
    (a instanceof LotRecord && b instanceof LotRecord ? compare(a, b) : compareLots(a, b));
  const ranks = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const lot of lots.filter(({ remaining }) => remaining > 0n).sort(order)) {
    const rank = (counts.get(lot.asset.id) ?? 0) + 1;
    counts.set(lot.asset.id, rank);
    ranks.set(lot.id, rank);
  }
  return ranks;
}
