import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/kernel/durations';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import type { EachLot, WalletSnapshot } from '../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import { PollingWorker } from '../../common/polling-worker';
import { ProcessState } from '../../common/process-state';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import { Ledgers, type LedgerVersion } from '../../ports/storage/ledgers/ledgers';
import {
  WalletSnapshots,
  type SnapshotBasis,
  type SnapshotPart,
  type SnapshotScope,
} from '../../ports/storage/wallet-snapshots';
import type { JobContext, JobPayloads } from '../../ports/work/jobs';
import type { OwnedExchangeAccount } from '../../ports/storage/overlays';
import { EarlyBalances } from '../balances/early-balances.service';
import { atMost, type Budget } from '../budget';
import { isPassing } from '../passing-wallets';
import { syncStatusOf, type Covered, type CoveredHistory } from '../history/covered-wallets';
import type { WalletHistory } from '../history/wallet-history';
import { WalletHistoryService } from '../history/wallet-history.service';
import { WalletIndexer } from '../history/wallet-indexer.service';
import { KeptLedgers } from './snapshots/kept-ledgers.service';
import { LedgerContentsOf } from './snapshots/ledger-contents.service';
import { SnapshotContent } from './snapshots/snapshot-content.service';
import { ledgerIdOf, ledgerScopeOf, nameOf, SnapshotScopes } from './snapshots/snapshot-scopes.service';
import {
  type Elsewhere,
  isLeft,
  isLeftEarly,
  LEFT_MS,
  rowsOf,
  SnapshotOrders,
} from './snapshots/snapshot-orders.service';
import type { ReadyWalletLedger, WalletLedger } from './wallet-ledger';
import { WalletLedgerService } from './wallet-ledger.service';

/** Prices that no market had are requested again after some time, and then a history can change by itself. */
const KEEP_MS = DAY_MS;
/** Rows of a wallet whose ledger takes seconds. */
const LONG_ROWS = 20_000;
/** Views of a wallet that are computed again when it was read. */
const MOST_SCOPES = 20;
const NOTHING = { transactions: [], open: [] };

/** What an answer is computed from: the snapshot of the stored data, else its ledger. */
export type SnapshotOr<L, P extends SnapshotPart> =
  | {
      snapshot: Pick<WalletSnapshot, P>;
      syncStatus: SyncStatus;
      /** Of the user, as the snapshot has them. */
      entries: readonly ManualEntry[];
      accounts: readonly OwnedExchangeAccount[];
      walletLedger: null;
      /** The units of each lot of its assets with many lots. */
      eachLot: () => Promise<EachLot>;
      /** The stored ledger that it was made of. Null when that is deleted. */
      version: () => Promise<LedgerVersion | null>;
      compute: () => Promise<L>;
    }
  | { snapshot: null; walletLedger: L };

/**
 * Snapshots of ledgers. One that follows from the stored data of now replaces the replay of the history. A ledger that
 * had to be computed leaves its snapshot for the next process.
 */
