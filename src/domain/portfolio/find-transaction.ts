import { AppError } from '../kernel/errors';
import { hashKey } from '../kernel/transaction-hash';
import type { WalletTransaction } from '../chain/facts/wallet-transaction';

/**
 * @param name id or hash
 * @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR when several transactions have the hash, naming `chain` where
 * it separates them
 */
export function findTransaction<T extends Pick<WalletTransaction, 'id' | 'hash' | 'chain'>>(
  transactions: readonly T[],
  name: string,
  chain: string | undefined,
): T {
  const found = withName(transactions, name).filter(({ chain: own }) => chain === undefined || own === chain);
  const [first] = found;
  if (!first) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction' });
  if (found.length === 1) return first;
  throw severalTransactions(found);
}

/** Transactions with an id or a hash. */
export function withName<T extends Pick<WalletTransaction, 'id' | 'hash'>>(
  transactions: readonly T[],
  name: string,
): T[] {
  const wanted = name.toLowerCase();
  return transactions.filter(({ id, hash }) => id === wanted || hash === name || hashKey(hash) === wanted);
}

/** The error for a hash of several transactions: of several chains, or of one, as a batch of an exchange. */
export function severalTransactions(found: readonly { id: string; chain: string | null }[]): AppError {
  const chains = [...new Set(found.flatMap(({ chain }) => chain ?? []))];
  if (chains.length > 1)
    return new AppError(
      'VALIDATION_ERROR',
      { chains },
      { field: 'chain', message: `The hash exists on several chains: ${chains.join(', ')}` },
    );
  const ids = found.map(({ id }) => id);
  return new AppError(
    'VALIDATION_ERROR',
    { transaction_ids: ids },
    { field: 'transaction_id', message: `Several transactions have the hash: ${ids.join(', ')}` },
  );
}
