import { planLimit, type PlanWindow } from '../../../domain/access/plan-window';
import {
  isLongTerm,
  type Issue,
  type Ledger,
  type Lineage,
  type LineageDirection,
} from '../../../domain/engine';
import { reportYears, statedSummary, type StatedSummary } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { Asset } from '../../../domain/kernel/asset';
import { yearBounds } from '../../../domain/kernel/calendar';
import type { Money } from '../../../domain/kernel/units';
import type { Page, PageRequest, Position } from '../../../domain/kernel/page';
import { TRANSACTION_ORDER, type HistoryFilter } from '../../../domain/portfolio/history-filter';
import {
  LOT_ORDERS,
  type LotFilter,
  type LotSort,
  type LotState,
} from '../../../domain/portfolio/lot-filter';
import type { HeldAsset, WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { MOST_LISTED, type CheckedWallet } from '../../../domain/portfolio/snapshots/wallet-checks';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type {
  EffectPick,
  Ledgers,
  LedgerTransaction,
  LedgerVersion,
  LotPick,
  ReadPage,
  ShownLots,
  StoredTransaction,
} from '../../../ports/storage/ledgers/ledgers';
import type { BasisNeed, PriceNeed } from '../../../ports/storage/ledgers/needs';
import { withShownSources } from './needs';
import { StoredTraces } from './stored-traces';
import type { SnapshotPart } from '../../../ports/storage/wallet-snapshots';
import type { Stated } from '../wallet-ledger';
import {
  LedgerReader,
  type LedgerPart,
  type ListedLotRow,
  type ReadRecords,
  type TransactionEffects,
  type WholeList,
} from './ledger-reader';

/** Parts of a snapshot that a reader needs. */
export const READER_PARTS = ['deposits', 'timezone', 'transactionCount', 'lotCounts'] as const;

/** With further parts where the routes read them. */
type ReaderSnapshot = Pick<WalletSnapshot, (typeof READER_PARTS)[number]> & Partial<WalletSnapshot>;

interface StoredWindow {
  window: PlanWindow;
  /** Position of the oldest transaction that is shown. Null: all are. */
  since: Position | null;
  shown: ShownLots | null;
}

/** A ledger from its tables. */
export class StoredReader extends LedgerReader {
  override readonly state = 'ready';
  readonly #windows = new Map<number | null, Promise<StoredWindow>>();
  /** Transactions of the wallet that count against a plan, as far as the open lots that were read name them. */
  readonly #own = new Set<string>();

  constructor(
    private readonly ledgers: Ledgers,
    private readonly at: LedgerVersion,
    override readonly subject: Address,
    private readonly snapshot: ReaderSnapshot,
    override readonly syncStatus: SyncStatus,
    override readonly stated: Stated,
    private readonly now: number,
  ) {
    super();
  }

  override async window(cap: number | null): Promise<PlanWindow> {
    return (await this.windowOf(cap)).window;
  }

  private windowOf(cap: number | null): Promise<StoredWindow> {
    const known = this.#windows.get(cap);
    if (known) return known;
    const read = this.readWindow(cap);
    this.#windows.set(cap, read);
    return read;
  }

  private async readWindow(cap: number | null): Promise<StoredWindow> {
    const limit = planLimit(this.snapshot.transactionCount, cap);
    if (cap === null || !limit.isLimited)
      return {
        window: { ...limit, shows: () => true, showsLot: () => true },
        since: null,
        shown: null,
      };
    const newest = await this.ledgers.newest(this.at, this.subject.value, cap);
    const ids = new Set(newest.map(({ id }) => id));
    const since = newest[0]?.at ?? Infinity;
    const window: PlanWindow = {
      ...limit,
      shows: (id) => ids.has(id),
      showsLot: ({ transactionId, receivedAt }) =>
        ids.has(transactionId) || (!this.#own.has(transactionId) && receivedAt >= since),
    };
    return { window, since: newest[0]?.position ?? null, shown: { ids: [...ids], since } };
  }

  override async transactions(
    { taxYear, from, to, ...filter }: HistoryFilter,
    cap: number | null,
    request: PageRequest & { isDescending: boolean },
  ): Promise<Page<LedgerTransaction>> {
    const { since, window } = await this.windowOf(cap);
    const isWhole =
      !filter.includeSpam &&
      Object.values({ ...filter, includeSpam: undefined, taxYear, from, to }).every(isAbsent);
    const year = taxYear === undefined ? null : yearBounds(taxYear, this.snapshot.timezone);
    const found = await this.ledgers.transactions(
      this.at,
      {
        ...filter,
        wallet: this.subject.value,
        from: latest(from, year?.from),
        to: earliest(to, year === null ? undefined : year.until - 1),
        since,
      },
      { ...request, ...(isWhole && { total: window.isLimited ? (cap ?? 0) : window.total }) },
    );
    return page(found, request, ({ transaction }) => TRANSACTION_ORDER.positionOf(transaction));
  }

  override async lots(
    filter: LotFilter,
    sort: LotSort,
    cap: number | null,
    request: PageRequest,
  ): Promise<Page<ListedLotRow>> {
    const { shown } = await this.windowOf(cap);
    const { isLongTerm: isLong, ...rest } = filter;
    const pick: LotPick = { ...rest, wallet: this.subject.value, shown };
    if (isLong !== undefined) pick.term = { isLong, before: this.firstShortTerm() };
    const isWhole = shown === null && Object.values({ ...rest, status: undefined, isLong }).every(isAbsent);
    const { open, closed } = this.snapshot.lotCounts;
    const total = { open, closed, all: open + closed }[filter.status];
    const asked = { ...request, ...(isWhole && { total }) };
    const { rows, ...found } = await this.ledgers.lots(this.at, pick, sort, asked);
    const { positionOf } = LOT_ORDERS[sort];
    const listed = rows.map((row) => ({ ...row, isPending: false }));
    return page({ ...found, rows: listed }, request, ({ lot }) => positionOf(lot));
  }

  override async ranked(cap: number | null, request: Pick<PageRequest, 'page' | 'perPage'>) {
    const { shown } = await this.windowOf(cap);
    const pick: LotPick = { wallet: this.subject.value, status: 'open', shown };
    const [listed, cost] = await Promise.all([
      this.lotPage(pick, 'rank', request),
      this.ledgers.openCost(this.at, this.subject.value),
    ]);
    return { page: listed, cost };
  }

  /** Of all lots of one state, or of every state. */
  private async lotPage(
    pick: Pick<LotPick, 'wallet' | 'status' | 'shown'>,
    sort: 'rank' | 'open_first',
    { page: number, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ) {
    const { open, closed } = this.snapshot.lotCounts;
    const total = { open, closed, all: open + closed }[pick.status];
    const request = { page: number, perPage, after: null };
    const { rows, ...found } = await this.ledgers.lots(this.at, pick, sort, {
      ...request,
      ...(pick.shown === null && { total }),
    });
    const listed = rows.map((row) => ({ ...row, isPending: false }));
    return page({ ...found, rows: listed }, request, () => []);
  }

  /** The first time (ms UTC) whose lots are not held for more than a year now. */
  private firstShortTerm(): number {
    const { timezone } = this.snapshot;
    let [low, high] = [this.now - MOST_MS, this.now + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isLongTerm(middle, this.now, timezone)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  override deposits(): readonly HeldAsset[] {
    return this.snapshot.deposits;
  }

  override async part(
    { from, until }: { from: number; until: number },
    wallets: readonly string[] = [],
  ): Promise<LedgerPart> {
    const { facts } = this.at;
    const records = await this.ledgers.records(this.at, { wallets: null, from, until });
    const ids = [...new Set(records.disposals.map(({ lotId }) => lotId))];
    const lots =
      wallets.length === 0 ? [] : await this.ledgers.lotsOf(this.at, { wallets, from, until, ids });
    const ledger: Ledger = {
      ...records,
      lots,
      links: [],
      issues: [],
      movesNotIdentified: facts.movesNotIdentified,
      isApproximate: facts.isApproximate,
      assets: new Map(
        [...records.disposals, ...records.income, ...lots].map(({ asset }) => [asset.id, asset]),
      ),
    };
    return { ledger, unsettled: facts.unsettled };
  }

  override tokenKeys(assetIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return this.ledgers.tokenKeys(this.at, [...new Set(assetIds)]);
  }

  override async allTransactions(filter: HistoryFilter, cap: number | null): Promise<WholeList> {
    const request = { page: 1, perPage: PER_PAGE, after: null, isDescending: false };
    const first = await this.transactions(filter, cap, request);
    return { count: first.total, pages: this.pagesFrom(first, filter, cap) };
  }

  private async *pagesFrom(first: Page<LedgerTransaction>, filter: HistoryFilter, cap: number | null) {
    const { total } = first;
    let [count, page] = [first.items.length, first];
    yield page.items;
    while (page.next) {
      const request = {
        page: page.page + 1,
        perPage: PER_PAGE,
        after: page.next,
        isDescending: false,
        total,
      };
      page = await this.transactions(filter, cap, request);
      count += page.items.length;
      yield page.items;
    }
    // The rows of a version are deleted some minutes after the next one.
    if (count !== total) throw new Error(`${count} of ${total} transactions were read`);
  }

  override transactionsById(ids: readonly string[]): Promise<LedgerTransaction[]> {
    return this.ledgers.transactionsById(this.at, ids);
  }

  override get source(): object {
    return this.at;
  }

  override async named(name: string): Promise<StoredTransaction[]> {
    const rows = await this.ledgers.named(this.at, this.subject.value, name);
    return rows.map(({ transaction }) => transaction);
  }

  override effects(pick: EffectPick): Promise<TransactionEffects> {
    return this.traces.effects(pick);
  }

  override isNotIdentified(id: string): boolean {
    return this.at.facts.movesNotIdentified.some(({ transactionId }) => transactionId === id);
  }

  override lineage(lotId: string, direction: LineageDirection, depth: number): Promise<Lineage> {
    return this.traces.lineage(lotId, direction, depth);
  }

  private get traces(): StoredTraces {
    const noteOwn = (transactionId: string) => void this.#own.add(transactionId);
    return new StoredTraces(this.ledgers, this.at, this.subject.value, noteOwn);
  }

  override async lotsOfAssets(
    assetIds: readonly string[],
    cap: number | null,
    limit: number,
  ): Promise<ListedLotRow[]> {
    const { shown } = await this.windowOf(cap);
    const listed: ListedLotRow[] = [];
    for (const assetId of assetIds) {
      if (listed.length === limit) break;
      const pick: LotPick = { wallet: this.subject.value, assetId, status: 'open', shown };
      const request = { page: 1, perPage: limit - listed.length, after: null, total: 0 };
      const { rows } = await this.ledgers.lots(this.at, pick, 'held', request);
      listed.push(...rows.map((row) => ({ ...row, isPending: false })));
    }
    return listed;
  }

  override gained(assetIds: readonly string[], taxYear: number): Promise<Money> {
    const period = yearBounds(taxYear, this.snapshot.timezone);
    return this.ledgers.gained(this.at, { ...period, wallet: this.subject.value, assetIds });
  }

  override async basisNeeds(
    filter: { chain?: string; symbol?: string },
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<BasisNeed>> {
    const { shown } = await this.windowOf(cap);
    const pick = { ...filter, wallet: this.subject.value, shown };
    const found = page(await this.ledgers.needs(this.at, 'basis', pick, request), request, () => []);
    if (cap === null) return found;
    const sources = found.items.flatMap((need) => need.suggestions.map(({ out }) => out.source.id));
    const newest = await Promise.all(
      [...new Set(sources)].map((wallet) => this.ledgers.newest(this.at, wallet, cap)),
    );
    const ids = new Set(newest.flat().map(({ id }) => id));
    return { ...found, items: found.items.map((need) => withShownSources(need, (id) => ids.has(id))) };
  }

  override async priceNeeds(
    { chain, taxYear }: { chain?: string; taxYear?: number },
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<PriceNeed>> {
    const { shown } = await this.windowOf(cap);
    const year = taxYear === undefined ? {} : yearBounds(taxYear, this.snapshot.timezone);
    const pick = { ...year, chain, wallet: this.subject.value, shown };
    return page(await this.ledgers.needs(this.at, 'price', pick, request), request, () => []);
  }

  override get isApproximate() {
    return this.at.facts.isApproximate;
  }

  override async taxSummary(year: number | null): Promise<StatedSummary> {
    const known = this.snapshot.taxSummaries?.find((one) => one.year === year);
    if (known) return known.summary;
    const { timezone } = this.snapshot;
    const { ledger, unsettled } = await this.part(year === null ? ALWAYS : yearBounds(year, timezone));
    const filter = { wallet: this.subject.value, year: year ?? undefined, timezone };
    return statedSummary(ledger, filter, unsettled);
  }

  override async reportYears(): Promise<number[]> {
    const { taxSummaries } = this.snapshot;
    if (taxSummaries)
      return taxSummaries.flatMap(({ year, summary }) => (year !== null && hasRows(summary) ? [year] : []));
    const { ledger } = await this.part(ALWAYS);
    return reportYears(ledger, [this.subject.value], this.snapshot.timezone);
  }

  override async checks(cap: number | null): Promise<CheckedWallet> {
    const { shown } = await this.windowOf(cap);
    const { waiting, chains: _, ...checks } = this.needed('checks');
    const units = waiting.find((one) => one.cap === cap) ?? waiting.find((one) => one.cap === null);
    if (!units) throw new Error('the snapshot has no list of what waits');
    const listed = (kind: Issue['kind']) =>
      this.ledgers.issues(this.at, this.subject.value, kind, shown, MOST_LISTED);
    const issues = {
      untracked_lot: await listed('untracked_lot'),
      duplicate_transaction: await listed('duplicate_transaction'),
      missing_price: await listed('missing_price'),
      lineage_break: await listed('lineage_break'),
    };
    const ids = Object.values(issues).flatMap((some) => some.flatMap(({ assetId }) => assetId ?? []));
    return {
      ...checks,
      ...this.needed('reconciliation'),
      ...{ issues, assets: await this.ledgers.assets(this.at, [...new Set(ids)]) },
      ...{ unmatched: units.unmatched, held: units.held },
    };
  }

  override severity() {
    return Promise.resolve(this.needed('reconciliation').severity);
  }

  override inputHash() {
    return Promise.resolve(this.at.facts.inputHash);
  }

  override balances() {
    const { chains } = this.needed('checks');
    return Promise.resolve({ subject: this.subject, chains, positions: this.needed('positions') });
  }

  /** A part that the route has asked for. */
  private needed<P extends SnapshotPart>(part: P): WalletSnapshot[P] {
    const found = (this.snapshot as Partial<WalletSnapshot>)[part];
    if (found === undefined) throw new Error(`the snapshot was read without ${part}`);
    return found as WalletSnapshot[P];
  }

  override async openLots(of: 'subject' | 'owner') {
    const { value } = this.subject;
    const rows = await this.ledgers.openLots(this.at, of === 'subject' ? value : null);
    for (const { lot, shownIn } of rows) if (shownIn === value) this.#own.add(lot.transactionId);
    return rows.map(({ lot }) => lot);
  }

  override async openFirst(
    status: LotState,
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<ListedLotRow>> {
    const { shown } = await this.windowOf(cap);
    const pick = { wallet: this.subject.value, status, shown };
    return this.lotPage(pick, 'open_first', request);
  }

  override washed(period: { from: number; until: number }) {
    return this.ledgers.washed(this.at, { ...period, wallets: [this.subject.value] });
  }

  override async ofAssets(isWanted: (asset: Asset) => boolean): Promise<ReadRecords> {
    const records = await this.ledgers.ofAssets(this.at, this.subject.value, isWanted);
    return { ...records, isPending: () => false };
  }
}

/** Transactions of a page of a whole list. */
const PER_PAGE = 500;

const ALWAYS = { from: -Infinity, until: Infinity };

const hasRows = ({ disposalCount, excludedCount, incomeCount }: StatedSummary): boolean =>
  disposalCount + excludedCount + incomeCount > 0;

/** A lot of two years is long-term in every zone. */
const MOST_MS = 2 * 366 * 24 * 3_600_000;

const isAbsent = (value: unknown): boolean => value === undefined;

export const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);
export const earliest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

export function page<T>(
  { rows, total, hasMore }: ReadPage<T>,
  { page: number, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  positionOf: (row: T) => Position,
): Page<T> {
  const last = rows.at(-1);
  const next = last !== undefined && hasMore ? positionOf(last) : null;
  return { items: rows, page: number, perPage, total, next };
}
