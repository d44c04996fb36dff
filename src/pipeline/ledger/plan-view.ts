import type { Principal } from '../../domain/access/principal';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import {
  planWindow,
  transactionCap,
  windowsOfOwner,
  type OwnersWindow,
  type PlanWindow,
} from '../../domain/access/plan-window';
import { sortInOrder } from '../../domain/kernel/page';
import { JOINT_ORDER, TRANSACTION_ORDER } from '../../domain/portfolio/history-filter';
import type { JointLedger, WalletLedger } from './wallet-ledger';

/**
 * Spam is not shown and does not count against a plan. A history leaves the order of transactions without an index open,
 * and a plan can cut between two of one moment.
 */
export const visibleTransactions = ({
  transactions,
}: Pick<WalletLedger, 'transactions'>): WalletTransaction[] =>
  sortInOrder(
    transactions.filter(({ isSpam }) => !isSpam),
    TRANSACTION_ORDER,
  );

/** The part of a wallet that the caller's plan shows. */
export const windowOf = (walletLedger: WalletLedger, principal: Principal): PlanWindow =>
  planWindow(visibleTransactions(walletLedger), transactionCap(principal));

/** The most recent transactions of all wallets together. */
export const jointWindowOf = ({ wallets }: JointLedger, cap: number | null): PlanWindow =>
  planWindow(sortInOrder(wallets.flatMap(visibleTransactions), JOINT_ORDER), cap);

/** The part that the plan shows of the wallet and of the other wallets of its owner, whose transactions it can meet. */
export const ownersWindowOf = (walletLedger: WalletLedger, { limit }: PlanWindow): OwnersWindow =>
  windowsOfOwner(
    [
      visibleTransactions(walletLedger),
      visibleTransactions(walletLedger.history.valued).filter(
        ({ wallet }) => wallet !== walletLedger.subject.value,
      ),
    ].flat(),
    limit,
  );
