import type { LedgerEvent } from '../../../engine';
import type { Asset } from '../../../kernel/asset';
import { pow10 } from '../../../kernel/units';
import { isNft } from '../../facts/assets';
import type { WalletTransaction } from '../../facts/wallet-transaction';

/** Rules by which units become one piece: a claim of a queue, a lock. */
const CLAIMED: ReadonlySet<string> = new Set(['claim-received', 'lock-received']);
/** Parts of a piece. More than any coin has, and other than those of a position. */
const DECIMALS = 24;

/** Pieces that stand for units of several lots. @returns asset ids */
export function claimsOf(txs: readonly WalletTransaction[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { rule, legs, isSpam } of txs)
    if (CLAIMED.has(rule) && !isSpam)
      for (const { asset, direction } of legs)
        if (direction === 'in' && isNft(asset) && asset.decimals === 0) found.add(asset.id);
  return found;
}

/** A claim is counted in parts, so that each unit that it stands for keeps its own date and basis. @source tax-rules 10.5 */
export function inParts(events: readonly LedgerEvent[], claims: ReadonlySet<string>): LedgerEvent[] {
  if (claims.size === 0) return [...events];
  const parted = (asset: Asset): Asset => (claims.has(asset.id) ? { ...asset, decimals: DECIMALS } : asset);
  const units = (asset: Asset, quantity: bigint): bigint =>
    claims.has(asset.id) ? quantity * pow10(DECIMALS) : quantity;
  return events.map((event) => {
    const { asset, quantity } = event;
    if (event.kind !== 'move')
      return claims.has(asset.id)
        ? { ...event, asset: parted(asset), quantity: units(asset, quantity) }
        : event;
    const { toAsset, received } = event;
    if (!claims.has(asset.id) && !claims.has(toAsset.id)) return event;
    return {
      ...{ ...event, asset: parted(asset), quantity: units(asset, quantity) },
      ...{ toAsset: parted(toAsset), received: units(toAsset, received) },
    };
  });
}
