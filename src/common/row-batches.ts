import { deserialize, serialize } from 'node:v8';
import { breathe } from './turns';

/** Packing a batch takes some milliseconds, also for ledger events. */
const BATCH = 500;

/** No thread handles all rows at once. `bigint`, `Map` and dates survive; classes do not. */
export function* packRows(rows: readonly unknown[]): Generator<Uint8Array> {
  for (let start = 0; start < rows.length; start += BATCH) yield serialize(rows.slice(start, start + BATCH));
}

export async function packInTurns(rows: readonly unknown[], signal?: AbortSignal): Promise<Uint8Array[]> {
  const batches: Uint8Array[] = [];
  for (const batch of packRows(rows)) {
    batches.push(batch);
    await breathe();
    signal?.throwIfAborted();
  }
  return batches;
}

/** For a thread, which delays no requests. */
export const unpackRows = <T>(batches: readonly Uint8Array[]): T[] =>
  batches.flatMap((batch) => deserialize(batch) as T[]);

export async function unpackInTurns<T>(batches: readonly Uint8Array[]): Promise<T[]> {
  const rows: T[] = [];
  for (const batch of batches) {
    for (const row of unpackRows<T>([batch])) rows.push(row);
    await breathe();
  }
  return rows;
}
