import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/kernel/durations';
import type { EachLot, WalletSnapshot } from '../../domain/portfolio/snapshots/wallet-snapshot';
import { ProcessState } from '../../common/process-state';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import { Ledgers } from '../../ports/storage/ledgers/ledgers';
import { WalletSnapshots, type SnapshotBasis, type SnapshotPart } from '../../ports/storage/wallet-snapshots';
import type { JobContext, JobPayloads } from '../../ports/work/jobs';
import { EarlyBalances } from '../balances/early-balances.service';
import type { Budget } from '../budget';
import { LONG_ROWS } from '../long-histories';
import { isPassing } from '../passing-wallets';
import { isJustPriced, syncStatusOf, type CoveredHistory } from '../history/covered-wallets';
import { IndexingProgressService } from '../history/indexing-progress.service';
import { WalletHistoryService } from '../history/wallet-history.service';
import { WalletIndexer } from '../history/wallet-indexer.service';
import {
  at,
  one,
  only,
  type Asked,
  type Found,
  type JointSnapshotsOr,
  type SnapshotOr,
  type View,
  type WalletPart,
} from './snapshots/found-snapshots';
import { ledgerState } from './snapshots/unpriced';
import { isFinal, SnapshotWriter } from './snapshots/snapshot-writer.service';
import { SnapshotContent } from './snapshots/snapshot-content.service';
import { ledgerIdOf, SnapshotScopes } from './snapshots/snapshot-scopes.service';
import {
  type Elsewhere,
  isLeftEarly,
  LEFT_MS,
  notYet,
  rowsOf,
  SnapshotOrders,
} from './snapshots/snapshot-orders.service';
import type { JointLedger, ReadyWalletLedger, WalletLedger } from './wallet-ledger';
import { WalletLedgerService } from './wallet-ledger.service';

/** Prices that no market had are requested again after some time, and then a history can change by itself. */
const KEEP_MS = DAY_MS;
/** Prices that are missing are not requested again before. */
const UNPRICED_MS = MINUTE_MS;
/** Views of a wallet that are computed again when it was read. */
const MOST_SCOPES = 20;

/**
 * Snapshots of ledgers. One that follows from the stored data of now replaces the replay of the history. A ledger that
 * had to be computed leaves its snapshot for the next process.
 */
