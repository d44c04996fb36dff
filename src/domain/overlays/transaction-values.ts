import { withUserValue, type WalletTransaction } from '../chain';
import type { ManualEntry, TransactionValue } from './manual-entry';

/**
 * An entry without its transaction changes nothing.
 * @param transactions of one or several wallets, valued by the market
 * @source tax-rules 7.1 b
 */
export function withValues(
  transactions: readonly WalletTransaction[],
  entries: readonly ManualEntry[],
): readonly WalletTransaction[] {
  const values = new Map(valuesIn(entries).map((entry) => [`${entry.wallet}|${entry.transactionId}`, entry]));
  if (values.size === 0) return transactions;
  return transactions.map((tx) => {
    const entry = values.get(`${tx.wallet}|${tx.id}`);
    return entry ? withUserValue(tx, { value: entry.value, fees: entry.feeValue ?? null }) : tx;
  });
}

const valuesIn = (entries: readonly ManualEntry[]): TransactionValue[] =>
  entries.filter((entry) => entry.kind === 'transaction_value');
