import { planWindow, type PlanWindow } from '../../../domain/access/plan-window';
import type { Ledger, Lot } from '../../../domain/engine';
import { tokenKeyOf, type Asset } from '../../../domain/kernel/asset';
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
import { spamAssets } from '../../../domain/portfolio/spam-assets';
import { heldAsset, type HeldAsset } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import { pendingTransactions } from '../pending-transactions';
import type { LedgerViews } from '../ledger-views.service';
import { visibleTransactions } from '../plan-view';
import type { WalletLedger } from '../wallet-ledger';
import { unread } from '../whole-ledger';
import { LedgerReader, type LedgerPart, type ListedLotRow, type ReadRecords } from './ledger-reader';

/** A ledger that this process computed. */
export class ComputedReader extends LedgerReader {
  constructor(
    readonly walletLedger: WalletLedger,
    private readonly views: LedgerViews,
    private readonly timezone: string,
    private readonly now: number,
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

  private windowOf(cap: number | null): PlanWindow {
    return planWindow(visibleTransactions(this.walletLedger), cap);
  }

  override async transactions(
    filter: HistoryFilter,
    cap: number | null,
    { isDescending, ...request }: PageRequest & { isDescending: boolean },
  ): Promise<Page<LedgerTransaction>> {
    const { transactions } = this.walletLedger;
    // A history leaves the order of transactions without an index open.
    const picked = sortInOrder(
      pickTransactions(transactions, filter, this.windowOf(cap), this.timezone),
      TRANSACTION_ORDER,
    );
    const page = pageInOrder(isDescending ? picked.toReversed() : picked, request, {
      ...TRANSACTION_ORDER,
      isDescending,
    });
    const results = this.syncStatus.pricesPending ? null : this.views.results(this.walletLedger);
    const items = page.items.map((transaction) => ({
      transaction,
      result: results?.get(transaction.id) ?? null,
    }));
    await breathe();
    return { ...page, items };
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
    const ranks = await this.views.fifoRanks(this.walletLedger);
    const pending = pendingTransactions(this.walletLedger);
    const items = page.items.map((lot): ListedLotRow => ({
      lot: lot as ListedLotRow['lot'],
      tokenKey: tokenKeyOf(tokenKeys, lot.asset),
      rank: ranks.get(lot) ?? 0,
      isPending: pending.has(lot.transactionId),
    }));
    return { ...page, items };
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

  override ofAssets(isWanted: (asset: Asset) => boolean): Promise<ReadRecords> {
    const { ledger, subject, transactions } = this.walletLedger;
    const pending = pendingTransactions(this.walletLedger);
    const isOf = ({ wallet, asset }: Pick<Lot, 'wallet' | 'asset'>): boolean =>
      wallet === subject.value && isWanted(asset);
    return Promise.resolve({
      lots: ledger?.lots.filter(isOf) ?? [],
      disposals: ledger?.disposals.filter(isOf) ?? [],
      spam: spamAssets(transactions),
      isPending: ({ transactionId }) => pending.has(transactionId),
    });
  }

  /** @throws AppError SERVICE_UNAVAILABLE while the history is incomplete */
  private get ledger(): Ledger {
    const { ledger } = this.walletLedger;
    if (!ledger) throw unread();
    return ledger;
  }
}
