import { AppError } from '../../kernel/errors';
import type { Money, Quantity } from '../../kernel/units';
import { compareAcquired, type LotRecord } from '../model/lot-record';
import type { LotTable } from '../model/lot-table';
import { isGainless, proceedsOf } from '../model/outflow';
import { shareOf } from '../model/share';
import { NONE, type Pool } from '../methods/method';
import type { OpenUnits } from '../methods/standing-selection';
import type { Dispose, Move } from '../model/transaction';

export interface ChosenSlice {
  lot: LotRecord;
  quantity: Quantity;
}

export interface Lots {
  pool: Pool;
  table: LotTable;
}

export interface Choice {
  /** In time: these are consumed first. */
  slices: readonly ChosenSlice[];
  /** Identified after the outflow: they are not consumed. */
  late: readonly ChosenSlice[];
}

/**
 * Resolves a selection against the lots held at the time of the outflow.
 * @param units that leave
 * @throws AppError VALIDATION_ERROR when a lot is unknown in this pool, is acquired later, or has too few units; for
 * a move also when it is late: a move has no row that could show it
 * @source tax-rules 4.3; 26 CFR 1.1012-1(j)(3)
 */
export function choiceOf(event: Dispose | Move, pool: Pool, table: LotTable, units: Quantity): Choice {
  const slices: ChosenSlice[] = [];
  const late: ChosenSlice[] = [];
  const used = new Map<LotRecord, Quantity>();
  let need = units;
  const open = openLots(pool, table);
  for (const { lot: name, quantity, selectedAt } of event.selections ?? []) {
    const lots = lotsNamed(name, open);
    if (lots.length === 0) throw refusal(event, name, 'No such lot in this wallet before the disposal');
    const isLate = selectedAt !== undefined && selectedAt > event.at;
    if (isLate && event.kind === 'move')
      throw refusal(event, name, 'Lots of a transfer must be selected at the time of the transfer');
    let wanted = quantity ?? need;
    for (const lot of lots) {
      const left = lot.remaining - (used.get(lot) ?? 0n);
      const taken = left < wanted ? left : wanted;
      if (taken <= 0n) continue;
      used.set(lot, lot.remaining - left + taken);
      (isLate ? late : slices).push({ lot, quantity: taken });
      wanted -= taken;
      need -= taken;
    }
    if (quantity !== null && wanted > 0n)
      throw refusal(event, name, 'The selection exceeds what the lot holds');
    if (need < 0n) throw refusal(event, name, 'The selection exceeds the quantity disposed of');
  }
  return { slices, late };
}

/**
 * Takes the ordered lots as far as the pool holds them, and reduces the order by these units.
 * @param order the units still named
 * @param units that leave
 */
export function standingChoice(
  order: readonly OpenUnits[],
  { pool, table }: Lots,
  units: Quantity,
): ChosenSlice[] {
  const named = order.filter(({ left }) => left !== 0n);
  if (named.length === 0) return [];
  const slices: ChosenSlice[] = [];
  const used = new Map<LotRecord, Quantity>();
  const names = new Set(named.map(({ lot }) => lot));
  const open = pool
    .open()
    .map((row) => table.record(row))
    .filter(({ id, transactionId }) => names.has(transactionId) || names.has(id))
    .sort(compareAcquired);
  let need = units;
  for (const item of named) {
    const lots = lotsNamed(item.lot, open);
    for (const lot of lots) {
      const held = lot.remaining - (used.get(lot) ?? 0n);
      const quantity = least(held, need, item.left ?? need);
      if (quantity <= 0n) continue;
      slices.push({ lot, quantity });
      used.set(lot, (used.get(lot) ?? 0n) + quantity);
      need -= quantity;
      if (item.left !== null) item.left -= quantity;
    }
    // The order took the last unit of the lot. Units that come back later are not meant.
    if (lots.length > 0 && lots.every((lot) => used.get(lot) === lot.remaining)) item.left = 0n;
  }
  return slices;
}

