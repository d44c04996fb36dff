import { planWindow, type PlanWindow } from '../../../domain/access/plan-window';
import { type Ledger, type Lot } from '../../../domain/engine';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { pageInOrder, paginate, sortInOrder, type Page, type PageRequest } from '../../../domain/kernel/page';
import { sortSliced } from '../../../domain/kernel/slices';
import { breathe, inTurns } from '../../../common/turns';
import {
  pickTransactions,
  TRANSACTION_ORDER,
  type HistoryFilter,
} from '../../../domain/portfolio/history-filter';
import {
  LOT_ORDERS,
  LOT_SORTS,
  pickLots,
  type LotFilter,
  type LotSort,
} from '../../../domain/portfolio/lot-filter';
import type { WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import { heldAsset, type HeldAsset } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import { withName } from '../../../domain/portfolio/find-transaction';
import { pendingTransactions } from '../snapshots/pending-transactions';
import type { LedgerViews } from '../ledger-views.service';
import { visibleTransactions } from '../plan-view';
import type { WalletLedger } from '../wallet-ledger';
import { unread } from '../whole-ledger';
import { LedgerReader, type LedgerPart, type ListedLotRow, type WholeList } from './ledger-reader';

/** Transactions that are made at once of a whole list. */
const PER_PAGE = 500;

type Rows = (transactions: readonly WalletTransaction[]) => LedgerTransaction[];

/** @param rowsOf of a part of the transactions */
export const listOf = (transactions: readonly WalletTransaction[], rowsOf: Rows): WholeList => ({
  count: transactions.length,
  pages: pagesOf(transactions, rowsOf),
});

async function* pagesOf(transactions: readonly WalletTransaction[], rowsOf: Rows) {
  for (let start = 0; start < transactions.length; start += PER_PAGE) {
    yield rowsOf(transactions.slice(start, start + PER_PAGE));
    await breathe();
  }
}

/** Windows and lists of a computed ledger. */
export abstract class ComputedLists extends LedgerReader {
  constructor(
    readonly walletLedger: WalletLedger,
    protected readonly views: LedgerViews,
    protected readonly timezone: string,
    protected readonly now: number,
  ) {
    super();
  }

  override get subject() {
    return this.walletLedger.subject;
  }
  override get syncStatus() {
    return this.walletLedger.history.syncStatus;
  }
  override get stated() {
    return this.walletLedger;
  }
  override get state() {
    return this.walletLedger.ledger === null ? 'incomplete' : 'ready';
  }

  override window(cap: number | null): Promise<PlanWindow> {
    return Promise.resolve(this.windowOf(cap));
  }

  protected windowOf(cap: number | null): PlanWindow {
    return planWindow(visibleTransactions(this.walletLedger), cap);
  }

  override async transactions(
    filter: HistoryFilter,
    cap: number | null,
    { isDescending, ...request }: PageRequest & { isDescending: boolean },
  ): Promise<Page<LedgerTransaction>> {
    const picked = this.picked(filter, cap);
    const page = pageInOrder(isDescending ? picked.toReversed() : picked, request, {
      ...TRANSACTION_ORDER,
      isDescending,
    });
    const items = this.withResults(page.items);
    await breathe();
    return { ...page, items };
  }

  private picked(filter: HistoryFilter, cap: number | null): WalletTransaction[] {
    // A history leaves the order of transactions without an index open.
    const transactions = sortInOrder([...this.walletLedger.transactions], TRANSACTION_ORDER);
    return pickTransactions(transactions, filter, this.windowOf(cap), this.timezone);
  }

  private withResults(transactions: readonly WalletTransaction[]): LedgerTransaction[] {
    const results = this.syncStatus.pricesPending ? null : this.views.results(this.walletLedger);
    return transactions.map((transaction) => ({
      transaction,
      result: results?.get(transaction.id) ?? null,
    }));
  }

  override async lots(
    filter: LotFilter,
    sort: LotSort,
    cap: number | null,
    request: PageRequest,
  ): Promise<Page<ListedLotRow>> {
    const { subject, tokenKeys } = this.walletLedger;
    const { timezone, now } = this;
    const window = this.windowOf(cap);
    const lots = pickLots(this.ledger, subject.value, filter, { keys: tokenKeys, now, timezone }).filter(
      (lot) => window.showsLot(lot),
    );
    await breathe();
    // Lots of one moment are in the order of their ids, which are computed here.
    const sorted = await inTurns(sortSliced(lots, LOT_SORTS[sort]));
    const page = pageInOrder(sorted, request, LOT_ORDERS[sort]);
    return { ...page, items: await this.listed(page.items) };
  }

  protected async listed(lots: readonly Lot[]): Promise<ListedLotRow[]> {
    const { tokenKeys } = this.walletLedger;
    const ranks = await this.views.fifoRanks(this.walletLedger);
    const pending = pendingTransactions(this.walletLedger);
    return lots.map((lot) => ({
      lot: lot as ListedLotRow['lot'],
      tokenKey: tokenKeyOf(tokenKeys, lot.asset),
      rank: ranks.get(lot) ?? 0,
      isPending: pending.has(lot.transactionId),
    }));
  }

  override async ranked(cap: number | null, { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>) {
    const window = this.windowOf(cap);
    const ranked = await this.views.rankedLots(this.walletLedger, 'fifo', []);
    const pending = pendingTransactions(this.walletLedger);
    const { items, ...rest } = paginate(
      ranked.filter(({ lot }) => window.showsLot(lot)),
      page,
      perPage,
    );
    const rows = items.map((row) => ({
      ...(row as ListedLotRow),
      isPending: pending.has(row.lot.transactionId),
    }));
    const cost = ranked.reduce((sum, { lot }) => sum + (pending.has(lot.transactionId) ? 0n : lot.cost), 0n);
    return { page: { ...rest, items: rows }, cost };
  }

  override deposits(): readonly HeldAsset[] {
    const { tokenKeys } = this.walletLedger;
    return this.views
      .deposits(this.walletLedger)
      .map((position) => heldAsset(position, tokenKeyOf(tokenKeys, position.asset)));
  }

  override part(): Promise<LedgerPart> {
    const { ledger } = this;
    return Promise.resolve({
      ledger,
      unsettled: this.views.unsettled(ledger, this.walletLedger.history.valued),
    });
  }

  override tokenKeys(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(this.walletLedger.tokenKeys);
  }

  override allTransactions(filter: HistoryFilter, cap: number | null): Promise<WholeList> {
    return Promise.resolve(listOf(this.picked(filter, cap), (some) => this.withResults(some)));
  }

  override transactionsById(ids: readonly string[]): Promise<LedgerTransaction[]> {
    const wanted = new Set(ids);
    return Promise.resolve(
      this.withResults(this.walletLedger.transactions.filter(({ id }) => wanted.has(id))),
    );
  }

  override get source(): object {
    return this.walletLedger.ledger ?? this.walletLedger.history.valued;
  }

  override named(name: string) {
    const found = withName(this.walletLedger.transactions, name);
    return Promise.resolve(sortInOrder(found, TRANSACTION_ORDER));
  }

  /** @throws AppError SERVICE_UNAVAILABLE while the history is incomplete */
  protected get ledger(): Ledger {
    const { ledger } = this.walletLedger;
    if (!ledger) throw unread();
    return ledger;
  }
}
