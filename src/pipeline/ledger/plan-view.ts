import type { Principal } from '../../domain/access/principal';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import { planWindow, transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import type { WalletBooks } from './wallet-books';

/** Spam is neither shown nor counted against a plan. */
export const visibleTransactions = ({ transactions }: WalletBooks): WalletTransaction[] =>
  transactions.filter(({ isSpam }) => !isSpam);

/** What the plan of a caller shows of a wallet. */
export const windowOf = (books: WalletBooks, principal: Principal): PlanWindow =>
  planWindow(visibleTransactions(books), transactionCap(principal));
