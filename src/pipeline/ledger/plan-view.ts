import type { Principal } from '../../domain/access/principal';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import { planWindow, transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import type { WalletLedger } from './wallet-ledger';

/** Spam is not shown and does not count against a plan. */
export const visibleTransactions = ({ transactions }: WalletLedger): WalletTransaction[] =>
  transactions.filter(({ isSpam }) => !isSpam);

/** The part of a wallet that the caller's plan shows. */
export const windowOf = (walletLedger: WalletLedger, principal: Principal): PlanWindow =>
  planWindow(visibleTransactions(walletLedger), transactionCap(principal));
