import { AppError } from '../../../domain/kernel/errors';
import type { WalletTransaction } from '../../../domain/chain';
import { findTransaction, severalTransactions } from '../../../domain/portfolio/find-transaction';
import type { RequestContext } from '../../../http/request-context';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';

/** @param name id or hash @throws AppError RESOURCE_NOT_FOUND also for a transaction that the plan does not show */
export function decidedTransaction(
  walletLedger: ReadyWalletLedger,
  name: string,
  chain: string | undefined,
  context: RequestContext,
): WalletTransaction {
  const transaction = findTransaction(walletLedger.transactions, name, chain);
  const window = windowOf(walletLedger, context.principal);
  if (window.isLimited && !transaction.isSpam && !window.shows(transaction.id))
    throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction' });
  return transaction;
}

/** Finds a decision by the name of its transaction even when the history no longer has it. */
export const isNamed = (
  { transactionId, txHash }: { transactionId: string; txHash: string | null },
  name: string,
): boolean =>
  transactionId === name.toLowerCase() || txHash === name || txHash?.toLowerCase() === name.toLowerCase();

/**
 * A hash must name one decided transaction: removing the decision about another one would go unnoticed.
 * @throws AppError VALIDATION_ERROR
 */
export function checkOne(subjects: readonly { transactionId: string; chain: string | null }[]): void {
  const chains = new Map(subjects.map(({ transactionId, chain }) => [transactionId, chain]));
  if (chains.size > 1) throw severalTransactions([...chains].map(([id, chain]) => ({ id, chain })));
}
