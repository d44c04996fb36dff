import { planLimit, type PlanWindow } from '../../../domain/access/plan-window';
import { isLongTerm, type Ledger } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { yearBounds } from '../../../domain/kernel/calendar';
import type { Page, PageRequest, Position } from '../../../domain/kernel/page';
import { TRANSACTION_ORDER, type HistoryFilter } from '../../../domain/portfolio/history-filter';
import { LOT_ORDERS, type LotFilter, type LotSort } from '../../../domain/portfolio/lot-filter';
import type { HeldAsset, WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type {
  Ledgers,
  LedgerTransaction,
  LedgerVersion,
  LotPick,
  ReadPage,
  ReadRequest,
  ShownLots,
  StoredTransaction,
} from '../../../ports/storage/ledgers/ledgers';
import type { Stated } from '../wallet-ledger';
import { LedgerReader, type LedgerPart, type ListedLotRow, type WholeList } from './ledger-reader';

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

/** Windows and lists of a stored ledger. */
export abstract class StoredLists extends LedgerReader {
  override readonly state = 'ready';
  readonly #windows = new Map<number | null, Promise<StoredWindow>>();
  /** Transactions of the wallet that count against a plan, as far as the open lots that were read name them. */
  protected readonly own = new Set<string>();

  constructor(
    protected readonly ledgers: Ledgers,
    protected readonly at: LedgerVersion,
    override readonly subject: Address,
    protected readonly snapshot: ReaderSnapshot,
    override readonly syncStatus: SyncStatus,
    override readonly stated: Stated,
    protected readonly now: number,
  ) {
    super();
  }

  override async window(cap: number | null): Promise<PlanWindow> {
    return (await this.windowOf(cap)).window;
  }

  protected windowOf(cap: number | null): Promise<StoredWindow> {
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
        ids.has(transactionId) || (!this.own.has(transactionId) && receivedAt >= since),
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
    const { positionOf } = LOT_ORDERS[sort];
    return page(await this.ledgers.lots(this.at, pick, sort, asked), request, ({ lot }) => positionOf(lot));
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
  protected async lotPage(
    pick: Pick<LotPick, 'wallet' | 'status' | 'shown'>,
    sort: 'rank' | 'open_first',
    { page: number, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ) {
    const { open, closed } = this.snapshot.lotCounts;
    const total = { open, closed, all: open + closed }[pick.status];
    const request = { page: number, perPage, after: null };
    const asked = { ...request, ...(pick.shown === null && { total }) };
    return page(await this.ledgers.lots(this.at, pick, sort, asked), request, () => []);
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
    return wholeList((request) => this.transactions(filter, cap, request));
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
}

/** Transactions of a page of a whole list. */
const PER_PAGE = 500;

type PageRead = (request: ReadRequest & { isDescending: boolean }) => Promise<Page<LedgerTransaction>>;

/** @param read a page of the list */
export async function wholeList(read: PageRead): Promise<WholeList> {
  const first = await read({ page: 1, perPage: PER_PAGE, after: null, isDescending: false });
  return { count: first.total, pages: pagesFrom(first, read) };
}

async function* pagesFrom(first: Page<LedgerTransaction>, read: PageRead) {
  const { total } = first;
  let [count, page] = [first.items.length, first];
  yield page.items;
  while (page.next) {
    const request = { page: page.page + 1, perPage: PER_PAGE, after: page.next, isDescending: false };
    page = await read({ ...request, total });
    count += page.items.length;
    yield page.items;
  }
  // The rows of a version are deleted some minutes after the next one.
  if (count !== total) throw new Error(`${count} of ${total} transactions were read`);
}

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
