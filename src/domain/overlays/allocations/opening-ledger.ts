import type { LedgerEvent, LedgerLot, ReplayOptions } from '../../engine';
import type { Money, Quantity } from '../../kernel/units';
import { sliceOf, type UnusedBasis } from './allocations';
import { replayChosen } from '../apply-entries';

export interface OpeningLedger {
  /** By wallet. Wallets without units are absent. */
  held: ReadonlyMap<string, Quantity>;
  known: ReadonlySet<string>;
  unused: UnusedBasis[];
  cost: Money;
  untracked: Quantity;
  unvalued: Quantity;
}

/** @param events of all wallets, in any order @param options with the pools of the years before that time */
export function openingLedger(
  events: readonly LedgerEvent[],
  { assetId, at }: { assetId: string; at: number },
  options: ReplayOptions,
): OpeningLedger {
  const before = events.filter((event) => event.at < at);
  const held = new Map<string, Quantity>();
  const separate = replayChosen(before, { ...options, sharedPools: undefined });
  for (const { asset, wallet, remaining } of separate.lots)
    if (asset.id === assetId && remaining > 0n) held.set(wallet, (held.get(wallet) ?? 0n) + remaining);
  const open = replayChosen(before, options).lots.filter(
    ({ asset, remaining }) => asset.id === assetId && remaining > 0n,
  );
  return {
    held,
    known: new Set(before.flatMap((event) => placesOf(event, assetId))),
    unused: open.flatMap(unusedOf),
    cost: open.reduce((sum, { cost }) => sum + cost, 0n),
    untracked: unitsOf(open.filter(({ isUntracked }) => isUntracked)),
    unvalued: unitsOf(open.filter(({ valueStatus }) => valueStatus === 'missing')),
  };
}

/** What a sale of the units depends on, one entry per holding period. @source IRC 1015, 1091(d), 1223(3), 1223(9) */
function unusedOf(lot: LedgerLot): UnusedBasis[] {
  const whole = wholeOf(lot);
  let left = lot.remaining;
  return lot.holdings.map(({ quantity, startAt }) => {
    const slice = sliceOf(whole, left, left - quantity);
    left -= quantity;
    return startAt === null || startAt === whole.acquiredAt ? slice : { ...slice, heldSince: startAt };
  });
}

const wholeOf = (lot: LedgerLot): UnusedBasis => ({
  quantity: lot.remaining,
  cost: lot.cost,
  acquiredAt: lot.acquiredAt ?? lot.receivedAt,
  ...(lot.isReplacement && { isReplacement: true }),
  ...(lot.isPurchase && { isPurchase: true }),
  ...(lot.orderId !== null && { orderId: lot.orderId }),
  ...(lot.isInherited && { inherited: true }),
  ...(lot.lacksLossBasis && { lossBasis: null }),
  ...(lot.lossCost !== null && { lossBasis: lot.lossCost, givenAt: lot.givenAt ?? lot.receivedAt }),
});

const unitsOf = (lots: readonly LedgerLot[]): Quantity =>
  lots.reduce((sum, { remaining }) => sum + remaining, 0n);

function placesOf(event: LedgerEvent, assetId: string): string[] {
  const places = event.asset.id === assetId ? [event.wallet] : [];
  return event.kind === 'move' && event.toAsset.id === assetId ? [...places, event.toWallet] : places;
}

/** @returns the time, from `at` on, of the first outflow from one of the wallets; null without any */
export function firstOutflow(
  events: readonly LedgerEvent[],
  { assetId, at, wallets }: { assetId: string; at: number; wallets: readonly string[] },
): number | null {
  const places = new Set(wallets);
  const times = events
    .filter(
      ({ kind, asset, wallet, at: time }) =>
        (kind === 'dispose' || kind === 'move') && asset.id === assetId && time >= at && places.has(wallet),
    )
    .map((event) => event.at);
  return times.length === 0 ? null : times.reduce((first, time) => Math.min(first, time));
}
