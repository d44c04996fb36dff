import { planWindow, TRANSACTION_CAPS, type PlanWindow } from '../../../domain/access/plan-window';
import { choicesOf, type WalletTransaction } from '../../../domain/chain';
import {
  checkedIssues,
  MOST_LISTED,
  type CheckedWallet,
  type TransferEnd,
  type WaitingUnits,
  type WalletChecks,
} from '../../../domain/portfolio/snapshots/wallet-checks';
import { breathe } from '../../../common/turns';
import type { LedgerViews } from '../ledger-views.service';
import { visibleTransactions } from '../plan-view';
import type { ReadyWalletLedger } from '../wallet-ledger';

/** What is stored of a wallet for its reconciliation. It yields to other requests between its parts. */
export async function walletChecks(
  views: LedgerViews,
  walletLedger: ReadyWalletLedger,
): Promise<WalletChecks> {
  const { transactions, history } = walletLedger;
  const { length } = history.valued.transactions;
  const visible = visibleTransactions(walletLedger);
  const { completenessPercent, lotsTotal, counts } = await issuesOf(
    views,
    walletLedger,
    planWindow([], null),
  );
  await views.findUnmatched(walletLedger);
  const waiting: WalletChecks['waiting'][number][] = [];
  for (const cap of [null, ...TRANSACTION_CAPS.filter((most) => most < length)]) {
    await breathe();
    waiting.push({ cap, ...waitingUnits(views, walletLedger, planWindow(visible, cap)) });
  }
  return {
    ...{ completenessPercent, lotsTotal, counts },
    transactions: transactions.length,
    chains: [...new Set(transactions.map(({ chain }) => chain))],
    lostDecisions: views.lostDecisions(walletLedger).slice(0, MOST_LISTED),
    waiting,
  };
}

/** The same, of a ledger that was computed. */
export async function checkedWallet(
  views: LedgerViews,
  walletLedger: ReadyWalletLedger,
  window: PlanWindow,
): Promise<CheckedWallet> {
  const issues = await issuesOf(views, walletLedger, window);
  await views.findUnmatched(walletLedger);
  await breathe();
  return {
    ...issues,
    ...waitingUnits(views, walletLedger, window),
    transactions: walletLedger.transactions.length,
    lostDecisions: views.lostDecisions(walletLedger),
  };
}

async function issuesOf(views: LedgerViews, walletLedger: ReadyWalletLedger, window: PlanWindow) {
  await views.reconcile(walletLedger);
  return checkedIssues(
    views.reconciliation(walletLedger),
    walletLedger.ledger.assets,
    ({ transactionId, at }) => window.showsLot({ transactionId, receivedAt: at }),
  );
}

/** Units of a wallet that wait for their owner. */
function waitingUnits(views: LedgerViews, walletLedger: ReadyWalletLedger, window: PlanWindow): WaitingUnits {
  const byId = new Map(walletLedger.transactions.map((tx) => [tx.id, tx]));
  // The other end of a trade can have joined a transaction.
  const choices = (tx: WalletTransaction) => choicesOf(byId.get(tx.id) ?? tx);
  const unmatched = views.unmatched(walletLedger, window);
  const held = views.held(walletLedger).filter(({ leg }) => leg.direction === 'out');
  const isShown = ({ tx }: TransferEnd) => window.showsLot({ transactionId: tx.id, receivedAt: tx.at });
  return {
    unmatched: {
      count: unmatched.count,
      listed: unmatched.listed.map((end) => ({
        ...endOf(end),
        choices: choices(end.tx),
        candidates: end.candidates.map(endOf),
      })),
    },
    held: {
      count: held.length,
      listed: held
        .filter(isShown)
        .slice(0, MOST_LISTED)
        .map((end) => ({ ...endOf(end), cause: end.cause, choices: choices(end.tx) })),
    },
  };
}

/** Without what an answer does not show. */
const endOf = ({ tx, leg }: TransferEnd): TransferEnd => ({
  tx: { id: tx.id, hash: tx.hash, wallet: tx.wallet, chain: tx.chain, protocol: tx.protocol, at: tx.at },
  leg: {
    ...{ direction: leg.direction, asset: leg.asset, quantity: leg.quantity },
    ...{ valueUsd: leg.valueUsd, counterparty: leg.counterparty },
  },
});
