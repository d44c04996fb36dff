import { AppError } from '../kernel/errors';
import { hashKey } from '../kernel/transaction-hash';
import type { WalletTransaction } from '../normalise/facts/wallet-transaction';

/**
 * Finds a transaction of a wallet.
 * @param name its id, or its hash
 * @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR naming `chain` when the hash exists on several chains
 * and none is given
 */
export function findTransaction(
  transactions: readonly WalletTransaction[],
  name: string,
  chain: string | undefined,
): WalletTransaction {
  const wanted = name.toLowerCase();
  const found = transactions.filter(
    ({ id, hash, chain: own }) =>
      (id === wanted || hash === name || hashKey(hash) === wanted) && (chain === undefined || own === chain),
  );
  const [first] = found;
  if (!first) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction' });
  if (found.length === 1) return first;
  const chains = found.map((transaction) => transaction.chain);
  throw new AppError(
    'VALIDATION_ERROR',
    { chains },
    { field: 'chain', message: `The hash exists on several chains: ${chains.join(', ')}` },
  );
}
