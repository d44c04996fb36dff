import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { sha256Hex } from '../../domain/kernel/hash';
import { Config } from '../../config/env';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { Jobs, type JobOutcome } from '../../ports/work/jobs';
import { type ChainState, type KnownStates, RawHistoryStore } from '../../ports/storage/raw-history-store';
import { atMost, within, type Budget } from '../budget';
import { isPassing, PassingWallets, refuseLong } from '../passing-wallets';
import { dueChains, foundCoverage, isFresh, mustWait, storedCoverage } from './coverage';
import {
  checkAccounts,
  distinct,
  earlyState,
  syncStatusOf,
  hasImported,
  isJustPriced,
  mendable,
  storedPart,
  seenFrom,
  withoutRepeats,
  walletsOf,
  type Covered,
  type CoveredHistory,
  type CoveredTogether,
  type CoveredWallet,
  type StoredPart,
} from './covered-wallets';
import { EarlyBalances } from '../balances/early-balances.service';
import type { Additions } from './history-classifier.service';
import { ChainOutages, withUnread } from '../chain-outages.service';
import { HistoryReader, type ValuedHistory } from './history-reader.service';
import { IndexingProgressService } from './indexing-progress.service';
import { VersionedCache } from './versioned-cache';
import type { Asked, JointHistory, WalletHistory } from './wallet-history';
import { WalletOrders } from './wallet-orders.service';

/** Maximum number of transactions in memory, of all histories, and of incomplete ones. */
const MAX_TRANSACTIONS = { classified: 300_000, early: 100_000 };
const weightOf = ({ transactions }: ValuedHistory): number => transactions.length;
/** Number of prices checked per lookup for newly stored values. */
const PROBE = 200;
/** Share of the budget reserved for computing and current prices after the wait. */
const RESERVE_MS = 600;

/**
 * Address -> stored, classified, priced transactions. A job reads upstreams. A request starts the job when
 * the stored history is missing or old, waits within its budget, and leaves the job active.
 */
@Injectable()
export class WalletHistoryService {
  readonly #classified = new VersionedCache(MAX_TRANSACTIONS.classified, weightOf);
  /** Incomplete histories in their last processed state. */
  readonly #early = new VersionedCache(MAX_TRANSACTIONS.early, weightOf);

  readonly #passing = new PassingWallets();

  constructor(
    private readonly store: RawHistoryStore,
    private readonly source: HistorySource,
    private readonly reader: HistoryReader,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly early: EarlyBalances,
    private readonly indexing: IndexingProgressService,
    private readonly orders: WalletOrders,
    private readonly outages: ChainOutages,
  ) {}

  /**
   * @param owned other wallets of the same owner; duplicates and the subject itself are ignored
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when no data of the subject can be read;
   *   RATE_LIMIT_EXCEEDED as `WalletOrders.admit`; UNAUTHORIZED for several wallets with too many rows
   */
  async read(subject: Address, owned: readonly Address[], budget: Budget): Promise<WalletHistory> {
    return this.complete(await this.covered(subject, owned, budget), budget);
  }

  /** Reads no history. @throws AppError RESOURCE_NOT_FOUND for an exchange account that the user does not have */
  async admit(wallets: readonly Address[], userId: string | undefined): Promise<Additions | null> {
    const additions = await this.reader.additions(wallets, userId);
    checkAccounts(wallets, additions);
    return additions;
  }

  /** The first step of `read`: the state of the stored rows, after a read of the upstreams when one is due. */
  async covered(subject: Address, owned: readonly Address[], budget: Budget): Promise<CoveredHistory> {
    const wallets = distinct([subject, ...owned]);
    const additions = await this.admit(wallets, budget.userId);
    const asked = await this.asked(wallets, ({ value }) =>
      value === subject.value ? budget : { ...budget, since: undefined },
    );
    const covered = await Promise.all(
      asked.map(async (one) => {
        const { address } = one;
        const isSubject = address.value === subject.value;
        const found = await this.cover(one);
        if (isSubject && found.failure && !hasImported(address, additions)) throw found.failure;
        return { address, isSubject, ...found };
      }),
    );
    if (isPassing(covered, budget)) refuseLong(covered, this.config.ANONYMOUS_LEDGER_ROWS);
    return { subject, covered, additions };
  }

