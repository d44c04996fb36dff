import { AppError } from '../../kernel/errors';
import type { Quantity } from '../../kernel/units';
import { compareAcquired, type LotRecord } from '../model/lot-record';
import type { LotTable } from '../model/lot-table';
import type { Pool } from '../methods/method';
import type { Dispose } from '../model/transaction';

export interface ChosenSlice {
  lot: LotRecord;
  quantity: Quantity;
  /** Identified after the sale: applied, but flagged. */
  flag: 'late_identification' | null;
  /** True when the taxpayer chose the slice; false when the transaction determined it. */
  isSelection: boolean;
}

/**
 * Resolves the taxpayer's selection against the lots held at the time of the disposal.
 * @throws AppError VALIDATION_ERROR when a lot is unknown in this pool, is acquired later, or has too few
 * units
 * @source tax-rules 4.3; 26 CFR 1.1012-1(j)(3)
 */
export function chosenSlices(event: Dispose, pool: Pool, table: LotTable): ChosenSlice[] {
  const slices: ChosenSlice[] = [];
  const used = new Map<LotRecord, Quantity>();
  let need = event.quantity;
  for (const { lot: name, quantity, selectedAt } of event.selections ?? []) {
    const lots = lotsNamed(name, pool, table);
    if (lots.length === 0) throw refusal(event, name, 'No such lot in this wallet before the disposal');
    let wanted = quantity ?? need;
    for (const lot of lots) {
      const left = lot.remaining - (used.get(lot) ?? 0n);
      const taken = left < wanted ? left : wanted;
      if (taken <= 0n) continue;
      used.set(lot, lot.remaining - left + taken);
      const isLate = selectedAt !== undefined && selectedAt > event.at;
      slices.push({ lot, quantity: taken, flag: isLate ? 'late_identification' : null, isSelection: true });
      wanted -= taken;
      need -= taken;
    }
    if (quantity !== null && wanted > 0n)
      throw refusal(event, name, 'The selection exceeds what the lot holds');
    if (need < 0n) throw refusal(event, name, 'The selection exceeds the quantity disposed of');
  }
  return slices;
}

/** Open lots by lot id or by the transaction id of their acquisition, oldest first. */
function lotsNamed(name: string, pool: Pool, table: LotTable): LotRecord[] {
  const open = pool.open().map((row) => table.record(row));
  const named = open.filter((lot) => lot.transactionId === name);
  const found = named.length > 0 ? named : open.filter((lot) => lot.id === name);
  return found.sort(compareAcquired);
}

const refusal = (event: Dispose, lot: string, message: string): AppError =>
  new AppError(
    'VALIDATION_ERROR',
    { transaction_id: event.transactionId, lot_id: lot },
    {
      field: 'lot_selections',
      message,
    },
  );
