import type { Asset } from '../../kernel/asset';
import type { Money, Quantity } from '../../kernel/units';
import type { Ledger, Lot } from '../model/lot';
import { compareText } from '../model/order';

/** The position of one asset: the sum of its open lots. */
export interface Position {
  asset: Asset;
  quantity: Quantity;
  cost: Money;
  /** Open lots, oldest acquisition first. */
  lots: Lot[];
  hasUntracked: boolean;
}

/** @param wallet address value; null for all wallets together @returns by asset id */
export function positions(ledger: Ledger, wallet: string | null): Position[] {
  const byAsset = new Map<string, Position>();
  for (const lot of ledger.lots) {
    if (lot.remaining === 0n || (wallet !== null && lot.wallet !== wallet)) continue;
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
  for (const position of byAsset.values()) position.lots.sort(compareLots);
  return [...byAsset.values()].sort((a, b) => compareText(a.asset.id, b.asset.id));
}

/** Oldest acquisition first, unknown dates last. Receipt and id break ties. */
export function compareLots(a: Lot, b: Lot): number {
  const left = a.acquiredAt ?? Number.MAX_SAFE_INTEGER;
  const right = b.acquiredAt ?? Number.MAX_SAFE_INTEGER;
  return left - right || a.receivedAt - b.receivedAt || compareText(a.id, b.id);
}