  /** The second step: classifies and values the rows. */
  async complete({ subject, covered, additions }: CoveredHistory, budget: Budget): Promise<WalletHistory> {
    return { subject, ...(await this.historyOf(covered, additions, budget)) };
  }

  /** As `complete`, without rows: another process computes what follows from them. */
  async pending({ subject, covered, additions }: CoveredHistory, budget: Budget): Promise<WalletHistory> {
    for (const { address } of covered) this.early.ask(address, budget);
    return { subject, ...(await this.stated(covered, additions, null)) };
  }

  /** Identifies the rows of a covered history and their state. */
  partOf({ covered, additions }: CoveredHistory<Covered>): StoredPart {
    return storedPart(this.distinct(covered), additions);
  }

  /**
   * Reads wallets of one owner together. A wallet that cannot be read is named and does not block the others.
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when no wallet can be read;
   *   RATE_LIMIT_EXCEEDED as `WalletOrders.admit`
   */
  async coveredTogether(addresses: readonly Address[], budget: Budget): Promise<CoveredTogether> {
    const wallets = distinct(addresses);
    const additions = await this.admit(wallets, budget.userId);
    const asked = await this.asked(wallets, () => budget);
    const covered = await Promise.all(
      asked.map(async (one) => ({ address: one.address, isSubject: false, ...(await this.cover(one)) })),
    );
    const failures = new Map<string, AppError>();
    for (const { address, failure } of covered)
      if (failure && !hasImported(address, additions)) failures.set(address.value, failure);
    const failure =
      failures.size > 0 && failures.size === wallets.length ? mendable([...failures.values()]) : undefined;
    if (failure) throw failure;
    return { subjects: addresses, covered, additions, failures };
  }

  /** The second step of `coveredTogether`. */
  async completeTogether(history: CoveredTogether, budget: Budget): Promise<JointHistory> {
    const { covered, additions, failures } = history;
    return { ...(await this.historyOf(covered, additions, budget)), failures };
  }

  /** As `completeTogether`, without rows: another process computes what follows from them. */
  async pendingTogether(history: CoveredTogether, budget: Budget): Promise<JointHistory> {
    const { covered, additions, failures } = history;
    for (const { address } of covered) this.early.ask(address, budget);
    return { ...(await this.stated(covered, additions, null)), failures };
  }

