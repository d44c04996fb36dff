import { planWindow, type PlanWindow } from '../../../domain/access/plan-window';
import {
  lineage,
  recordingDisposals,
  taxYearOf,
  type Ledger,
  type LineageDirection,
  type Lot,
  type ReplayOptions,
} from '../../../domain/engine';
import { reportYears } from '../../../domain/forms';
import { tokenKeyOf, type Asset } from '../../../domain/kernel/asset';
import type { Money } from '../../../domain/kernel/units';
import { pageInOrder, paginate, sortInOrder, type Page, type PageRequest } from '../../../domain/kernel/page';
import { sortSliced } from '../../../domain/kernel/slices';
import { breathe, filterInTurns, inTurns } from '../../../common/turns';
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
  type LotState,
} from '../../../domain/portfolio/lot-filter';
import type { WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import { spamAssets } from '../../../domain/portfolio/spam-assets';
import { heldAsset, type HeldAsset } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { EffectPick, LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import { withName } from '../../../domain/portfolio/find-transaction';
import { inputHash } from '../../../domain/portfolio/input-hash';
import type { TaxRules } from '../../policies';
import { pendingTransactions } from './pending-transactions';
import type { LedgerViews } from '../ledger-views.service';
import { ownersWindowOf, visibleTransactions } from '../plan-view';
import type { WalletLedger } from '../wallet-ledger';
import { unread } from '../whole-ledger';
import { transactionsInNeed } from '../../../domain/portfolio/needs/needs-price';
import type { BasisNeed, PriceNeed } from '../../../ports/storage/ledgers/needs';
import { suggestions, withShownSources, withSources } from './needs';
import { lotsInNeed } from '../../../domain/portfolio/needs/needs-basis';
import {
  LedgerReader,
  type LedgerPart,
  type ListedLotRow,
  type ReadRecords,
  type TransactionEffects,
  type WholeList,
} from './ledger-reader';

/** Transactions that are made at once of a whole list. */
const PER_PAGE = 500;
import { balancesOf } from '../../valuation/on-chain-balances.service';
import { checkedWallet } from './wallet-checks';

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

  private async listed(lots: readonly Lot[]): Promise<ListedLotRow[]> {
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
    const picked = this.picked(filter, cap);
    return Promise.resolve({ count: picked.length, pages: this.pagesOf(picked) });
  }

  private async *pagesOf(transactions: readonly WalletTransaction[]) {
    for (let start = 0; start < transactions.length; start += PER_PAGE) {
      yield this.withResults(transactions.slice(start, start + PER_PAGE));
      await breathe();
    }
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

  override async effects(pick: EffectPick): Promise<TransactionEffects> {
    const { ledger } = this;
    const isOf = (record: { transactionId: string; txHash: string | null }, at: number): boolean =>
      'txHash' in pick
        ? record.txHash === pick.txHash && at === pick.at
        : record.transactionId === pick.transactionId;
    const disposals = ledger.disposals.filter((disposal) => isOf(disposal, disposal.disposedAt));
    const ids = new Set<string | null>(disposals.map(({ id }) => id));
    const byId = this.views.lotsById(ledger);
    return {
      lots: await this.listed(ledger.lots.filter((lot) => isOf(lot, lot.receivedAt))),
      steps: ledger.links.flatMap((link) => {
        const isPicked =
          'txHash' in pick
            ? link.txHash === pick.txHash && link.at === pick.at
            : link.disposalId !== null && ids.has(link.disposalId);
        const from = isPicked ? byId.get(link.fromLotId) : undefined;
        return from ? [{ link, from, to: byId.get(link.toLotId ?? '') }] : [];
      }),
      disposals,
      income: ledger.income.filter((income) => isOf(income, income.receivedAt)),
    };
  }

  override isNotIdentified(id: string): boolean {
    return this.ledger.movesNotIdentified.some(({ transactionId }) => transactionId === id);
  }

  override lineage(lotId: string, direction: LineageDirection, depth: number) {
    const { walletLedger, ledger } = this;
    const links = this.views.links({ ...walletLedger, ledger });
    return Promise.resolve(lineage({ lots: ledger.lots, links }, lotId, direction, depth));
  }

  override async lotsOfAssets(assetIds: readonly string[], cap: number | null, limit: number) {
    const window = this.windowOf(cap);
    const held = new Map(this.views.positions(this.walletLedger).map(({ asset, lots }) => [asset.id, lots]));
    const lots = assetIds.flatMap((id) => held.get(id) ?? []).filter((lot) => window.showsLot(lot));
    return this.listed(lots.slice(0, limit));
  }

  override gained(assetIds: readonly string[], taxYear: number): Promise<Money> {
    let sum = 0n;
    const { ledger } = this.walletLedger;
    for (const { wallet, asset, disposedAt, gain, washSaleDisallowed } of ledger?.disposals ?? [])
      if (
        wallet === this.subject.value &&
        assetIds.includes(asset.id) &&
        taxYearOf(disposedAt, this.timezone) === taxYear
      )
        sum += gain + washSaleDisallowed;
    return Promise.resolve(sum);
  }

  override async basisNeeds(
    { chain, symbol }: { chain?: string; symbol?: string },
    cap: number | null,
    { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<BasisNeed>> {
    const { walletLedger, ledger, subject } = this;
    const { history, transactions, tokenKeys } = walletLedger;
    const window = this.windowOf(cap);
    const wanted = symbol?.toLowerCase();
    const needs = lotsInNeed(ledger, subject.value, transactions).filter(
      ({ lot }) =>
        window.showsLot(lot) &&
        (chain === undefined || lot.asset.chain === chain) &&
        (wanted === undefined ||
          lot.asset.symbol.toLowerCase() === wanted ||
          tokenKeys.get(lot.asset.id)?.toLowerCase() === wanted),
    );
    const shows = ownersWindowOf(walletLedger, window);
    const { items, ...rest } = paginate(needs, page, perPage);
    const listed = withSources(items, await suggestions(history));
    return { ...rest, items: listed.map((need) => withShownSources(need, (id) => shows({ id }))) };
  }

  override priceNeeds(
    { chain, taxYear }: { chain?: string; taxYear?: number },
    cap: number | null,
    { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<PriceNeed>> {
    const window = this.windowOf(cap);
    const needs = transactionsInNeed(this.ledger, this.walletLedger.transactions).filter(
      ({ transaction }) =>
        window.shows(transaction.id) &&
        (chain === undefined || transaction.chain === chain) &&
        (taxYear === undefined || taxYearOf(transaction.at, this.timezone) === taxYear),
    );
    return Promise.resolve(paginate(needs, page, perPage));
  }

  override get isApproximate() {
    return this.walletLedger.ledger?.isApproximate === true;
  }

  override async taxSummary(year: number | null) {
    const { ledger } = this;
    return this.views.taxSummary({ ...this.walletLedger, ledger }, year ?? undefined);
  }

  override reportYears(): Promise<number[]> {
    return Promise.resolve(reportYears(this.ledger, [this.subject.value], this.timezone));
  }

  override async washed() {
    const { ledger } = this;
    // Their records are made when they are read.
    if (ledger.washSales.length > 0) await inTurns(recordingDisposals(ledger));
    return ledger;
  }

  override checks(cap: number | null) {
    const { ledger } = this;
    return checkedWallet(this.views, { ...this.walletLedger, ledger }, this.windowOf(cap));
  }

  override async severity() {
    const { ledger } = this;
    return (await this.views.completeness({ ...this.walletLedger, ledger })).severity;
  }

  override inputHash(options: ReplayOptions, rules: TaxRules) {
    const { wallets, valued } = this.walletLedger.history;
    return inTurns(inputHash(wallets, valued, options, rules));
  }

  override async balances() {
    await this.views.listPositions(this.walletLedger);
    return balancesOf(this.walletLedger, this.views);
  }

  override openLots(of: 'subject' | 'owner') {
    const { value } = this.subject;
    return filterInTurns(
      this.ledger.lots,
      ({ remaining, wallet }) => remaining > 0n && (of === 'owner' || wallet === value),
    );
  }

  override async openFirst(
    status: LotState,
    cap: number | null,
    { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ) {
    const window = this.windowOf(cap);
    const own = this.ledger.lots.filter((lot) => lot.wallet === this.subject.value && window.showsLot(lot));
    const open = status === 'closed' ? [] : own.filter(({ remaining }) => remaining > 0n);
    const closed = status === 'open' ? [] : own.filter(({ remaining }) => remaining === 0n);
    const found = paginate([...open, ...closed], page, perPage);
    return { ...found, items: await this.listed(found.items) };
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
