import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { dayOf } from '../../domain/kernel/calendar';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import { Parts } from '../../common/turns';
import { whileAnswered } from '../../common/upstream-scope';
import { Clock } from '../../ports/clock';
import { type HistoryPage, HistorySource, type StoredKeys } from '../../ports/upstream/history-source';
import type { JobContext, JobPayloads } from '../../ports/work/jobs';
import { RawHistoryStore, type ChainState } from '../../ports/storage/raw-history-store';
import { PriceSource, priceQueryKey, type PriceQuery } from '../../ports/upstream/price-source';
import { BalanceComparison, type ChainSums } from '../balances/balance-comparison.service';
import { EarlyBalances } from '../balances/early-balances.service';
import { BalanceObserver } from './balance-observer.service';
import { dueChains, isCleared, stateOf } from './coverage';
import { HistoryReader, unsurePrices, type NeededPrices, type UnsurePrice } from './history-reader.service';
import { ChainOutages } from '../chain-outages.service';
import { joined } from '../jobs/joined-pages';
import { ReadLog } from '../jobs/read-log';
import { PRICING, Steps } from '../jobs/steps';

/** Progress in percent when every chain is read. Prices are the rest. */
const FETCHED = 70;
/** Calls of one chain, or of one batch of prices, wait at most this long without any answer. */
const SILENCE_MS = 45_000;
/** Rows of a later read that are stored together. */
const MAX_HELD_ROWS = 5_000;
/** Price queries fetched and stored together: two long calls. A crash loses at most one batch. */
const PRICE_BATCH = 1_300;

/** A wallet has at most this many prices that may change, or its history is classified at every read. */
const MAX_UNSURE = 2_000;
/** Wallets, and prices of them, of which is known that a read without new rows changes nothing. */
const MAX_SETTLED = 50_000;

/** A history can be cleared several times a minute. */
const MOST_ROUNDS = 3;

/** What the last job found of a wallet. */
interface Settled {
  /** Of the rows, and the day. */
  state: string;
  /** Prices that may change without new rows. */
  unsure: readonly UnsurePrice[];
}

