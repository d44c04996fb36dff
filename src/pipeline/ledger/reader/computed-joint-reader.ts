import { pageInOrder, sortInOrder, type Page, type PageRequest } from '../../../domain/kernel/page';
import { JOINT_ORDER, pickTransactions, type HistoryFilter } from '../../../domain/portfolio/history-filter';
import type { WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import type { LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import type { LedgerViews } from '../ledger-views.service';
import { jointWindowOf } from '../plan-view';
import type { JointLedger } from '../wallet-ledger';
import { unread } from '../whole-ledger';
import { listOf } from './computed-lists';
import { JointReader, type JointWindow } from './joint-reader';
import type { LedgerPart } from './ledger-reader';

/** A ledger of several wallets that this process computed. */
export class ComputedJointReader extends JointReader {
  constructor(
    private readonly joint: JointLedger,
    private readonly views: LedgerViews,
    private readonly timezone: string,
  ) {
    super();
  }

  override get subjects() {
    return this.joint.wallets.map(({ subject }) => subject);
  }
  override get syncStatus() {
    return this.joint.history.syncStatus;
  }
  override get stated() {
    return this.joint;
  }
  override get source() {
    return this.joint.ledger ?? this.joint.history.valued;
  }
  override get failures() {
    return this.joint.history.failures;
  }

  override window(cap: number | null): Promise<JointWindow> {
    return Promise.resolve(this.windowOf(cap));
  }

  private windowOf(cap: number | null) {
    return jointWindowOf(this.joint, cap);
  }

  override transactions(
    filter: HistoryFilter,
    wallets: readonly string[],
    cap: number | null,
    { isDescending, ...request }: PageRequest & { isDescending: boolean },
  ): Promise<Page<LedgerTransaction>> {
    const picked = this.picked(filter, cap).filter(({ wallet }) => wallets.includes(wallet));
    const page = pageInOrder(isDescending ? picked.toReversed() : picked, request, {
      ...JOINT_ORDER,
      isDescending,
    });
    return Promise.resolve({ ...page, items: this.withResults(page.items) });
  }

  override allTransactions = (filter: HistoryFilter, cap: number | null) =>
    Promise.resolve(listOf(this.picked(filter, cap), (some) => this.withResults(some)));
  override transactionsById = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    const all = this.joint.wallets.flatMap(({ transactions }) => transactions);
    return Promise.resolve(this.withResults(all.filter(({ id }) => wanted.has(id))));
  };

  private picked(filter: HistoryFilter, cap: number | null): WalletTransaction[] {
    const all = sortInOrder(
      this.joint.wallets.flatMap(({ transactions }) => transactions),
      JOINT_ORDER,
    );
    return pickTransactions(all, filter, this.windowOf(cap), this.timezone);
  }

  private withResults(transactions: readonly WalletTransaction[]): LedgerTransaction[] {
    const { pricesPending } = this.syncStatus;
    const byWallet = new Map(this.joint.wallets.map((wallet) => [wallet.subject.value, wallet]));
    return transactions.map((transaction) => {
      const wallet = byWallet.get(transaction.wallet);
      const results = wallet && !pricesPending ? this.views.results(wallet) : null;
      return { transaction, result: results?.get(transaction.id) ?? null };
    });
  }

  override part = (): Promise<LedgerPart> => {
    const { ledger, history } = this.joint;
    if (!ledger) return Promise.reject(unread());
    return Promise.resolve({ ledger, unsettled: this.views.unsettled(ledger, history.valued) });
  };

  override tokenKeys = () => Promise.resolve(this.joint.wallets[0]?.tokenKeys ?? new Map<string, string>());
}