@Injectable()
export class Snapshots implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Snapshots');
  /** One long history at a time: a ledger needs memory. */
  #refreshing: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(
    private readonly histories: WalletHistoryService,
    private readonly ledgers: WalletLedgerService,
    private readonly scopes: SnapshotScopes,
    private readonly content: SnapshotContent,
    private readonly writer: SnapshotWriter,
    private readonly rows: Ledgers,
    private readonly store: WalletSnapshots,
    private readonly clock: Clock,
    private readonly indexer: WalletIndexer,
    private readonly early: EarlyBalances,
    private readonly indexing: IndexingProgressService,
    private readonly state: ProcessState,
    private readonly orders: SnapshotOrders,
    private readonly metrics: Metrics,
  ) {}

  /** The process that reads a wallet stores its snapshots. */
  onApplicationBootstrap(): void {
    // The code is read now, so that the first request does not wait for it.
    this.log.debug(`Rules ${this.scopes.rulesVersion}`);
    if (!this.state.computesForOthers) return;
    this.indexer.onRead((address) => this.afterRead(parseAddress(address)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    await this.#refreshing;
  }

  /**
   * Stores the snapshots of a wallet that was read. The job that read it waits, so that a caller who waits for the job
   * finds them. Long histories are left for later: other wallets wait for the places of jobs. A process with requests
   * computes what is asked for.
   */
  private async afterRead(subject: Address, userId?: string): Promise<void> {
    if (!this.state.computesForOthers) return;
    const views = await this.viewsOf(subject, userId).catch(() => []);
    const later = views.filter(({ covered }) => rowsOf(covered) >= LONG_ROWS);
    if (later.length > 0) this.#refreshing = this.#refreshing.then(() => this.refresh(subject, later));
    await this.refresh(
      subject,
      views.filter((view) => !later.includes(view)),
    );
  }

  /** Prices the rows of an exchange account that was read, then stores its snapshots as after the read of a wallet. */
  async afterSync(userId: string, accountId: string, context: JobContext): Promise<void> {
    const subject = parseAddress(accountId);
    const addresses = [subject.value];
    await this.indexer.priceWallets({ addresses, userId }, { ...context, progress: () => Promise.resolve() });
    await this.afterRead(subject, userId);
  }

  /** The wallet alone, and as part of what its owners asked for within a day. @param ofUser owner of an exchange account */
  private async viewsOf(subject: Address, ofUser?: string): Promise<View[]> {
    const since = this.clock.now() - KEEP_MS;
    const alone = await this.histories.storedCovered(subject, [], ofUser);
    const scopes = await this.store.scopesOf(subject.value, since, MOST_SCOPES);
    const others = scopes.map(async ({ name, wallets, userId, subjects: values }): Promise<View[]> => {
      const subjects = values.map(parseAddress);
      const [first, ...more] = subjects;
      if (!first) return [];
      // The accounts at exchanges are among the additions of the user.
      const owned = [...more, ...wallets.map(parseAddress).filter(({ family }) => family !== 'exchange')];
      const covered = await this.histories.storedCovered(first, owned, userId ?? undefined);
      return this.scopes.of(covered).name === name ? [{ covered, subjects }] : [];
    });
    // A scope that cannot be read now, or is another one by now, has no snapshot to keep current.
    const views = (await Promise.all(others.map((other) => other.catch(() => [])))).flat();
    const { name } = this.scopes.of(alone);
    const isAsked = views.some(({ covered }) => this.scopes.of(covered).name === name);
    return isAsked ? views : [{ covered: alone, subjects: [subject] }, ...views];
  }

  private async refresh(subject: Address, views: readonly View[]): Promise<void> {
    let isChanged = false;
    for (const view of views) {
      if (this.#isStopping) return;
      try {
        if (await this.replace(view, false)) isChanged = true;
      } catch (error) {
        this.log.debug(`No snapshot of a wallet that was read: ${String(error)}`);
      }
    }
    // A process without requests needs the histories no more.
    if (isChanged) await this.ledgers.forget(subject);
  }

  /** The snapshot of the stored data by the rules of this process. */
  async compute(order: JobPayloads['compute_snapshot']): Promise<void> {
    const { given, owned, userId, together = [given] } = order;
    const subject = parseAddress(given);
    const covered = await this.histories.storedCovered(subject, owned.map(parseAddress), userId);
    const isChanged = await this.replace({ covered, subjects: together.map(parseAddress) }, true);
    if (isChanged && this.state.computesForOthers) await this.ledgers.forget(subject);
  }

  /**
   * Computes the snapshots of a view that are missing or outdated.
   * @param isOrdered by a request
   * @returns whether it did
   */
  private async replace({ covered, subjects }: View, isOrdered: boolean): Promise<boolean> {
    const basis = await this.scopes.basisOf(covered);
    const dueOf = async () => {
      const known = await this.findAll({ covered, subjects }, basis, ['unpriced']);
      return subjects.filter((_, i) => known[i]?.isOutdated !== false || known[i].snapshot.unpriced !== null);
    };
    if ((await dueOf()).length === 0) return false;
    const history = await this.histories.completeStored(covered);
    // The sums are for every caller. A job that reads the wallet has cached them before.
    if (isOrdered && covered.additions === null)
      await this.early.note(covered.subject, this.ledgers.transactionsOf(history));
    if (history.syncStatus.historyPending) return false;
    const { ledger } = await this.ledgers.ofHistory(history);
    // Another job can have stored them, or those of a later state, meanwhile.
    const due = await dueOf();
    if (due.length === 0) return true;
    if ((await this.scopes.basisNow(covered)).state !== basis.state) return false;
    const seen = due.map((one) => this.ledgers.seen({ ...history, subject: one }, ledger));
    return this.writer.save({ covered, subjects: due }, basis, seen, false);
  }

  /** Calls `use` with the ledger of the stored data. @throws AppError as WalletLedgerService.stored */
  async withStored<T>(
    subject: Address,
    owned: readonly Address[],
    userId: string,
    use: (walletLedger: ReadyWalletLedger) => Promise<T>,
  ): Promise<T> {
    const result = await use(await this.ledgers.stored(subject, owned, userId));
    if (this.state.computesForOthers) await this.ledgers.forget(subject);
    return result;
  }

  /** Of each subject; null where there is none. */
  private async findAll<P extends SnapshotPart>(
    { covered, subjects }: View,
    basis: SnapshotBasis,
    parts: readonly P[],
  ) {
    const all = [...parts, 'isUnread' as const, 'isApproximate' as const, 'unpriced' as const];
    const values = subjects.map(({ value }) => value);
    const scope = { name: this.scopes.of(covered).name, subjects: values };
    const found = await this.store.findAll(scope, basis, this.clock.now() - KEEP_MS, all);
    return values.map((value) => found.get(value) ?? null);
  }

  /**
   * @param parts of the snapshot that the answer needs
   * @throws AppError as WalletLedgerService.of
   */
  async of<P extends SnapshotPart>(
    subject: Address,
    owned: readonly Address[],
    budget: Budget,
    parts: readonly P[],
  ): Promise<SnapshotOr<WalletLedger, P>> {
    const { knownStates, ...again } = budget;
    const covered = await this.histories.covered(subject, owned, budget);
    const pending = () => this.ledgers.pending(covered, budget);
    const isLeftToJob = !this.state.runsJobs && isLeftEarly(covered, budget);
    const compute = isLeftToJob ? pending : () => this.ledgers.complete(covered, budget);
    // What anyone may name is computed for the answer, and leaves no snapshot.
    if (isPassing(covered.covered, budget)) return { snapshot: null, walletLedger: await compute() };
    const isNew = knownStates === undefined;
    const ms = () => this.histories.waitingTime(budget);
    const elsewhere = { ...again, ms, pending: budget.wholeHistory ? null : pending };
    // The job that reads the wallet prices it first.
    const isRead = covered.covered.every(({ outcome }) => outcome !== null);
    const fetchPrices = () => this.pricesOf(covered, budget);
    const asked = { covered, subjects: [subject], compute, fetchPrices, seenIn: one };
    const found = await this.found(asked, parts, { isNew, elsewhere: isRead ? elsewhere : null });
    return found === null ? this.of(subject, owned, again, parts) : only(found);
  }

  /** As `of`, of wallets of one owner. @throws AppError as WalletLedgerService.together */
  async together<P extends SnapshotPart>(
    subjects: readonly Address[],
    budget: Budget,
    parts: readonly P[],
  ): Promise<JointSnapshotsOr<P>> {
    const { knownStates, ...again } = budget;
    const read = await this.histories.coveredTogether(subjects, budget);
    const [subject] = subjects;
    const view = subject && { covered: { ...read, subject }, subjects };
    const compute = () => this.ledgers.completeTogether(read, budget);
    if (view === undefined || isPassing(read.covered, budget))
      return { wallets: null, joint: await compute() };
    const fetchPrices = () => this.pricesOf(view.covered, budget);
    const asked = { ...view, compute, fetchPrices, seenIn: ({ wallets }: JointLedger) => wallets };
    const pending = () => this.ledgers.pendingTogether(read, budget);
    const ms = () => this.histories.waitingTime(budget);
    const elsewhere = { ...again, ms, pending: budget.wholeHistory ? null : pending };
    const isRead = read.covered.every(({ outcome }) => outcome !== null);
    const isNew = knownStates === undefined;
    const found = await this.found(asked, parts, { isNew, elsewhere: isRead ? elsewhere : null });
    if (found === null) return this.together(subjects, again, parts);
    return found.wallets === null
      ? { wallets: null, joint: found.computed }
      : { ...found, failures: read.failures, joint: null };
  }

  /**
   * @param asked whose additions count, and states that the request has read already
   * @param parts of the snapshot that the answer needs
   * @throws AppError as WalletLedgerService.stored
   */
  async stored<P extends SnapshotPart>(
    subject: Address,
    owned: readonly Address[],
    { userId, knownStates, signal, requester }: Omit<Budget, 'deadline' | 'wholeHistory'>,
    parts: readonly P[],
  ): Promise<SnapshotOr<ReadyWalletLedger, P>> {
    const covered = await this.histories.storedCovered(subject, owned, userId, knownStates);
    const compute = () => this.ledgers.completeStored(covered);
    const isNew = knownStates === undefined;
    const elsewhere = { ms: () => LEFT_MS, signal, requester, pending: null };
    const asked = { covered, subjects: [subject], compute, fetchPrices: null, seenIn: one };
    const found = await this.found(asked, parts, { isNew, elsewhere });
    if (found !== null) return only(found);
    return this.stored(subject, owned, { userId, signal, requester }, parts);
  }

  /** Fetches what is missing for a ledger that another process computes, and waits within the budget. */
  private async pricesOf(covered: CoveredHistory, budget: Budget): Promise<void> {
    if (!isJustPriced(covered))
      await this.histories.fetchPrices(this.histories.partOf(covered), null, budget);
  }

  /**
   * @param isNew false when the state of the stored rows was read a moment ago
   * @param elsewhere how long to wait for another process; null: not at all
   * @returns null when there is no snapshot of that state, and the state was not read just now: another may be stored
   */
  private async found<L, P extends SnapshotPart>(
    asked: Asked<L>,
    parts: readonly P[],
    { isNew, elsewhere }: { isNew: boolean; elsewhere: Elsewhere<L> | null },
  ): Promise<Found<L, P> | null> {
    const { covered, subjects, compute, fetchPrices, seenIn } = asked;
    if (covered.covered.some(({ coverage }) => coverage.pending.length > 0))
      return { wallets: null, computed: await compute() };
    const basis = await this.scopes.basisOf(covered);
    const find = async () => {
      const all = (await this.findAll(asked, basis, parts)).filter((one) => one !== null);
      // A process that runs jobs computes it with the prices that came since.
      return this.state.runsJobs && all.some(({ snapshot }) => snapshot.unpriced !== null) ? [] : all;
    };
    let known = await find();
    const isMissing = () => known.length < subjects.length;
    if (isMissing() && !isNew) return null;
    if (elsewhere !== null && !this.state.runsJobs) {
      const order = async (): Promise<boolean> => {
        const isOver = await this.orders.computed(asked, this.scopes.nameOf(asked), elsewhere);
        known = await find();
        return isOver;
      };
      const isFirst = isMissing();
      if (isFirst && !(await order()) && isMissing())
        return { wallets: null, computed: await notYet(elsewhere) };
      const before = this.clock.now() - UNPRICED_MS;
      const isDue = (computedAt: number) => computedAt <= before || (isFirst && fetchPrices !== null);
      if (known.some((one) => one.snapshot.unpriced !== null && isDue(one.computedAt))) {
        await fetchPrices?.();
        await order();
      }
    }
    const isOutdated = known.some((one) => one.isOutdated);
    const result = isMissing() ? 'missing' : isOutdated ? 'outdated' : 'found';
    this.metrics.count('cost_basis_snapshot_reads_total', { result });
    if (isMissing()) {
      const computed = await compute();
      const seen = seenIn(computed);
      if (seen.every(({ history }) => isFinal(history))) void this.writer.save(asked, basis, seen, true);
      return { wallets: null, computed };
    }
    const now = this.clock.now();
    const scopes = this.scopes.each(asked);
    const wallets: WalletPart<P>[] = [];
    for (const [i, subject] of subjects.entries()) {
      const [one, scope] = [at(known, i), at(scopes, i)];
      if (one.isOutdated) await this.orders.again({ ...covered, subject });
      if (now - one.askedAt > HOUR_MS) void this.store.noteAsked(scope, now).catch(() => undefined);
      const { isUnread: _, isApproximate: __, unpriced, ...snapshot } = one.snapshot;
      // A snapshot that was replaced while it was read has them no more, the stored data has.
      const eachLot = async (): Promise<EachLot> =>
        (await this.store.eachLot(scope, basis, one.computedAt)) ??
        this.content.eachLot(at(seenIn(await compute()), i));
      const shown = snapshot as unknown as Pick<WalletSnapshot, P>;
      wallets.push({ subject, snapshot: shown, isUnpriced: unpriced !== null, eachLot });
    }
    const stated = syncStatusOf(covered.covered, { transactions: [], open: [] }, covered.additions);
    const is = (of: 'isUnread' | 'isApproximate'): boolean => known.some(({ snapshot }) => snapshot[of]);
    const { unpriced } = at(known, 0).snapshot;
    const syncStatus = {
      ...{ ...stated, incomplete: stated.incomplete || is('isUnread'), recomputing: isOutdated },
      ...{ pricesPending: wallets.some(({ isUnpriced }) => isUnpriced) },
      washSalesApproximate: is('isApproximate'),
    };
    const addresses = covered.covered.map(({ address }) => address);
    return {
      wallets,
      syncStatus: fetchPrices ? await this.indexing.statedIn(syncStatus, addresses) : syncStatus,
      entries: covered.additions?.entries ?? [],
      accounts: covered.additions?.accounts ?? [],
      version: () =>
        this.rows.find(ledgerIdOf(this.scopes.of(covered)), {
          state: ledgerState(basis.state, unpriced),
          rules: at(known, 0).rules,
        }),
      compute,
    };
  }
}
