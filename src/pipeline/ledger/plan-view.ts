import type { Principal } from '../../domain/access/principal';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import { planWindow, transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import type { WalletLedger } from './wallet-ledger';

/** Spam is neither shown nor counted against a plan. */
export const visibleTransactions = ({ transactions }: WalletLedger): WalletTransaction[] =>
  transactions.filter(({ isSpam }) => !isSpam);

/** What the plan of a caller shows of a wallet. */
export const windowOf = (books: WalletLedger, principal: Principal): PlanWindow =>
  planWindow(visibleTransactions(books), transactionCap(principal));
