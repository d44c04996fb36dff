import { planLimit, type PlanWindow } from '../../../domain/access/plan-window';
import { isLongTerm, type Ledger } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import type { Asset } from '../../../domain/kernel/asset';
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
  ShownLots,
} from '../../../ports/storage/ledgers/ledgers';
import type { Stated } from '../wallet-ledger';
import { LedgerReader, type LedgerPart, type ListedLotRow, type ReadRecords } from './ledger-reader';

/** Parts of a snapshot that a reader needs. */
export const READER_PARTS = ['deposits', 'timezone', 'transactionCount'] as const;

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
  /** Transactions of the wallet, as far as its lots name them. */
  readonly #own = new Set<string>();

  constructor(
    private readonly ledgers: Ledgers,
    private readonly at: LedgerVersion,
    override readonly subject: Address,
    private readonly snapshot: Pick<WalletSnapshot, (typeof READER_PARTS)[number]>,
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
    const { since } = await this.windowOf(cap);
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
      request,
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
    const { rows, ...found } = await this.ledgers.lots(this.at, pick, sort, request);
    const { positionOf } = LOT_ORDERS[sort];
    const listed = rows.map((row) => ({ ...row, isPending: false }));
    return page({ ...found, rows: listed }, request, ({ lot }) => positionOf(lot));
  }

  override async ranked(cap: number | null, request: Pick<PageRequest, 'page' | 'perPage'>) {
    const { shown } = await this.windowOf(cap);
    const pick: LotPick = { wallet: this.subject.value, status: 'open', shown };
    const [{ rows, ...found }, cost] = await Promise.all([
      this.ledgers.lots(this.at, pick, 'rank', { ...request, after: null }),
      this.ledgers.openCost(this.at, this.subject.value),
    ]);
    const listed = rows.map((row) => ({ ...row, isPending: false }));
    return { page: page({ ...found, rows: listed }, { ...request, after: null }, () => []), cost };
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
    const [records, lots] = await Promise.all([
      this.ledgers.records(this.at, { wallets: null, from, until }),
      wallets.length === 0 ? [] : this.ledgers.lotsOf(this.at, wallets),
    ]);
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

  override async ofAssets(isWanted: (asset: Asset) => boolean): Promise<ReadRecords> {
    const records = await this.ledgers.ofAssets(this.at, this.subject.value, isWanted);
    return { ...records, isPending: () => false };
  }
}

/** A lot of two years is long-term in every zone. */
const MOST_MS = 2 * 366 * 24 * 3_600_000;

export const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);
export const earliest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

export function page<T>(
  { rows, total, hasMore }: ReadPage<T>,
  { page: number, perPage }: PageRequest,
  positionOf: (row: T) => Position,
): Page<T> {
  const last = rows.at(-1);
  const next = last !== undefined && hasMore ? positionOf(last) : null;
  return { items: rows, page: number, perPage, total, next };
}