@Injectable()
export class Snapshots implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Snapshots');
  readonly #saving = new Set<string>();
  /** Work of jobs that store the snapshots of a wallet, by address. */
  readonly #current = new Map<string, Promise<void>>();
  /** One long history at a time: a ledger needs memory. */
  #refreshing: Promise<void> = Promise.resolve();
  #isStopping = false;
  readonly #pruning = new PollingWorker(
    async () => {
      const now = this.clock.now();
      await this.store.prune(now - 2 * KEEP_MS);
      return this.rows.prune(now - HOUR_MS);
    },
    (error) => this.log.warn(`Old snapshots could not be deleted: ${String(error)}`),
  );

  constructor(
    private readonly histories: WalletHistoryService,
    private readonly ledgers: WalletLedgerService,
    private readonly kept: KeptLedgers,
    private readonly scopes: SnapshotScopes,
    private readonly content: SnapshotContent,
    private readonly contents: LedgerContentsOf,
    private readonly rows: Ledgers,
    private readonly store: WalletSnapshots,
    private readonly clock: Clock,
    private readonly indexer: WalletIndexer,
    private readonly early: EarlyBalances,
    private readonly state: ProcessState,
    private readonly orders: SnapshotOrders,
    private readonly metrics: Metrics,
  ) {}

  /** The process that reads a wallet stores its snapshots. */
  onApplicationBootstrap(): void {
    // The code is read now, so that the first request does not wait for it.
    this.log.debug(`Rules ${this.scopes.rulesVersion}`);
    if (!this.state.runsJobs) return;
    this.#pruning.every(this.clock, HOUR_MS, MINUTE_MS);
    this.indexer.onRead((address) => this.afterRead(parseAddress(address)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#refreshing, this.#pruning.stop()]);
  }

  /**
   * Stores the snapshots of a wallet that was read. The job that read it waits, so that a caller who waits for the job
   * finds them. Long histories are left for later, unless their ledger is kept: other wallets wait for the places of
   * jobs. A process with requests computes those whose ledger it keeps; the others when they are asked for.
   */
  private async afterRead(subject: Address, userId?: string): Promise<void> {
    if (!this.state.computesForOthers && this.kept.isEmpty) return;
    const views = await this.viewsOf(subject, userId).catch(() => []);
    const isLong = (view: CoveredHistory<Covered>): boolean => rowsOf(view) >= LONG_ROWS;
    const isNow = (view: CoveredHistory<Covered>): boolean =>
      this.kept.has(nameOf(this.scopes.of(view))) || (this.state.computesForOthers && !isLong(view));
    const now = views.filter(isNow);
    const later = this.state.computesForOthers ? views.filter((view) => !now.includes(view)) : [];
    if (later.length > 0) this.#refreshing = this.#refreshing.then(() => this.refresh(subject, later));
    const work = this.refresh(subject, now).finally(() => {
      if (this.#current.get(subject.value) === work) this.#current.delete(subject.value);
    });
    this.#current.set(subject.value, work);
    await work;
  }

  /** Prices the rows of an exchange account that was read, then stores its snapshots as after the read of a wallet. */
  async afterSync(userId: string, accountId: string, context: JobContext): Promise<void> {
    const subject = parseAddress(accountId);
    const addresses = [subject.value];
    await this.indexer.priceWallets({ addresses, userId }, { ...context, progress: () => Promise.resolve() });
    await this.afterRead(subject, userId);
  }

  /** The wallet alone, and as part of what its owners asked for within a day. @param ofUser owner of an exchange account */
  private async viewsOf(subject: Address, ofUser?: string): Promise<CoveredHistory<Covered>[]> {
    const since = this.clock.now() - KEEP_MS;
    const alone = await this.histories.storedCovered(subject, [], ofUser);
    const scopes = await this.store.scopesOf(subject.value, since, MOST_SCOPES);
    const others = scopes.map(async ({ wallet, name, wallets, userId }) => {
      // The accounts at exchanges are among the additions of the user.
      const owned = wallets.map(parseAddress).filter(({ family }) => family !== 'exchange');
      const covered = await this.histories.storedCovered(parseAddress(wallet), owned, userId ?? undefined);
      return this.scopes.of(covered).name === name ? [covered] : [];
    });
    // A scope that cannot be read now, or is another one by now, has no snapshot to keep current.
    return [alone, ...(await Promise.all(others.map((other) => other.catch(() => [])))).flat()];
  }

  private async refresh(subject: Address, views: readonly CoveredHistory<Covered>[]): Promise<void> {
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
    if (isChanged && this.state.computesForOthers) await this.ledgers.forget(subject);
  }

  /** The snapshot of the stored data by the rules of this process. */
  async compute({ given, owned, userId }: JobPayloads['compute_snapshot']): Promise<void> {
    const subject = parseAddress(given);
    const covered = await this.histories.storedCovered(subject, owned.map(parseAddress), userId);
    const isChanged = await this.replace(covered, true);
    if (isChanged && this.state.computesForOthers) await this.ledgers.forget(subject);
  }

  /**
   * Computes a snapshot that is missing or outdated.
   * @param isOrdered by a request
   * @returns whether it was
   */
  private async replace(covered: CoveredHistory<Covered>, isOrdered: boolean): Promise<boolean> {
    const scope = this.scopes.of(covered);
    const basis = await this.scopes.basisOf(covered);
    const known = await this.find(scope, basis, ['transactionCount']);
    if (known && !known.isOutdated) return false;
    const history = await this.histories.completeStored(covered);
    // The sums are for every caller. A job that reads the wallet has cached them before.
    if (isOrdered && covered.additions === null)
      await this.early.note(covered.subject, this.ledgers.transactionsOf(history), rowsOf(covered));
    if (!isFinal(history)) return false;
    return this.kept.use(nameOf(scope), history, async (ledger) => {
      // Another job can have stored it, or that of a later state, while this one waited for its turn.
      const stored = await this.find(scope, basis, ['transactionCount']);
      if (stored && !stored.isOutdated) return true;
      if ((await this.scopes.basisNow(covered)).state !== basis.state) return false;
      return this.save(scope, basis, ledger, false);
    });
  }

  /**
   * Calls `use` with the ledger of the stored data: that of before, continued.
   * @param use must not keep the ledger or a part of it
   * @throws AppError as WalletLedgerService.stored
   */
  async withStored<T>(
    subject: Address,
    owned: readonly Address[],
    userId: string,
    use: (walletLedger: ReadyWalletLedger) => Promise<T>,
  ): Promise<T> {
    const covered = await this.histories.storedCovered(subject, owned, userId);
    const history = await this.histories.completeStored(covered);
    return this.kept.use(nameOf(this.scopes.of(covered)), history, use);
  }

  private find<P extends SnapshotPart>(scope: SnapshotScope, basis: SnapshotBasis, parts: readonly P[]) {
    const all = [...parts, 'isUnread' as const];
    return this.store.find(scope, basis, this.clock.now() - KEEP_MS, all);
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
    const before = await this.histories.covered(subject, owned, budget);
    const isLater = await this.whileStored(before, budget);
    const covered = isLater ? await this.histories.covered(subject, owned, again) : before;
    const pending = () => this.ledgers.pending(covered, budget);
    const isLeftToJob = !this.state.runsJobs && isLeftEarly(covered, budget);
    const compute = isLeftToJob ? pending : () => this.ledgers.complete(covered, budget);
    // What anyone may name is computed for the answer, and leaves no snapshot.
    if (isPassing(before.covered, budget)) return { snapshot: null, walletLedger: await compute() };
    const isNew = isLater || knownStates === undefined;
    const ms = this.histories.waitingTime(budget);
    const elsewhere = { ...again, ms, pending: budget.wholeHistory ? null : pending };
    // The job that reads the wallet prices it first.
    const isRead = covered.covered.every(({ outcome }) => outcome !== null);
    return (
      (await this.found(covered, parts, compute, { isNew, elsewhere: isRead ? elsewhere : null })) ??
      this.of(subject, owned, again, parts)
    );
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
    const elsewhere = { ms: LEFT_MS, signal, requester, pending: null };
    return (
      (await this.found(covered, parts, compute, { isNew, elsewhere })) ??
      this.stored(subject, owned, { userId, signal, requester }, parts)
    );
  }

  /**
   * @param isNew false when the state of the stored rows was read a moment ago
   * @param elsewhere how long to wait for another process; null: not at all
   * @returns null when there is no snapshot of that state, and the state was not read just now: another may be stored
   */
  private async found<L extends WalletLedger, P extends SnapshotPart>(
    covered: CoveredHistory<Covered>,
    parts: readonly P[],
    compute: () => Promise<L>,
    { isNew, elsewhere }: { isNew: boolean; elsewhere: Elsewhere<L> | null },
  ): Promise<SnapshotOr<L, P> | null> {
    if (covered.covered.some(({ coverage }) => coverage.pending.length > 0))
      return { snapshot: null, walletLedger: await compute() };
    const scope = this.scopes.of(covered);
    const basis = await this.scopes.basisOf(covered);
    let known = await this.find(scope, basis, parts);
    if (known === null && !isNew) return null;
    const name = nameOf(scope);
    const isElsewhere = !this.state.runsJobs && isLeft(covered) && !this.orders.hasNone(name, basis.state);
    if (known === null && elsewhere !== null && isElsewhere) {
      const pending = await this.orders.computed(covered, name, elsewhere);
      if (pending) return { snapshot: null, walletLedger: pending };
      known = await this.find(scope, basis, parts);
      if (known === null) this.orders.noteNone(name, basis.state);
    }
    const result = known === null ? 'missing' : known.isOutdated ? 'outdated' : 'found';
    this.metrics.count('cost_basis_snapshot_reads_total', { result });
    if (known) {
      if (known.isOutdated) await this.orders.again(covered);
      const now = this.clock.now();
      if (now - known.askedAt > HOUR_MS) void this.store.noteAsked(scope, now).catch(() => undefined);
      const { rules } = known;
      const { isUnread, ...snapshot } = known.snapshot;
      const stated = syncStatusOf(covered.covered, NOTHING, covered.additions);
      const syncStatus = {
        ...stated,
        incomplete: stated.incomplete || isUnread,
        recomputing: known.isOutdated,
      };
      const entries = covered.additions?.entries ?? [];
      // A snapshot that was replaced while it was read has them no more, the stored data has.
      const eachLot = async (): Promise<EachLot> =>
        (await this.store.eachLot(scope, basis, known.computedAt)) ?? this.content.eachLot(await compute());
      return {
        snapshot: snapshot as unknown as Pick<WalletSnapshot, P>,
        syncStatus,
        entries,
        accounts: covered.additions?.accounts ?? [],
        walletLedger: null,
        eachLot,
        version: () => this.rows.find(ledgerIdOf(scope), { state: basis.state, rules }),
        compute,
      };
    }
    const walletLedger = await compute();
    void this.saveAsked(scope, basis, walletLedger);
    return { snapshot: null, walletLedger };
  }

  /**
   * Waits while the job that has read the wallet stores its snapshots, or reads it and continues the ledger that it
   * keeps, within half of the time that is left.
   * @returns true when the job can have changed the stored data meanwhile
   */
  private async whileStored(covered: CoveredHistory<Covered>, { deadline, signal }: Budget) {
    const { value } = covered.subject;
    const isSoon = this.kept.has(nameOf(this.scopes.of(covered)));
    const storing = this.#current.get(value)?.catch(() => undefined);
    const work = storing ?? (isSoon ? this.indexer.reading(value) : undefined);
    if (work) await atMost(this.clock, (deadline - this.clock.now()) / 2, signal, work);
    return work !== undefined && storing === undefined;
  }

  /**
   * Stores the snapshot of a ledger that a request computed. A process that reads wallets computes it from a ledger of
   * its own, which it keeps with its sums for the job that reads the wallet again.
   */
  private async saveAsked(
    scope: SnapshotScope,
    basis: SnapshotBasis,
    walletLedger: WalletLedger,
  ): Promise<unknown> {
    const [{ history }, name] = [walletLedger, nameOf(scope)];
    const mayKeep = this.state.runsJobs && isFinal(history) && (history.valued.entries ?? []).length === 0;
    if (!mayKeep || this.kept.has(name)) return this.save(scope, basis, walletLedger, true);
    return this.savedOnce(name, () =>
      this.kept.use(name, history, (ledger) => this.write(scope, basis, ledger, true)),
    );
  }

  /** Beside the request: a caller neither waits for it nor fails with it. @returns true when it is stored */
  private async save(
    scope: SnapshotScope,
    basis: SnapshotBasis,
    walletLedger: WalletLedger,
    isAsked: boolean,
  ): Promise<boolean> {
    const { ledger, history } = walletLedger;
    if (!ledger || !isFinal(history)) return false;
    return this.savedOnce(nameOf(scope), () =>
      this.write(scope, basis, { ...walletLedger, ledger }, isAsked),
    );
  }

  private async write(
    scope: SnapshotScope,
    basis: SnapshotBasis,
    walletLedger: ReadyWalletLedger,
    isAsked: boolean,
  ): Promise<boolean> {
    // A snapshot cannot state that its amounts are approximate.
    if (walletLedger.ledger.isApproximate) return false;
    const now = this.clock.now();
    await this.rows.save(ledgerScopeOf(scope), basis, await this.contents.of(walletLedger), now);
    await this.store.save(scope, basis, await this.content.of(walletLedger), now, isAsked);
    return true;
  }

  /** Nothing, while a snapshot of that name is saved already. */
  private async savedOnce(name: string, save: () => Promise<boolean>): Promise<boolean> {
    if (this.#saving.has(name)) return false;
    this.#saving.add(name);
    try {
      return await save();
    } catch (error) {
      this.log.warn(`A snapshot could not be stored: ${String(error)}`);
      return false;
    } finally {
      this.#saving.delete(name);
    }
  }
}

/** A history that waits for rows or prices has no snapshot. */
const isFinal = ({ syncStatus, valued }: Pick<WalletHistory, 'syncStatus' | 'valued'>): boolean =>
  !syncStatus.historyPending && valued.open.length === 0;
