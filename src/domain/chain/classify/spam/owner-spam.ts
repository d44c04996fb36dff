import type { NetLeg } from '../../facts/net-legs';
import { isNative } from '../../facts/assets';
import type { NettedTransaction } from './spam';

/** The tier of tokens that the owner calls spam. */
export const OWNER_TIER = 'owner';

/**
 * Applies the owner's word about tokens. A token that the wallet traded, and the native coin, are never spam:
 * a trade without one of its sides would be a spend.
 * @param spam asset id -> tier, as the rules decided
 * @param stated asset id -> whether the owner calls the token spam
 * @source coverage.md 2.13
 */
export function withOwnerSpam(
  spam: ReadonlyMap<string, string>,
  history: readonly NettedTransaction[],
  stated: ReadonlyMap<string, boolean> | undefined,
): ReadonlyMap<string, string> {
  if (!stated || stated.size === 0) return spam;
  const result = new Map(spam);
  const traded = tradedAssets(history.map(({ legs }) => legs));
  for (const [id, isSpam] of stated)
    if (!isSpam) result.delete(id);
    else if (!traded.has(id) && !id.endsWith(':native')) result.set(id, OWNER_TIER);
  return result;
}

/** Assets that came in against another asset that left, or the other way round. */
export function tradedAssets(
  transactions: readonly (readonly Pick<NetLeg, 'asset' | 'direction' | 'isInternal'>[])[],
): Set<string> {
  const traded = new Set<string>();
  for (const legs of transactions) {
    const moved = legs.filter((leg) => !leg.isInternal);
    for (const { asset, direction } of moved)
      if (!isNative(asset) && moved.some((o) => o.direction !== direction && o.asset.id !== asset.id))
        traded.add(asset.id);
  }
  return traded;
}
