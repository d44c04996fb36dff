import type { FiledRow, FilingFigures } from '../../domain/filing';
import type { FiledRowResponse, FilingResponse } from './filing.shapes.dto';
import { toStatus } from './status.presenter';

export const toFiling = ({ lines, excludedCount, reasons, rows }: FilingFigures): FilingResponse => ({
  lines: { ...lines },
  excluded_count: excludedCount,
  ...toStatus(reasons),
  rows: rows?.map(toFiledRow) ?? null,
});

export const toFiledRow = (row: FiledRow): FiledRowResponse => ({
  disposal_id: row.id,
  description: row.description,
  date_acquired: row.dateAcquired,
  date_sold: row.dateSold,
  term: row.term,
  proceeds: row.proceeds,
  cost_basis: row.costBasis,
  adjustment_amount: row.adjustment,
  gain_loss: row.gain,
});

export const fromFiling = ({ lines, excluded_count, rows }: FilingResponse): FilingFigures => ({
  // Reports that were stored before this line have none.
  lines: { ...lines, schedule_c_total: (lines as Partial<typeof lines>).schedule_c_total ?? '0.00' },
  excludedCount: excluded_count,
  // Not compared.
  reasons: [],
  rows: rows?.map(fromFiledRow) ?? null,
});

const fromFiledRow = (row: FiledRowResponse): FiledRow => ({
  id: row.disposal_id,
  description: row.description,
  dateAcquired: row.date_acquired,
  dateSold: row.date_sold,
  term: row.term,
  proceeds: row.proceeds,
  costBasis: row.cost_basis,
  adjustment: row.adjustment_amount,
  gain: row.gain_loss,
});
