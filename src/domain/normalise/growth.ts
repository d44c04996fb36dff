import type { LedgerEvent } from '../engine';
import { growthOf } from './assets';
import { compareEvents, GROWTH_LEG } from './event-drafts';

/**
 * Rebasing tokens grow without a transfer. Whatever a spend takes beyond what was received must have grown: it is
 * booked as income just before, so that no such token goes below zero or becomes untracked.
 * @param events in any order
 * @param valueOf fair value of the units of an outgoing event, null when unknown
 * @source tax-rules 8.2
 */
export function withGrowth(
  events: readonly LedgerEvent[],
  valueOf: (event: LedgerEvent) => bigint | null,
): LedgerEvent[] {
  const ordered = [...events].sort(compareEvents);
  const balances = new Map<string, bigint>();
  const add = (wallet: string, assetId: string, quantity: bigint): void => {
    const key = `${wallet}|${assetId}`;
    balances.set(key, (balances.get(key) ?? 0n) + quantity);
  };
  return ordered.flatMap((event) => {
    const { asset, wallet, quantity } = event;
    if (event.kind === 'acquire') {
      if (growthOf(asset)) add(wallet, asset.id, quantity);
      return [event];
    }
    if (event.kind === 'move' && growthOf(event.toAsset))
      add(event.toWallet, event.toAsset.id, event.received);
    const type = growthOf(asset);
    if (!type) return [event];
    const missing = quantity - (balances.get(`${wallet}|${asset.id}`) ?? 0n);
    add(wallet, asset.id, (missing > 0n ? missing : 0n) - quantity);
    return missing > 0n ? [grown(event, missing, type, valueOf(event)), event] : [event];
  });
}

function grown(
  event: Exclude<LedgerEvent, { kind: 'acquire' }>,
  quantity: bigint,
  incomeType: 'staking_reward' | 'interest',
  value: bigint | null,
): LedgerEvent {
  const { transactionId, txHash, stem, wallet, asset, at, block, txIndex, priceSource } = event;
  return {
    kind: 'acquire',
    ...{ transactionId, txHash, stem, wallet, asset, at, block, txIndex, priceSource, quantity },
    leg: GROWTH_LEG + event.leg,
    logIndex: event.logIndex,
    cost: value === null ? 0n : (value * quantity) / event.quantity,
    source: 'income',
    basisSource: 'market_price',
    incomeType,
    flags: value === null ? ['missing_price', 'classification_uncertain'] : ['classification_uncertain'],
  };
}