/** The next units of a pool in its order. @param staying units that a transfer inside the pool identified */
export function unitsBeside(
  staying: readonly ChosenSlice[],
  { pool, table }: Lots,
  units: Quantity,
): ChosenSlice[] {
  const kept = new Map<LotRecord, Quantity>();
  for (const { lot, quantity } of staying) kept.set(lot, (kept.get(lot) ?? 0n) + quantity);
  const slices: ChosenSlice[] = [];
  const passed: number[] = [];
  let need = units;
  for (let row = pool.first(); need > 0n && row !== NONE; row = pool.first()) {
    const lot = table.record(row);
    const quantity = least(lot.remaining - (kept.get(lot) ?? 0n), need);
    if (quantity > 0n) slices.push({ lot, quantity });
    need -= quantity;
    pool.removeFirst();
    passed.push(row);
  }
  for (const row of passed.toReversed()) pool.add(row);
  return slices;
}

const least = (...quantities: readonly Quantity[]): Quantity => quantities.reduce((a, b) => (b < a ? b : a));

export function dividedAt(units: Quantity, slices: readonly ChosenSlice[]): [ChosenSlice[], ChosenSlice[]] {
  const first: ChosenSlice[] = [];
  const rest: ChosenSlice[] = [];
  let left = units;
  for (const { lot, quantity } of slices) {
    const part = quantity < left ? quantity : left;
    if (part > 0n) first.push({ lot, quantity: part });
    if (part < quantity) rest.push({ lot, quantity: quantity - part });
    left -= part;
  }
  return [first, rest];
}

/**
 * The gain if every identified lot had been identified in time. The rest are the earliest lots.
 * @source tax-rules 4.3
 */
export function identifiedGain(event: Dispose, lots: Lots, { slices, late }: Choice): Money | null {
  if (event.proceeds === null || isGainless(event)) return null;
  const identified = [...slices, ...late];
  const left = new Map<LotRecord, Quantity>();
  for (const { lot, quantity } of identified) left.set(lot, (left.get(lot) ?? lot.remaining) - quantity);
  const rest = openLots(lots.pool, lots.table).map((lot) => ({
    lot,
    quantity: left.get(lot) ?? lot.remaining,
  }));
  return gainOf(event, [...identified, ...rest]);
}

/** Uses the units as far as the disposal needs them. Null when no gain follows. */
export function gainOf(event: Dispose, units: readonly ChosenSlice[]): Money | null {
  if (event.proceeds === null || isGainless(event)) return null;
  const left = new Map<LotRecord, Quantity>();
  const total = proceedsOf(event);
  let sold = 0n;
  let gain = 0n;
  for (const { lot, quantity: held } of units) {
    const quantity = least(held, event.quantity - sold);
    if (quantity === 0n) continue;
    const before = left.get(lot) ?? lot.remaining;
    const after = before - quantity;
    left.set(lot, after);
    const proceeds = shareOf(total, sold, sold + quantity, event.quantity);
    sold += quantity;
    const basis = lot.costBetween(before, after);
    const lossBasis = proceeds < basis ? (lot.lossBetween(before, after) ?? basis) : basis;
    const isNeither = proceeds < basis && (lossBasis < proceeds || lot.lacksLossBasis);
    gain += isNeither ? 0n : proceeds - lossBasis;
  }
  // Units without a lot have no basis.
  return gain + total - (sold === event.quantity ? total : shareOf(total, 0n, sold, event.quantity));
}

/** Oldest first. */
const openLots = (pool: Pool, table: LotTable): LotRecord[] =>
  pool
    .open()
    .map((row) => table.record(row))
    .sort(compareAcquired);

/** @param name lot id, or transaction id of the acquisition */
function lotsNamed(name: string, open: readonly LotRecord[]): LotRecord[] {
  const named = open.filter((lot) => lot.transactionId === name);
  return named.length > 0 ? named : open.filter((lot) => lot.id === name);
}

const refusal = (event: Dispose | Move, lot: string, message: string): AppError =>
  new AppError(
    'VALIDATION_ERROR',
    { transaction_id: event.transactionId, lot_id: lot },
    {
      field: 'lot_selections',
      message,
    },
  );
