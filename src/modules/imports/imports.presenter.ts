import type { ImportResultResponse, UnknownOperationResponse } from './imports.shapes.dto';

interface Reading {
  /** Place of the file, where a file can have several tables. */
  file?: number;
  table?: string | null;
  format: string;
  rowsRead: number;
  rejected: readonly { line: number; reason: string }[];
}

const MAX_REJECTED = 100;

/** @param times of the transactions, ms UTC */
export function toImportResult(
  id: string,
  isDryRun: boolean,
  readings: readonly Reading[],
  counts: { added: number; duplicate: number },
  times: readonly number[],
): ImportResultResponse {
  const rejected = readings.flatMap((reading, index) =>
    reading.rejected.map(({ line, reason }) => ({
      file: reading.file ?? index + 1,
      table: reading.table ?? null,
      line,
      reason,
    })),
  );
  const moment = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);
  const first = times.reduce((least, at) => Math.min(least, at), Infinity);
  const last = times.reduce((most, at) => Math.max(most, at), -Infinity);
  return {
    import_id: id,
    dry_run: isDryRun,
    format: readings.map(({ format }) => format),
    rows_read: readings.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    rows_accepted: counts.added,
    rows_duplicate: counts.duplicate,
    rows_rejected: rejected.slice(0, MAX_REJECTED),
    rows_rejected_total: rejected.length,
    transactions: times.length,
    first_at: moment(first),
    last_at: moment(last),
  };
}

export function unknownOperations(
  readings: readonly { unknown: readonly { name: string; count: number }[] }[],
): UnknownOperationResponse[] {
  const counts = new Map<string, number>();
  for (const { unknown } of readings)
    for (const { name, count } of unknown) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
