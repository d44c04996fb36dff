import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { parseAddress, type Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { Jobs, type JobContext, type JobPayloads } from '../../ports/work/jobs';
import { LedgerStore, type ChainState } from '../../ports/storage/ledger-store';
import { PriceSource, priceQueryKey, type PriceQuery } from '../../ports/upstream/price-source';
import { BalanceObserver } from './balance-observer.service';
import { isChainFresh } from './coverage';
import { HistoryReader } from './history-reader.service';

/** Percent of the job that is done when every chain has been read; prices are the rest. */
const FETCHED = 70;
/** Price queries sent and stored in one go, so that a crash loses at most one batch. */
const PRICE_BATCH = 500;

/** The background work: upstream rows and historical prices into the store. Requests only wait for it. */
@Injectable()
export class WalletIndexer implements OnModuleInit {
  private readonly log = new Logger(WalletIndexer.name);
  private readonly listeners: ((address: string) => void)[] = [];

  constructor(
    private readonly store: LedgerStore,
    private readonly source: HistorySource,
    private readonly priceSource: PriceSource,
    private readonly reader: HistoryReader,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly observer: BalanceObserver,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('index_wallet', (payload, context) => this.indexWallet(payload, context));
    this.jobs.handle('price_wallets', (payload, context) => this.priceWallets(payload, context));
  }

  /** Called with the address, in its form to compare, when this process has read a wallet and asked for its prices. */
  onRead(listener: (address: string) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Reads on every readable chain, then prices what was read. A chain that fails is remembered as failed and does not
   * stop the others; one read through a moment ago (by a job that ended between a request's look and its order) is
   * passed over.
   */
  private async indexWallet(
    payload: JobPayloads['index_wallet'],
    context: JobContext,
  ): Promise<{ failed: ChainName[]; unanswered: number }> {
    const address = parseAddress(payload.given);
    const { readable } = this.source.chainsOf(address);
    const states = await this.store.chainStates(address.value);
    const due = readable.filter(
      (chain) => !isChainFresh(find(states, chain), this.clock.now(), payload.since),
    );
    const steps = new Steps(context);
    await steps.reach(0, 'fetching');
    const shares = new Map<ChainName, number>();
    const reached = (chain: ChainName, share: number) => {
      shares.set(chain, share);
      const sum = [...shares.values()].reduce((total, one) => total + one, 0);
      return steps.reach((sum / due.length) * FETCHED, 'fetching');
    };
    // All of them end before the job does: nothing may go on reading behind its back.
    const outcomes = await Promise.allSettled(
      due.map(async (chain) => {
        const state = find(states, chain) ?? null;
        const ok = await this.readChain(chain, address, state, context.signal, (share) =>
          reached(chain, share),
        );
        await reached(chain, 1);
        return ok;
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    context.signal.throwIfAborted();
    await steps.reach(FETCHED, 'pricing');
    const open = await this.openPrices(address, context.signal);
    const unanswered = await this.price(open, context.signal, (part) =>
      steps.reach(FETCHED + part * (100 - FETCHED), 'pricing'),
    );
    for (const listener of this.listeners) listener(address.value);
    const failed = due.filter((_, i) => {
      const outcome = outcomes[i];
      return outcome?.status === 'fulfilled' && !outcome.value;
    });
    return { failed, unanswered };
  }

  private async priceWallets(
    payload: JobPayloads['price_wallets'],
    context: JobContext,
  ): Promise<{ unanswered: number }> {
    const steps = new Steps(context);
    await steps.reach(0, 'pricing');
    const addresses = payload.addresses.map(parseAddress);
    const open = await this.reader.openQueries(await this.reader.classified(addresses, payload.userId));
    const reached = (part: number) => steps.reach(part * 100, 'pricing');
    return { unanswered: await this.price(open, context.signal, reached) };
  }

  /** Each page is stored before the next is asked for. @returns false when the chain failed and that is recorded */
  private async readChain(
    chain: ChainName,
    address: Address,
    state: ChainState | null,
    signal: AbortSignal,
    reached: (share: number) => Promise<void>,
  ): Promise<boolean> {
    let cursor = state?.cursor ?? null;
    try {
      for await (const page of this.source.read(chain, address, cursor, signal)) {
        signal.throwIfAborted();
        await this.store.savePage(chain, address.value, page, this.clock.now(), cursor);
        cursor = page.cursor;
        if (page.done) return true;
        if (page.share !== undefined) await reached(page.share);
      }
      return true;
    } catch (error) {
      // Stopped by shutdown or cancel: the chain did not fail, the job is to be done again.
      if (signal.aborted || !(error instanceof AppError) || error.code === 'CONFLICT') throw error;
      this.log.warn(`${chain} could not be read: ${wordsOf(error)}`);
      await this.store.saveFailure(chain, address.value, error.code, { ...error.details });
      return false;
    }
  }

  /** Observes balances on the way. @returns prices the store has never heard of; the history itself is let go */
  private async openPrices(address: Address, signal: AbortSignal): Promise<PriceQuery[]> {
    const known = await this.reader.classified([address]);
    await this.observer.observe(address, known.transactions, signal);
    return this.reader.openQueries(known);
  }

  /**
   * What a provider in trouble could not answer is not stored: it is asked for again next time.
   * @returns how many prices could not be asked for
   */
  private async price(
    open: readonly PriceQuery[],
    signal: AbortSignal,
    reached: (part: number) => Promise<void>,
  ): Promise<number> {
    let unanswered = 0;
    for (let start = 0; start < open.length; start += PRICE_BATCH) {
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
      return await this.priceSource.historical(queries, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      this.log.warn(`no price provider answered: ${wordsOf(error)}`);
      return { prices: new Map<string, never>(), unanswered: [...queries] };
    }
  }
}

/** Writes whole percents, each once, and never goes back. */
class Steps {
  private last = '';
  private percent = 0;

  constructor(private readonly context: JobContext) {}

  async reach(percent: number, stage: string): Promise<void> {
    this.percent = Math.max(this.percent, Math.floor(percent));
    const step = `${this.percent} ${stage}`;
    if (step === this.last) return;
    this.last = step;
    await this.context.progress(this.percent, stage);
  }
}

const wordsOf = ({ code, details }: AppError): string => `${code} ${JSON.stringify(details ?? {})}`;

const find = (states: readonly ChainState[], chain: ChainName): ChainState | undefined =>
  states.find((state) => state.chain === chain);