/** Background work: stores upstream rows and historical prices. Requests only wait for it. */
@Injectable()
export class WalletIndexer {
  private readonly log = new Logger(WalletIndexer.name);
  readonly #settled = new LRUCache<string, Settled>({
    maxSize: MAX_SETTLED,
    sizeCalculation: ({ unsure }) => 1 + unsure.length,
  });
  private readonly listeners: ((address: string) => Promise<void> | void)[] = [];

  constructor(
    private readonly store: RawHistoryStore,
    private readonly source: HistorySource,
    private readonly priceSource: PriceSource,
    private readonly reader: HistoryReader,
    private readonly clock: Clock,
    private readonly observer: BalanceObserver,
    private readonly early: EarlyBalances,
    private readonly outages: ChainOutages,
    private readonly comparison: BalanceComparison,
  ) {}

  /**
   * Called with the normalised address when this process has read a wallet and fetched its prices. The job ends after
   * it. It must not fail.
   */
  onRead(listener: (address: string) => Promise<void> | void): void {
    this.listeners.push(listener);
  }

  /**
   * Continues the read of every chain, then prices the rows. A failed chain is recorded and does not stop the
   * others. A chain read a moment ago (by a job that ended between the check and the order of a request) is
   * skipped.
   */
  async indexWallet(
    payload: JobPayloads['index_wallet'],
    context: JobContext,
  ): Promise<{ failed: ChainName[]; unanswered: number }> {
    const address = parseAddress(payload.given);
    return this.indexUncleared(address, payload, context);
  }

  /** A history that is cleared during the job is read from its beginning: callers wait for a read history. */
  private async indexUncleared(
    ...order: Parameters<WalletIndexer['index']>
  ): ReturnType<WalletIndexer['index']> {
    const [address, , { signal }] = order;
    const { readable } = this.source.chainsOf(address);
    for (let rounds = 1; ; rounds++) {
      const isLast = rounds >= MOST_ROUNDS;
      try {
        const indexed = await this.index(...order);
        if (isLast || !isCleared(readable, await this.store.chainStates(address.value))) return indexed;
      } catch (error) {
        if (isLast || signal.aborted || !(error instanceof AppError) || error.code !== 'CONFLICT')
          throw error;
      }
    }
  }

  private async index(
    address: Address,
    payload: JobPayloads['index_wallet'],
    context: JobContext,
  ): Promise<{ failed: ChainName[]; unanswered: number }> {
    const { readable } = this.source.chainsOf(address);
    const states = await this.store.chainStates(address.value);
    const due = dueChains(readable, states, this.clock.now(), payload.since);
    const steps = new Steps(context);
    await steps.reach(0, 'fetching');
    const shares = new Map<ChainName, number>();
    const reached = (chain: ChainName, share: number) => {
      shares.set(chain, share);
      const sum = [...shares.values()].reduce((total, one) => total + one, 0);
      return steps.reach((sum / due.length) * FETCHED, 'fetching');
    };
    // Waits for all chains before the job ends, so that no read continues after it.
    const outcomes = await Promise.allSettled(
      due.map(async (chain) => {
        const state = stateOf(states, chain) ?? null;
        const ok = await this.readChain(chain, address, state, context.signal, (share) =>
          reached(chain, share),
        );
        await reached(chain, 1);
        return ok;
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    context.signal.throwIfAborted();
    await steps.reach(FETCHED, PRICING);
    const unanswered = await this.priceHistory(address, context.signal, (part) =>
      steps.reach(FETCHED + part * (100 - FETCHED), PRICING),
    );
    for (const listener of this.listeners) await listener(address.value);
    const failed = due.filter((_, i) => {
      const outcome = outcomes[i];
      return outcome?.status === 'fulfilled' && !outcome.value;
    });
    return { failed, unanswered };
  }

  async priceWallets(
    payload: JobPayloads['price_wallets'],
    context: JobContext,
  ): Promise<{ unanswered: number }> {
    const steps = new Steps(context);
    await steps.reach(0, PRICING);
    const addresses = payload.addresses.map(parseAddress);
    const known = await this.reader.classified(addresses, payload.userId, payload.supposed);
    const { open } = await this.reader.neededPrices(known);
    const reached = (part: number) => steps.reach(part * 100, PRICING);
    return { unanswered: await this.price(open, context.signal, reached) };
  }

  /** Prices that are stored meanwhile are not requested. */
  async priceDays(
    { assets }: JobPayloads['price_days'],
    context: JobContext,
  ): Promise<{ unanswered: number }> {
    const steps = new Steps(context);
    await steps.reach(0, PRICING);
    const wanted = assets.flatMap(({ id, symbol, at: times }) =>
      times.map((at): PriceQuery => ({ assetId: id, symbol, at })),
    );
    const known = await this.reader.prices(wanted);
    const open = wanted.filter((query) => !known.has(priceQueryKey(query)));
    const reached = (part: number) => steps.reach(part * 100, PRICING);
    return { unanswered: await this.price(open, context.signal, reached) };
  }

  /**
   * A first read stores each page before it fetches the next. A later one stores its pages together, because a
   * transaction of one list has no transfers until the next list is read. A later read that is too long for that
   * leaves the history incomplete until it ends.
   * @returns false when the chain failed and the failure is stored
   */
  private async readChain(
    chain: ChainName,
    address: Address,
    state: ChainState | null,
    signal: AbortSignal,
    reached: (share: number) => Promise<void>,
  ): Promise<boolean> {
    let cursor = state?.cursor ?? null;
    const parts = new Parts();
    const stored: StoredKeys = (list, from, to) =>
      this.store.rowKeys(chain, address.value, { list, from, to });
    let isRefused = false;
    const refused = (): void => void (isRefused = true);
    const read = new ReadLog(
      chain,
      address.value,
      (line) => this.log.log(line),
      () => this.clock.now(),
    );
    try {
      const reading = async (answered: AbortSignal): Promise<void> => {
        let held: HistoryPage | null = null;
        for await (const page of this.source.read(chain, address, cursor, answered, stored)) {
          answered.throwIfAborted();
          read.page(page.rows.length, page.share);
          held = held ? joined(held, page) : page;
          if (page.done || !state?.complete || held.rows.length > MAX_HELD_ROWS) {
            const saved = await this.store.savePage(chain, address.value, held, this.clock.now(), cursor);
            this.reader.noteSaved(saved);
            cursor = held.cursor;
            held = null;
          }
          if (page.done) return;
          if (page.share !== undefined) await reached(page.share);
          await parts.next();
        }
      };
      await whileAnswered(this.clock, SILENCE_MS, signal, silent, reading, refused);
      await this.outages.end(chain, address.value);
      read.end();
      return true;
    } catch (error) {
      // Stopped by shutdown or cancellation: the chain did not fail, and the job runs again.
      if (signal.aborted || !(error instanceof AppError) || error.code === 'CONFLICT') throw error;
      this.log.warn(`${chain} could not be read: ${wordsOf(error)}`);
      if (isRefused) await this.outages.begin(chain, error);
      await this.store.saveFailure(chain, address.value, error.code, { ...error.details });
      return false;
    }
  }

  /**
   * Observes balances and fetches missing prices. After a read that changed nothing both were done before, and the
   * history is not classified again.
   * @returns the number of prices that could not be fetched
   */
  private async priceHistory(
    address: Address,
    signal: AbortSignal,
    reached: (part: number) => Promise<void>,
  ): Promise<number> {
    // Read before the rows: a later change of the rows gives another state.
    const states = await this.store.chainStates(address.value);
    const state = this.settlingState(states);
    if (await this.isSettled(address, state)) return 0;
    const needed = await this.needed(address, states, signal);
    const [unanswered, isCompared] = await Promise.all([
      this.price(needed.open, signal, reached),
      this.comparison.compare(address, needed.sums, signal),
    ]);
    await this.settle(address, state, { ...needed, isObserved: needed.isObserved && isCompared });
    return unanswered;
  }

  private async settle(
    { value }: Address,
    state: string,
    { open, unsure, isFinal, isObserved }: NeededPrices & { isObserved: boolean },
  ): Promise<void> {
    this.#settled.delete(value);
    if (!isFinal || !isObserved) return;
    const known = await this.reader.prices(open);
    const all = [...unsure, ...(await unsurePrices(open, known))];
    if (known.size === open.length && all.length <= MAX_UNSURE)
      this.#settled.set(value, { state, unsure: all });
  }

  /** A separate function: the history is released before prices are fetched. */
  private async needed(
    address: Address,
    states: readonly ChainState[],
    signal: AbortSignal,
  ): Promise<NeededPrices & { isObserved: boolean; sums: ChainSums[] }> {
    const known = await this.reader.classified([address]);
    await this.early.note(address, known.transactions);
    const isObserved = await whileAnswered(this.clock, SILENCE_MS, signal, silent, (answered) =>
      this.observer.observe(address, known.transactions, answered),
    ).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      return false;
    });
    const sums = await this.comparison.sumsOf(address, known.transactions, states);
    return { ...(await this.reader.neededPrices(known)), isObserved, sums };
  }

  /** Balances are observed once a day. */
  private settlingState(states: readonly ChainState[]): string {
    return JSON.stringify([
      dayOf(this.clock.now(), 'UTC'),
      ...states.map(({ chain, revision, rowCount, complete, truncated, incomplete, errorCode }) => [
        ...[chain, revision, rowCount, complete, truncated, incomplete, errorCode],
      ]),
    ]);
  }

  /** True when a job of this process found nothing to do in this state, and the prices have not changed since. */
  private async isSettled({ value }: Address, state: string): Promise<boolean> {
    const settled = this.#settled.get(value);
    if (settled?.state !== state) return false;
    const known = await this.reader.prices(settled.unsure.map(({ query }) => query));
    return settled.unsure.every(({ query, usd }) => {
      const price = known.get(priceQueryKey(query));
      return price !== undefined && (price?.usd ?? null) === usd;
    });
  }

  /**
   * Answers that a failing provider could not give are not stored, and are fetched again next time.
   * @returns the number of prices that could not be fetched
   */
  private async price(
    open: readonly PriceQuery[],
    signal: AbortSignal,
    reached: (part: number) => Promise<void>,
  ): Promise<number> {
    let unanswered = 0;
    const parts = new Parts();
    for (let start = 0; start < open.length; start += PRICE_BATCH) {
      if (start > 0) await parts.next();
      signal.throwIfAborted();
      await reached(start / open.length);
      unanswered += await this.priceBatch(open.slice(start, start + PRICE_BATCH), signal);
    }
    return unanswered;
  }

  private async priceBatch(queries: readonly PriceQuery[], signal: AbortSignal): Promise<number> {
    const answer = await this.askPrices(queries, signal);
    const silent = new Set(answer.unanswered.map(priceQueryKey));
    const entries = queries
      .filter((query) => !silent.has(priceQueryKey(query)))
      .map((query) => ({ query, price: answer.prices.get(priceQueryKey(query)) ?? null }));
    if (entries.length > 0) await this.store.savePrices(entries);
    return silent.size;
  }

  private async askPrices(queries: readonly PriceQuery[], signal: AbortSignal) {
    try {
      return await whileAnswered(this.clock, SILENCE_MS, signal, silent, (answered) =>
        this.priceSource.historical(queries, answered),
      );
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      this.log.warn(`no price provider answered: ${wordsOf(error)}`);
      return { prices: new Map<string, never>(), unanswered: [...queries] };
    }
  }
}

const silent = (): AppError =>
  new AppError('DATA_PROVIDER_ERROR', {
    provider: 'all',
    error: `no answer within ${SILENCE_MS / 1_000} seconds`,
  });

const wordsOf = ({ code, details }: AppError): string => `${code} ${JSON.stringify(details ?? {})}`;
