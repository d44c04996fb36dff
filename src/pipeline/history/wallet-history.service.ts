import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { sha256Hex } from '../../domain/kernel/hash';
import type { SyncStatus } from '../../domain/portfolio/rescan-rules';
import { Config } from '../../config/env';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { Jobs, type JobOutcome } from '../../ports/work/jobs';
import { LedgerStore } from '../../ports/storage/ledger-store';
import { atMost, within, type Budget } from '../budget';
import { isFresh, judge, judgeStored, mustWait, noCoverage } from './coverage';
import {
  distinct,
  earlyState,
  syncStatusOf,
  hasImported,
  mendable,
  storedPart,
  type CoveredWallet,
  type StoredPart,
} from './covered-wallets';
import { EarlyBalances } from '../balances/early-balances.service';
import type { Additions } from './history-classifier.service';
import { HistoryReader, type ValuedHistory } from './history-reader.service';
import { IndexingProgressService } from './indexing-progress.service';
import { Memo } from './memo';
import type { JointHistory, WalletHistory } from './wallet-history';

/** Transactions of all histories kept in memory together. */
const MAX_TRANSACTIONS = 300_000;
/** Of them, of histories still being read. */
const MAX_EARLY = 100_000;
/** Prices looked up to see whether others have come in. */
const PROBE = 200;
/** Of the budget, what is kept for computing and current prices after the wait. */
const RESERVE_MS = 600;

/**
 * Address -> stored, classified, priced transactions. Reading upstream is a job; a request makes sure it runs when
 * the stored history is missing or old, waits within its budget, and leaves it running.
 */
@Injectable()
export class WalletHistoryService {
  readonly #memo = new Memo<ValuedHistory>(MAX_TRANSACTIONS, (history) => history.transactions.length);
  /** Histories still being read, as they were when last worked out. */
  readonly #early = new Memo<ValuedHistory>(MAX_EARLY, (history) => history.transactions.length);

  constructor(
    private readonly store: LedgerStore,
    private readonly source: HistorySource,
    private readonly reader: HistoryReader,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly early: EarlyBalances,
    private readonly indexing: IndexingProgressService,
  ) {}

  /**
   * @param owned other wallets of the same owner; repeats and the subject itself do no harm
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when nothing of the subject can be read
   */
  async read(subject: Address, owned: readonly Address[], budget: Budget): Promise<WalletHistory> {
    const wallets = distinct([subject, ...owned]);
    const additions = await this.reader.additions(wallets, budget.userId);
    const covered = await Promise.all(
      wallets.map(async (address) => {
        const isSubject = address.value === subject.value;
        const found = await this.cover(address, isSubject ? budget : { ...budget, since: undefined });
        if (isSubject && found.failure && !hasImported(address, additions)) throw found.failure;
        return { address, isSubject, ...found };
      }),
    );
    return { subject, ...(await this.historyOf(covered, additions, budget)) };
  }

  /**
   * Wallets of one owner read as one. One that cannot be read is named, and keeps no other from being answered.
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when nothing of any of them can be read
   */
  async readTogether(addresses: readonly Address[], budget: Budget): Promise<JointHistory> {
    const wallets = distinct(addresses);
    const additions = await this.reader.additions(wallets, budget.userId);
    const covered = await Promise.all(
      wallets.map(async (address) => ({
        address,
        isSubject: false,
        ...(await this.cover(address, budget)),
      })),
    );
    const failures = new Map<string, AppError>();
    for (const { address, failure } of covered)
      if (failure && !hasImported(address, additions)) failures.set(address.value, failure);
    const failure = failures.size === wallets.length ? mendable([...failures.values()]) : undefined;
    if (failure) throw failure;
    return { ...(await this.historyOf(covered, additions, budget)), failures };
  }

