import { tradedLegs } from '../../../domain/chain/facts/wallet-transaction';
import type { LedgerReader } from '../../../pipeline/ledger/reader/ledger-reader';
import type { LedgerTransaction, StoredTransaction } from '../../../ports/storage/ledgers/ledgers';
import { toTransaction } from '../../../presenters/transactions/transaction.presenter';
import type { TransactionResponse } from '../../../presenters/transactions/transaction.shapes.dto';

/** Transactions as they go out, with the public keys of their tokens. */
export async function responsesOf(
  reader: LedgerReader,
  rows: readonly LedgerTransaction[],
): Promise<TransactionResponse[]> {
  const tokenKeys = await reader.tokenKeys(rows.flatMap(({ transaction }) => assetsOf(transaction)));
  return rows.map(({ transaction, result }) => toTransaction(transaction, tokenKeys, result));
}

/** Ids of the assets that a transaction shows. */
export const assetsOf = (transaction: StoredTransaction): string[] => [
  ...tradedLegs(transaction).map(({ asset }) => asset.id),
  ...(transaction.fee ? [transaction.fee.asset.id] : []),
];
