import type { TransactionResponse } from '../../../presenters/transactions/transaction.shapes.dto';

/** The JSON export, written page by page. @source spec 4.5 */
export async function* transactionsJson(
  pages: AsyncIterable<readonly TransactionResponse[]>,
  count: number,
  isTruncated: boolean,
): AsyncGenerator<string> {
  yield '{"transactions":[';
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((transaction) => JSON.stringify(transaction)).join();
    separator = ',';
  }
  yield `],"count":${count},"truncated":${isTruncated}}`;
}
