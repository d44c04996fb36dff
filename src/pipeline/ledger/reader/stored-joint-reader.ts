import { planLimit } from '../../../domain/access/plan-window';
import { yearBounds } from '../../../domain/kernel/calendar';
import type { AppError } from '../../../domain/kernel/errors';
import type { Page, PageRequest, Position } from '../../../domain/kernel/page';
import { JOINT_ORDER, type HistoryFilter } from '../../../domain/portfolio/history-filter';
import type { Ledgers, LedgerTransaction, LedgerVersion } from '../../../ports/storage/ledgers/ledgers';
import type { WalletPart } from '../snapshots/found-snapshots';
import { JointReader, type JointWindow } from './joint-reader';
import type { LedgerReader } from './ledger-reader';
import { earliest, latest, page, wholeList, type READER_PARTS } from './stored-lists';
import type { StoredReader } from './stored-reader';

/** A ledger of several wallets from its tables. */
export class StoredJointReader extends JointReader {
  readonly #windows = new Map<number | null, Promise<{ window: JointWindow; since: Position | null }>>();

  /** @param first reader of the first wallet: it reads what is of no wallet */
  constructor(
    private readonly ledgers: Ledgers,
    private readonly at: LedgerVersion,
    private readonly wallets: readonly WalletPart<(typeof READER_PARTS)[number]>[],
    private readonly first: StoredReader,
    override readonly failures: ReadonlyMap<string, AppError>,
  ) {
    super();
  }

  override get subjects() {
    return this.wallets.map(({ subject }) => subject);
  }
  override get syncStatus() {
    return this.first.syncStatus;
  }
  override get stated() {
    return this.first.stated;
  }
  override get source() {
    return this.at;
  }

  override async window(cap: number | null): Promise<JointWindow> {
    return (await this.windowOf(cap)).window;
  }

  private windowOf(cap: number | null) {
    const known = this.#windows.get(cap);
    if (known) return known;
    const read = this.readWindow(cap);
    this.#windows.set(cap, read);
    return read;
  }

  private async readWindow(cap: number | null): Promise<{ window: JointWindow; since: Position | null }> {
    const total = this.wallets.reduce((sum, { snapshot }) => sum + snapshot.transactionCount, 0);
    const limit = planLimit(total, cap);
    if (cap === null || !limit.isLimited) return { window: { ...limit, shows: () => true }, since: null };
    const newest = await this.ledgers.jointNewest(this.at, this.values, cap);
    const ids = new Set(newest.map(({ id }) => id));
    return { window: { ...limit, shows: (id) => ids.has(id) }, since: newest[0]?.position ?? null };
  }

  override async transactions(
    { taxYear, from, to, ...filter }: HistoryFilter,
    wallets: readonly string[],
    cap: number | null,
    request: PageRequest & { isDescending: boolean },
  ): Promise<Page<LedgerTransaction>> {
    const { since } = await this.windowOf(cap);
    const timezone = this.wallets[0]?.snapshot.timezone ?? 'UTC';
    const year = taxYear === undefined ? null : yearBounds(taxYear, timezone);
    const period = {
      from: latest(from, year?.from),
      to: earliest(to, year === null ? undefined : year.until - 1),
    };
    const pick = { ...filter, ...period, wallets, since };
    const found = await this.ledgers.jointTransactions(this.at, pick, request);
    return page(found, request, ({ transaction }) => JOINT_ORDER.positionOf(transaction));
  }

  override allTransactions: LedgerReader['allTransactions'] = (filter, cap) =>
    wholeList((request) => this.transactions(filter, this.values, cap, request));
  override transactionsById: LedgerReader['transactionsById'] = (ids) => this.first.transactionsById(ids);

  private get values(): string[] {
    return this.subjects.map(({ value }) => value);
  }

  override part: LedgerReader['part'] = (...asked) => this.first.part(...asked);
  override tokenKeys: LedgerReader['tokenKeys'] = (ids) => this.first.tokenKeys(ids);
}
