import { isLongTerm, openLots, type Ledger, type Lot } from '../engine';
import { pow10 } from '../kernel/units';
import type { Order, Position } from '../kernel/page';

export const LOT_STATES = ['open', 'closed', 'all'] as const;
export type LotState = (typeof LOT_STATES)[number];

/** Absent fields do not restrict. */
export interface LotFilter {
  /** A symbol in any letter case, or a token key. */
  symbol?: string;
  chain?: string;
  status: LotState;
  isUntracked?: boolean;
  isLongTerm?: boolean;
}

/** Without a known acquisition, the time when the units were first used. */
export const acquired = (lot: Lot): number => lot.acquiredAt ?? lot.receivedAt;
const byAge = (a: Lot, b: Lot): number =>
  acquired(a) - acquired(b) || a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1);
/** Units of all assets compare at this many decimals. */
const COMMON_DECIMALS = 40;
export const wholeUnits = ({ remaining, asset: { decimals } }: Lot): bigint =>
  decimals <= COMMON_DECIMALS
    ? remaining * pow10(COMMON_DECIMALS - decimals)
    : remaining / pow10(decimals - COMMON_DECIMALS);
const byQuantity = (a: Lot, b: Lot): number => {
  const [left, right] = [wholeUnits(a), wholeUnits(b)];
  return left === right ? 0 : left < right ? -1 : 1;
};

/** LOT_SORTS: ties are broken by age, then id. */
export const LOT_SORTS = {
  date_asc: byAge,
  date_desc: (a, b) => byAge(b, a),
  cost_desc: (a, b) => (a.cost === b.cost ? byAge(a, b) : a.cost < b.cost ? 1 : -1),
  quantity_desc: (a, b) => byQuantity(b, a) || byAge(a, b),
} as const satisfies Record<string, (a: Lot, b: Lot) => number>;
export type LotSort = keyof typeof LOT_SORTS;

const ageOf = (lot: Lot): Position => [acquired(lot), lot.receivedAt, lot.id];

/** LOT_ORDERS: the same orders as positions, for cursors. */
export const LOT_ORDERS = {
  date_asc: { positionOf: ageOf, parts: ['number', 'number', 'text'] },
  date_desc: { positionOf: ageOf, isDescending: true, parts: ['number', 'number', 'text'] },
  cost_desc: {
    positionOf: (lot) => [-lot.cost, ...ageOf(lot)],
    parts: ['bigint', 'number', 'number', 'text'],
  },
  quantity_desc: {
    positionOf: (lot) => [-wholeUnits(lot), ...ageOf(lot)],
    parts: ['bigint', 'number', 'number', 'text'],
  },
} as const satisfies Record<LotSort, Order<Lot> & { parts: readonly ('number' | 'bigint' | 'text')[] }>;

/** Lots that are or were in the wallet itself. @param keys public keys by asset id @param now ms UTC, for the term */
export function pickLots(
  ledger: Ledger,
  wallet: string,
  filter: LotFilter,
  { keys, ...time }: { keys: ReadonlyMap<string, string>; now: number; timezone: string },
): Lot[] {
  const isPicked = lotTest(filter, time);
  const lots = filter.status === 'open' ? openLots(ledger) : ledger.lots;
  return lots.filter((lot) => lot.wallet === wallet && isPicked(lot, keys.get(lot.asset.id)));
}

/** @param now ms UTC, for the term @returns a test of a lot and the public key of its asset */
export function lotTest(
  filter: LotFilter,
  { now, timezone }: { now: number; timezone: string },
): (lot: Lot, tokenKey: string | undefined) => boolean {
  const symbol = filter.symbol?.toLowerCase();
  return (lot, tokenKey) =>
    (filter.status === 'all' || lot.remaining > 0n === (filter.status === 'open')) &&
    (filter.chain === undefined || lot.asset.chain === filter.chain) &&
    (symbol === undefined ||
      lot.asset.symbol.toLowerCase() === symbol ||
      tokenKey?.toLowerCase() === symbol) &&
    (filter.isUntracked === undefined || lot.isUntracked === filter.isUntracked) &&
    (filter.isLongTerm === undefined ||
      isLongTerm(lot.holdingStartAt ?? lot.acquiredAt, now, timezone) === filter.isLongTerm);
}