  private async historyOf(
    covered: readonly CoveredWallet[],
    additions: Additions | null,
    budget: Budget,
  ): Promise<Omit<WalletHistory, 'subject'>> {
    const part = storedPart(covered, additions);
    // A job that still runs will price what it reads; a second one beside it would ask for the same.
    const mayOrder = covered.every(({ outcome }) => outcome !== null);
    const justPriced = covered.length === 1 && !additions && covered[0]?.outcome?.status === 'completed';
    const early = earlyState(covered);
    if (early === null) this.#early.delete(part.subject);
    const work =
      early === null
        ? this.priced(part, mayOrder && !justPriced, budget)
        : this.#early.get(part.subject, early, () => this.reader.read(part.stored, part.additions));
    const addresses = covered.map(({ address }) => address);
    const valued = await (budget.wholeHistory ? work : this.inTime(work, addresses, budget));
    const freshness = syncStatusOf(covered, valued);
    return {
      wallets: addresses.map(({ value }) => value),
      valued: valued ?? { transactions: [], open: [] },
      freshness: { ...freshness, ...(await this.progressOf(addresses, freshness)) },
    };
  }

  /** Nothing where no job is at work: prices may be out because no market answers. */
  private async progressOf(
    addresses: readonly Address[],
    { historyPending, pricesPending }: SyncStatus,
  ): Promise<Pick<SyncStatus, 'progress'>> {
    if (!historyPending && !pricesPending) return {};
    const progress = await this.indexing.of(addresses);
    return historyPending || progress.etaSeconds !== null ? { progress } : {};
  }

  /** @returns null when the work takes longer than the budget; chains are asked for balances to show meanwhile */
  private async inTime(
    work: Promise<ValuedHistory>,
    addresses: readonly Address[],
    budget: Budget,
  ): Promise<ValuedHistory | null> {
    const soon = await atMost(this.left(budget) / 2, budget.signal, work);
    if (soon !== null) return soon;
    for (const address of addresses) this.early.ask(address, budget);
    return atMost(this.left(budget), budget.signal, work);
  }

  /**
   * What is known already: reads the store, and neither waits for an upstream nor orders anything to be read.
   * @param userId whose additions to the history count
   * @throws AppError WALLET_NOT_FOUND when the subject was not read through on any chain yet
   */
  async stored(subject: Address, owned: readonly Address[], userId?: string): Promise<WalletHistory> {
    const wallets = distinct([subject, ...owned]);
    const additions = await this.reader.additions(wallets, userId);
    const covered = await Promise.all(
      wallets.map(async (address) => {
        const isSubject = address.value === subject.value;
        const availability = this.source.chainsOf(address);
        const states = await this.store.chainStates(address.value);
        const coverage = judgeStored(availability, states, this.clock.now());
        if (!coverage && isSubject && !hasImported(address, additions))
          throw new AppError('WALLET_NOT_FOUND', { address: subject.given });
        const missing = availability.readable.map((chain) => ({ chain, code: 'WALLET_NOT_FOUND' }));
        return { address, isSubject, coverage: coverage ?? noCoverage(missing) };
      }),
    );
    const valued = await this.latest(storedPart(covered, additions));
    return {
      subject,
      wallets: wallets.map(({ value }) => value),
      valued,
      freshness: syncStatusOf(covered, valued),
    };
  }

