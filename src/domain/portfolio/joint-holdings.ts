import type { Position } from '../engine';
import { byValue, type Holding } from './holdings';

export interface HeldBy {
  address: string;
  holding: Holding;
}

export interface JointHolding extends Holding {
  by: readonly HeldBy[];
}

/** @returns one holding per asset, highest value first. Its amounts are the sums over the wallets */
export function jointHoldings(
  wallets: readonly { address: string; holdings: readonly Holding[] }[],
): JointHolding[] {
  const byAsset = new Map<string, HeldBy[]>();
  for (const { address, holdings } of wallets)
    for (const holding of holdings) {
      const parts = byAsset.get(holding.asset.id);
      if (parts) parts.push({ address, holding });
      else byAsset.set(holding.asset.id, [{ address, holding }]);
    }
  return [...byAsset.values()].flatMap((by) => jointHolding(by) ?? []).sort(byValue);
}

function jointHolding(by: readonly HeldBy[]): JointHolding | null {
  const [first, ...others] = by.map(({ holding }) => holding);
  return first ? { ...others.reduce(sumOf, first), by } : null;
}

const sumOf = (a: Holding, b: Holding): Holding => ({
  asset: a.asset,
  tokenKey: a.tokenKey,
  quantity: a.quantity + b.quantity,
  cost: plus(a.cost, b.cost),
  price: a.price,
  value: plus(a.value, b.value),
  gain: plus(a.gain, b.gain),
  lots: [...a.lots, ...b.lots],
  lotCount: a.lotCount + b.lotCount,
  hasUntracked: a.hasUntracked || b.hasUntracked,
});

const plus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b);

type Held = Pick<Position, 'asset' | 'quantity' | 'cost'>;

/** Positions of several wallets, summed by asset, in the order of first appearance. */
export function jointPositions(positions: readonly Held[]): Held[] {
  const byAsset = new Map<string, Held>();
  for (const position of positions) {
    const sum = byAsset.get(position.asset.id);
    byAsset.set(
      position.asset.id,
      sum
        ? {
            asset: sum.asset,
            quantity: sum.quantity + position.quantity,
            cost: sum.cost + position.cost,
          }
        : { asset: position.asset, quantity: position.quantity, cost: position.cost },
    );
  }
  return [...byAsset.values()];
}
