import { toTransaction } from '../../../presenters/transactions/transaction.presenter';
import type { ExportRow } from './transactions.csv';

/** The JSON export, written row by row. @source spec 4.5 */
export function* transactionsJson(
  rows: readonly ExportRow[],
  tokenKeys: ReadonlyMap<string, string>,
  isTruncated: boolean,
): Generator<string> {
  yield '{"transactions":[';
  let separator = '';
  for (const { transaction, result } of rows) {
    yield separator + JSON.stringify(toTransaction(transaction, tokenKeys, result));
    separator = ',';
  }
  yield `],"count":${rows.length},"truncated":${isTruncated}}`;
}
