import { tradedLegs } from '../../../domain/chain/facts/wallet-transaction';
import type { LedgerReader } from '../../../pipeline/ledger/reader/ledger-reader';
import type { LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import { toTransaction } from '../../../presenters/transactions/transaction.presenter';
import type { TransactionResponse } from '../../../presenters/transactions/transaction.shapes.dto';

/** Transactions as they go out, with the public keys of their tokens. */
export async function responsesOf(
  reader: LedgerReader,
  rows: readonly LedgerTransaction[],
): Promise<TransactionResponse[]> {
  const assets = rows.flatMap(({ transaction }) => [
    ...tradedLegs(transaction).map(({ asset }) => asset.id),
    ...(transaction.fee ? [transaction.fee.asset.id] : []),
  ]);
  const tokenKeys = await reader.tokenKeys(assets);
  return rows.map(({ transaction, result }) => toTransaction(transaction, tokenKeys, result));
}