  /** Drops what this process remembers of an address, alone or beside others. @returns what that was */
  forget(address: string): Promise<ValuedHistory[]> {
    const name = JSON.stringify(address);
    const isOfIt = (key: string) => key.includes(name);
    const found = [...this.#memo.forget(isOfIt), ...this.#early.forget(isOfIt)];
    return Promise.all(found.map((value) => value.catch(() => null))).then((values) =>
      values.filter((value) => value !== null),
    );
  }

  /** Makes sure the wallet is read, and judges what is known of it then. Never throws a provider's code. */
  private async cover(
    address: Address,
    budget: Budget,
  ): Promise<Omit<CoveredWallet, 'address' | 'isSubject'>> {
    const availability = this.source.chainsOf(address);
    const { readable } = availability;
    let states = await this.store.chainStates(address.value);
    let outcome: JobOutcome | null | undefined;
    if (!isFresh(readable, states, this.clock.now(), budget.since)) {
      const isNeeded = budget.since !== undefined || mustWait(readable, states);
      outcome = await this.index(address, isNeeded, budget);
      states = await this.store.chainStates(address.value);
    }
    try {
      const coverage = judge(availability, states, outcome, this.clock.now());
      return { coverage, outcome, failure: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Another wallet of the owner, or one with rows of the user's own, is named like a chain that cannot be read.
      const unavailable = [...readable, ...availability.unavailable.map(({ chain }) => chain)];
      const coverage = noCoverage(unavailable.map((chain) => ({ chain, code: error.code })));
      return { coverage, outcome, failure: error };
    }
  }

  /**
   * Orders the job and waits. Where a part is an answer, half of the time goes into waiting for all of it; when by then
   * only prices are out, the other half is better spent on computing balances.
   * @returns null when the job still runs
   */
  private async index(address: Address, isNeeded: boolean, budget: Budget): Promise<JobOutcome | null> {
    const { jobId } = await this.orderIndex(address, budget.since);
    const { readable } = this.source.chainsOf(address);
    const wait = (ms: number) => within(ms, budget.signal, (signal) => this.jobs.outcome(jobId, signal));
    const isRead = async () => !mustWait(readable, await this.store.chainStates(address.value));
    const left = this.waitingTime(budget);
    if (!isNeeded) return wait(Math.min(left, this.config.PARTIAL_BUDGET_MS));
    if (budget.wholeHistory) {
      const outcome = await wait(left);
      if (outcome !== null || (await isRead())) return outcome;
      const late = await this.jobs.outcome(jobId, budget.signal);
      budget.signal.throwIfAborted();
      return late;
    }
    const early = await wait(left / 2);
    if (early !== null || (await isRead())) return early;
    this.early.ask(address, budget);
    return wait(this.waitingTime(budget));
  }

  /** The valued history; prices still open are fetched by a job first, once per call at most. */
  private async priced(part: StoredPart, mayOrder: boolean, budget: Budget): Promise<ValuedHistory> {
    const first = await this.remembered(part);
    const { open } = first;
    if (open.length === 0) return first;
    // Prices are stored in the order of the list: while its end is unknown, the job that fetches them is not done.
    const isNews = async () => (await this.reader.prices(open.slice(-PROBE))).size > 0;
    if (!(await isNews())) {
      if (!mayOrder) return first;
      await this.fetchPrices(part, first, budget);
    }
    return this.latest(part);
  }

  /** The history with every price that is stored by now. */
  private async latest(part: StoredPart): Promise<ValuedHistory> {
    const first = await this.remembered(part);
    if (first.open.length === 0) return first;
    const news = await this.reader.prices(first.open);
    if (news.size === 0) return first;
    // Whoever comes first replaces the outdated value; the others find the new one under the same key.
    if ((await this.remembered(part)) === first) this.#memo.delete(part.subject);
    return this.#memo.get(part.subject, part.state, () => this.reader.refreshed(first, news));
  }

  private remembered({ subject, state, stored, additions }: StoredPart): Promise<ValuedHistory> {
    return this.#memo.get(subject, state, () => this.reader.read(stored, additions));
  }

  /**
   * The indexing job of each wallet prices its own history: it is joined where it runs, and has nothing else to do
   * where it does not. Only what the wallets need because they are read as one is left to a job of its own.
   */
  private async fetchPrices(
    { stored: wallets, additions }: StoredPart,
    history: ValuedHistory,
    budget: Budget,
  ): Promise<void> {
    const jobs = await Promise.all(wallets.map(({ address }) => this.orderIndex(address)));
    await Promise.all(jobs.map(({ jobId }) => this.wait(jobId, budget)));
    if (wallets.length === 1 && !additions) return;
    if ((await this.reader.prices(history.open)).size === history.open.length) return;
    const addresses = wallets.map(({ address }) => address.value);
    const whose = additions ? { userId: additions.userId } : {};
    const dedupeKey = `price_wallets:${sha256Hex([...addresses, additions?.version ?? ''].join())}`;
    const { jobId } = await this.jobs.enqueue('price_wallets', dedupeKey, { addresses, ...whose });
    await this.wait(jobId, budget);
  }

  private orderIndex({ value, given }: Address, since?: number): Promise<{ jobId: string }> {
    const payload = { address: value, given, ...(since !== undefined && { since }) };
    return this.jobs.enqueue('index_wallet', `index_wallet:${value}`, payload);
  }

  private wait(jobId: string, budget: Budget): Promise<JobOutcome | null> {
    return within(this.waitingTime(budget), budget.signal, (signal) => this.jobs.outcome(jobId, signal));
  }

  private left(budget: Budget): number {
    return budget.deadline - this.clock.now();
  }

  private waitingTime(budget: Budget): number {
    return this.left(budget) - Math.min(RESERVE_MS, this.config.PARTIAL_BUDGET_MS / 4);
  }
}
