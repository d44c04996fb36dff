import { invalidAddress, tryParseAddress, type Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { hideKeys } from '../../domain/kernel/bitcoin/extended-key';
import type { BatchErrorResponse } from './batch.shapes.dto';
import { withCompleteness } from '../answers/completeness';
import { failureOf } from '../errors/failures';
import { Property } from './property';
import { listOf, text } from './readers';

/** Requests about several addresses at once: one row each, and a row that fails fails alone. @source api.md 1.5, 7 */

const MAX_BATCH = 25;

/** A batch counts as one request for each address; one that will be refused as one. For `@Weight`. */
export function batchCost(body: unknown): number {
  const given: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'addresses') : null;
  return Array.isArray(given) && given.length <= MAX_BATCH ? Math.max(1, given.length) : 1;
}

/** Property type `string[]`: what is no address, or is there twice, fails in its own row. */
export const IsBatchOfAddresses = () =>
  Property(
    listOf(text(0, Infinity), 1, MAX_BATCH),
    {
      required: true,
      description: `1 to ${MAX_BATCH} distinct addresses; each counts as a request`,
      example: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    },
    { type: [String], minItems: 1, maxItems: MAX_BATCH },
  );

/** One row of a batch: what it is about, or why it is about nothing. */
export type BatchEntry = { given: string } & ({ address: Address } | { error: AppError });

/** In the order of the request; of the same address given twice the first counts. */
export function batchEntries(given: readonly string[]): BatchEntry[] {
  const seen = new Set<string>();
  return given.map((text) => {
    const address = tryParseAddress(text);
    if (!address) return { given: hideKeys(text), error: invalidAddress(text) };
    if (seen.has(address.value)) return { given: text, error: twice() };
    seen.add(address.value);
    return { given: text, address };
  });
}

const twice = (): AppError =>
  new AppError('VALIDATION_ERROR', undefined, {
    field: 'addresses',
    message: 'addresses: The address is given more than once',
  });

/** The result for one entry; an entry that fails gives that of its failure. */
export async function settled<Row>(
  entry: BatchEntry,
  work: (address: Address) => Promise<Row>,
  failed: (error: AppError) => Row,
): Promise<Row> {
  if ('error' in entry) return failed(entry.error);
  try {
    return await work(entry.address);
  } catch (error) {
    if (error instanceof AppError) return failed(error);
    throw error;
  }
}

export function toBatchError(error: AppError): BatchErrorResponse {
  const { code, message, details, field: name } = failureOf(error);
  return { code, message, ...(details && { details }), ...(name !== undefined && { field: name }) };
}

/** What an answer about this address alone would state in its `meta`. */
export const rowMeta = (meta: Readonly<Record<string, unknown>>, isPartial?: boolean) => ({
  meta: withCompleteness(meta, undefined, isPartial),
});

/** How many rows succeeded, and how many did not. */
export function countRows(rows: readonly { success: boolean }[]): { succeeded: number; failed: number } {
  const succeeded = rows.filter(({ success }) => success).length;
  return { succeeded, failed: rows.length - succeeded };
}
