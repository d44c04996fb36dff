import type { Quantity } from '../../kernel/units';
import { isKnownAt } from '../methods/broker-custody';
import type { StandingSelections } from '../methods/standing-selection';
import type { LotRecord } from '../model/lot-record';
import type { Dispose, Move } from '../model/transaction';
import { BrokerPool } from './broker-pool';
import { choiceOf, standingChoice, unitsBeside, type ChosenSlice, type Lots } from './selection';

export interface BrokerChoice {
  told: readonly ChosenSlice[];
  /** The units by own books, where the broker was not told. Null when the same units leave. */
  own: readonly ChosenSlice[] | null;
}

/** @param standing null when no selection is read @source 26 CFR 1.1012-1(j)(3) */
export function brokerChoice(
  event: Dispose | Move,
  lots: Lots,
  { standing, readsSelections }: { standing: StandingSelections | null; readsSelections: boolean },
  units: Quantity,
): BrokerChoice {
  const { pool } = lots;
  const selections = readsSelections ? (event.selections ?? []) : [];
  // Both name units of one order, so what the broker knows of it reduces it.
  const ordered = standing?.of(event).map((named) => ({ ...named })) ?? [];
  const known = selections.filter((selection) => isKnownAt(selection, event.at));
  const told =
    known.length > 0
      ? inTime({ ...event, selections: known.map((one) => ({ ...one, selectedAt: undefined })) }, lots, units)
      : standingChoice(standing?.ofBroker(event) ?? [], lots, units);
  if (selections.length === 0 && ordered.length === 0 && !(pool instanceof BrokerPool))
    return { told, own: null };
  const chosen =
    selections.length > 0 ? identified(event, lots, units) : standingChoice(ordered, lots, units);
  const ownPool = pool instanceof BrokerPool ? pool.own : pool;
  const own = filled(chosen, { ...lots, pool: ownPool }, units);
  return { told, own: isSame(own, filled(told, lots, units)) ? null : own };
}

const inTime = (event: Dispose | Move, { pool, table }: Lots, units: Quantity): readonly ChosenSlice[] =>
  choiceOf(event, pool, table, units).slices;

function identified(event: Dispose | Move, { pool, table }: Lots, units: Quantity): ChosenSlice[] {
  const { slices, late } = choiceOf(event, pool, table, units);
  return [...slices, ...late];
}

const filled = (chosen: readonly ChosenSlice[], lots: Lots, units: Quantity): ChosenSlice[] => [
  ...chosen,
  ...unitsBeside(
    chosen,
    lots,
    chosen.reduce((rest, { quantity }) => rest - quantity, units),
  ),
];

function isSame(a: readonly ChosenSlice[], b: readonly ChosenSlice[]): boolean {
  const left = new Map<LotRecord, Quantity>();
  for (const { lot, quantity } of a) left.set(lot, (left.get(lot) ?? 0n) + quantity);
  for (const { lot, quantity } of b) left.set(lot, (left.get(lot) ?? 0n) - quantity);
  return [...left.values()].every((quantity) => quantity === 0n);
}