  private async historyOf(
    covered: readonly CoveredWallet[],
    additions: Additions | null,
    budget: Budget,
  ): Promise<Omit<WalletHistory, 'subject'>> {
    const part = storedPart(this.distinct(covered), additions);
    // An active job prices what it reads. A second job would fetch the same prices.
    const mayOrder = covered.every(({ outcome }) => outcome !== null);
    const early = earlyState(covered);
    if (early === null) this.#early.delete(part.subject);
    const work = isPassing(covered, budget)
      ? this.#passing.read(
          this.reader,
          part,
          (first) => mayOrder && this.fetchPrices(part, first.open, budget),
        )
      : early === null
        ? this.priced(part, mayOrder && !isJustPriced({ covered, additions }), budget)
        : this.#early.get(part.subject, early, () => this.reader.read(part.stored, part.additions));
    const valued = await (budget.wholeHistory ? work : this.inTime(work, covered, budget));
    return this.stated(covered, additions, valued);
  }

  private async stated(
    covered: readonly CoveredWallet[],
    additions: Additions | null,
    valued: ValuedHistory | null,
  ): Promise<Omit<WalletHistory, 'subject'>> {
    const addresses = covered.map(({ address }) => address);
    return {
      wallets: walletsOf(addresses, additions),
      valued: valued ?? { transactions: [], open: [] },
      syncStatus: await this.indexing.statedIn(syncStatusOf(covered, valued, additions), addresses),
    };
  }

  private distinct<T extends Pick<CoveredWallet, 'address' | 'isSubject' | 'coverage'>>(
    covered: readonly T[],
  ) {
    return withoutRepeats(covered, ({ address, coverage }) =>
      coverage.chains.flatMap(({ chain, cursor }) => this.source.addressesIn(chain, address, cursor)),
    );
  }

  /** @returns null when the work exceeds the budget; balances are then fetched from chains */
  private async inTime(
    work: Promise<ValuedHistory>,
    covered: readonly CoveredWallet[],
    budget: Budget,
  ): Promise<ValuedHistory | null> {
    const soon = await atMost(this.clock, this.left(budget) / 2, budget.signal, work);
    if (soon !== null) return soon;
    for (const { address } of covered) this.early.ask(address, budget);
    return atMost(this.clock, this.left(budget), budget.signal, work);
  }

  /**
   * The state of the stored history. It calls no upstream and starts no job.
   * @param userId whose additions to the history count
   * @throws AppError WALLET_NOT_FOUND when no chain of the subject is fully read
   */
  async storedCovered(
    subject: Address,
    owned: readonly Address[],
    userId?: string,
    knownStates?: KnownStates,
  ): Promise<CoveredHistory<Covered>> {
    return seenFrom(subject, await this.storedTogether([subject, ...owned], userId, knownStates));
  }

  /** The stored state of wallets of one owner, for `seenFrom`. */
  async storedTogether(addresses: readonly Address[], userId?: string, knownStates?: KnownStates) {
    const wallets = distinct(addresses);
    const additions = await this.admit(wallets, userId);
    const covered = await Promise.all(
      wallets.map(async (address) => {
        const states = knownStates?.get(address.value) ?? (await this.store.chainStates(address.value));
        const coverage = storedCoverage(this.source.chainsOf(address), states, this.clock.now());
        return { address, isSubject: false, coverage };
      }),
    );
    return { covered, additions };
  }

  /** The second step of `storedCovered`. */
  async completeStored(history: CoveredHistory<Covered>): Promise<WalletHistory> {
    const { subject, covered, additions } = history;
    const valued = await this.latest(this.partOf(history));
    const addresses = covered.map(({ address }) => address);
    return {
      subject,
      wallets: walletsOf(addresses, additions),
      valued,
      syncStatus: syncStatusOf(covered, valued, additions),
    };
  }

  /** Clears the cached data of an address, alone or together with others. @returns the removed values */
  forget(address: string): Promise<ValuedHistory[]> {
    const isOfIt = (key: string) => key.includes(JSON.stringify(address));
    const found = [...this.#classified.forget(isOfIt), ...this.#early.forget(isOfIt)];
    return Promise.all(found.map((value) => value.catch(() => null))).then((values) =>
      values.filter((value) => value !== null),
    );
  }

  /** Finds the wallets that need a read, and charges the caller for all of them at once. */
  private async asked(
    wallets: readonly Address[],
    budgetOf: (address: Address) => Budget,
  ): Promise<readonly Asked[]> {
    const all = await Promise.all(
      wallets.map(async (address): Promise<Asked> => {
        const budget = budgetOf(address);
        const states =
          budget.knownStates?.get(address.value) ?? (await this.store.chainStates(address.value));
        return { address, budget, states, order: this.orderOf(address, states, budget) };
      }),
    );
    const due = all.flatMap(({ address, order }) =>
      order === 'none' ? [] : [{ address, isNeeded: order === 'needed' }],
    );
    const requester = all[0]?.budget.requester ?? null;
    const admitted = new Set((await this.orders.admit(due, requester)).map(({ address }) => address.value));
    return all.map((one) => (admitted.has(one.address.value) ? one : { ...one, order: 'none' }));
  }

  private orderOf(address: Address, states: readonly ChainState[], budget: Budget): Asked['order'] {
    const { readable } = this.source.chainsOf(address);
    if (isFresh(readable, states, this.clock.now(), budget.since)) return 'none';
    return budget.since !== undefined || mustWait(readable, states) ? 'needed' : 'refresh';
  }

  /** Starts a read of the wallet when needed, and evaluates its state. Never throws a provider's code. */
  private async cover(asked: Asked): Promise<Omit<CoveredWallet, 'address' | 'isSubject'>> {
    const { address, budget, order } = asked;
    const availability = this.source.chainsOf(address);
    const { readable } = availability;
    let { states } = asked;
    let outcome: JobOutcome | null | undefined;
    if (order !== 'none') {
      const due = dueChains(readable, states, this.clock.now(), budget.since);
      const outage = budget.isPatient ? null : await this.outages.of(address.value, due);
      outcome = await this.index(address, order === 'needed', budget, outage !== null);
      states = withUnread(await this.store.chainStates(address.value), outage ?? []);
    }
    return { ...foundCoverage(availability, states, outcome, this.clock.now()), outcome };
  }

  /**
   * Starts the job and waits. When a partial answer is possible, half of the time is for the complete one. If
   * only prices are missing then, the other half is used to compute balances.
   * @param isOutage the job would wait for upstreams that are not called: nothing waits for it
   * @returns null when the job is still active
   */
  private async index(
    address: Address,
    isNeeded: boolean,
    budget: Budget,
    isOutage: boolean,
  ): Promise<JobOutcome | null> {
    const { jobId } = await this.orders.order(address, budget.requester ?? null, budget.since);
    if (isOutage) return null;
    const { readable } = this.source.chainsOf(address);
    const isRead = async () => !mustWait(readable, await this.store.chainStates(address.value));
    const left = this.waitingTime(budget);
    if (!isNeeded) return this.wait(jobId, budget, Math.min(left, this.config.PARTIAL_BUDGET_MS));
    if (budget.wholeHistory) {
      const outcome = await this.wait(jobId, budget, left);
      if (outcome !== null || (await isRead())) return outcome;
      const late = await this.jobs.outcome(jobId, budget.signal);
      budget.signal.throwIfAborted();
      return late;
    }
    const early = await this.wait(jobId, budget, left / 2);
    if (early !== null || (await isRead())) return early;
    this.early.ask(address, budget);
    return this.wait(jobId, budget);
  }

  /** Returns the valued history. A job fetches missing prices first, at most once per call. */
  private async priced(part: StoredPart, mayOrder: boolean, budget: Budget): Promise<ValuedHistory> {
    const first = await this.classified(part);
    const { open } = first;
    if (open.length === 0) return first;
    // Prices are stored in list order: while the last one is missing, the job is not complete.
    const isNews = async () => (await this.reader.prices(open.slice(-PROBE))).size > 0;
    if (!(await isNews())) {
      if (!mayOrder) return first;
      await this.fetchPrices(part, first.open, budget);
    }
    return this.latest(part);
  }

  /** The history with every price stored so far. */
  private async latest(part: StoredPart): Promise<ValuedHistory> {
    const first = await this.classified(part);
    if (first.open.length === 0) return first;
    const news = await this.reader.prices(first.open);
    if (news.size === 0) return first;
    // The first caller replaces the outdated value. The others find the new one under the same key.
    if ((await this.classified(part)) === first) this.#classified.delete(part.subject);
    return this.#classified.get(part.subject, part.state, () => this.reader.refreshed(first, news));
  }

  private classified({ subject, state, stored, additions }: StoredPart): Promise<ValuedHistory> {
    return this.#classified.get(subject, state, () => this.reader.read(stored, additions));
  }

  /**
   * Joins the indexing job of each wallet, which prices its own history. A separate job fetches only the
   * prices needed because the wallets are read together.
   * @param open prices that are missing; null when another process knows them
   */
  async fetchPrices(
    { stored: wallets, additions }: StoredPart,
    open: ValuedHistory['open'] | null,
    budget: Budget,
  ): Promise<void> {
    const requester = budget.requester ?? null;
    const due = wallets.map(({ address }) => ({ address, isNeeded: false }));
    if ((await this.orders.admit(due, requester)).length < due.length) return;
    const jobs = await Promise.all(wallets.map(({ address }) => this.orders.order(address, requester)));
    await Promise.all(jobs.map(({ jobId }) => this.wait(jobId, budget)));
    if (wallets.length === 1 && !additions) return;
    if (open !== null && (await this.reader.prices(open)).size === open.length) return;
    const addresses = wallets.map(({ address }) => address.value);
    const whose = additions ? { userId: additions.userId } : {};
    const dedupeKey = `price_wallets:${sha256Hex([...addresses, additions?.version ?? ''].join())}`;
    const payload = { addresses, ...whose };
    const { jobId } = await this.jobs.enqueue('price_wallets', dedupeKey, payload, { requester });
    await this.wait(jobId, budget);
  }

  private wait(jobId: string, budget: Budget, ms = this.waitingTime(budget)): Promise<JobOutcome | null> {
    return within(this.clock, ms, budget.signal, (signal) => this.jobs.outcome(jobId, signal));
  }

  private left(budget: Budget): number {
    return budget.deadline - this.clock.now();
  }

  /** Milliseconds that a request can wait for a job. */
  waitingTime(budget: Budget): number {
    return this.left(budget) - Math.min(RESERVE_MS, this.config.PARTIAL_BUDGET_MS / 4);
  }
}
