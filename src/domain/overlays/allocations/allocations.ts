import { shareOf, type Acquire, type Allocate, type LedgerEvent, type SharedPool } from '../../engine';
import type { Money, Quantity } from '../../kernel/units';
import type { AllocatedLot, AllocationEntry, ManualEntry } from '../manual-entry';

export const allocationsIn = (entries: readonly ManualEntry[]): AllocationEntry[] =>
  entries.filter((entry): entry is AllocationEntry => entry.kind === 'basis_allocation');

/** Undefined without any. @source tax-rules 3.3 */
export function sharedPools(entries: readonly ManualEntry[]): SharedPool[] | undefined {
  const shared = allocationsIn(entries).filter(({ pool }) => pool === 'universal');
  return shared.length === 0
    ? undefined
    : shared.map(({ assetId, wallets, lots }) => ({ assetId, wallets: allOf(wallets, lots) }));
}

/** @param owned wallets that are read; undefined for all */
export function withAllocations(
  events: readonly LedgerEvent[],
  entries: readonly ManualEntry[],
  owned?: ReadonlySet<string>,
): readonly LedgerEvent[] {
  const allocations = allocationsIn(entries);
  if (allocations.length === 0) return events;
  const isRead = (wallet: string): boolean => owned?.has(wallet) ?? true;
  return [...events, ...allocations.flatMap((entry) => eventsOf(entry, isRead))];
}

function eventsOf(entry: AllocationEntry, isRead: (wallet: string) => boolean): LedgerEvent[] {
  const wallets = allOf(entry.wallets, entry.lots).filter(isRead);
  const [first] = wallets;
  if (first === undefined) return [];
  const base = { ...baseOf(entry), wallet: first };
  const allocate: Allocate = { ...base, kind: 'allocate', wallets, quantity: 0n, leg: 0 };
  const opened = entry.lots.map((lot, index): Acquire => ({
    ...base,
    ...lot,
    kind: 'acquire',
    leg: index + 1,
    source: 'manual',
    basisSource: 'manual',
    incomeType: null,
  }));
  return [allocate, ...opened.filter(({ wallet }) => isRead(wallet))];
}

const baseOf = ({ id, asset, at }: AllocationEntry) => ({
  transactionId: id,
  txHash: null,
  stem: id,
  asset,
  at,
  block: -1,
  txIndex: 0,
  logIndex: 0,
  priceSource: 'manual',
});

const allOf = (wallets: readonly string[], lots: readonly AllocatedLot[]): string[] =>
  [...new Set([...wallets, ...lots.map(({ wallet }) => wallet)])].sort();

/** BASIS_ORDERS: the rule of a global allocation for the units of unused basis. */
export const BASIS_ORDERS = [
  'earliest_first',
  'latest_first',
  'highest_cost_first',
  'lowest_cost_first',
] as const;
export type BasisOrder = (typeof BASIS_ORDERS)[number];

export type UnusedBasis = Omit<AllocatedLot, 'wallet'>;

const byDate = (a: UnusedBasis, b: UnusedBasis): number => a.acquiredAt - b.acquiredAt;
const byCost = (a: UnusedBasis, b: UnusedBasis): number =>
  Number(a.cost * b.quantity > b.cost * a.quantity) - Number(a.cost * b.quantity < b.cost * a.quantity);

/** Ties go by date, then by the given order. */
const ORDERS: Readonly<Record<BasisOrder, (a: UnusedBasis, b: UnusedBasis) => number>> = {
  earliest_first: byDate,
  latest_first: (a, b) => byDate(b, a),
  highest_cost_first: (a, b) => byCost(b, a) || byDate(a, b),
  lowest_cost_first: (a, b) => byCost(a, b) || byDate(a, b),
};

/** The first units of the order go to the first wallet. @param held units of each wallet, as many as in `unused` */
export function globalAllocation(
  unused: readonly UnusedBasis[],
  order: BasisOrder,
  held: readonly (readonly [wallet: string, units: Quantity])[],
): AllocatedLot[] {
  const queue = unused.toSorted(ORDERS[order]).map((lot) => ({ lot, left: lot.quantity }));
  const lots: AllocatedLot[] = [];
  let next = 0;
  for (const [wallet, units] of held) {
    let need = units;
    while (need > 0n) {
      const first = queue[next];
      if (first === undefined) return lots;
      const { lot, left } = first;
      const quantity = left < need ? left : need;
      lots.push({ ...sliceOf(lot, left, left - quantity), wallet });
      first.left -= quantity;
      need -= quantity;
      if (first.left === 0n) next++;
    }
  }
  return lots;
}

/** The last slice takes the remainder. @source tax-rules 1.3 */
export function sliceOf(lot: UnusedBasis, before: Quantity, after: Quantity): UnusedBasis {
  const { quantity, cost, lossBasis } = lot;
  const share = (whole: Money): Money => shareOf(whole, quantity - before, quantity - after, quantity);
  return {
    ...lot,
    quantity: before - after,
    cost: share(cost),
    ...(typeof lossBasis === 'bigint' && { lossBasis: share(lossBasis) }),
  };
}
