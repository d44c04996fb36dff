import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ProcessState } from '../../config/process-state';
import { tryParseAddress, type Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { Clock } from '../../ports/clock';
import { DomainEvents } from '../../ports/work/domain-events';
import { LedgerStore, type ChainState } from '../../ports/storage/ledger-store';
import { Overlays } from '../../ports/storage/overlays';
import { type Watch, WatchList } from '../../ports/storage/watch-list';
import { WalletIndexer } from '../history/wallet-indexer.service';
import { WalletLedgerService } from '../ledger/wallet-ledger.service';
import { walletEvents } from './wallet-events.presenter';

const LOOK_EVERY_MS = 30_000;
/** So long the news waits for prices that are still being asked for. */
const PRICES_MS = 600_000;
/**
 * What happened longer before the last finished round is no news. Less than events are kept, so that nothing is told
 * twice.
 */
const NEWS_MS = 7 * 86_400_000;
/** Events appended together. */
const BATCH = 500;

/**
 * Tells users what is new in the wallets they watch, whoever had them read again. News are derived from what is stored,
 * and each has one key for ever: every process may tell them, and one that dies half-way has them told by the next. The
 * cursor moves when a round has ended, so that the time no process looked does not count.
 * @source api.md 6
 */
@Injectable()
export class WalletWatcher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Watcher');
  /** By user and wallet: the state of the store that was told. */
  private readonly told = new Map<string, string>();
  private readonly unpricedSince = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private readonly visiting = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly watchList: WatchList,
    private readonly events: DomainEvents,
    private readonly ledgers: WalletLedgerService,
    private readonly store: LedgerStore,
    private readonly overlays: Overlays,
    private readonly indexer: WalletIndexer,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.state.runsJobs) return;
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    this.indexer.onRead((address) => this.lookApart(address));
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await Promise.all([this.looking, ...this.visiting]);
  }

  /** One round over everything that is watched. Never throws; a round that is still going on is joined. */
  look(): Promise<void> {
    this.looking ??= this.round().finally(() => (this.looking = null));
    return this.looking;
  }

  /** A wallet that was read just now does not wait for the next round. */
  private lookApart(address: string): void {
    const visit = this.round(address).finally(() => this.visiting.delete(visit));
    this.visiting.add(visit);
  }

  /** @param only the wallet looked at; without it, all of them */
  private async round(only?: string): Promise<void> {
    try {
      const begunAt = this.clock.now();
      const from = Math.min(begunAt, (await this.events.caughtUpAt()) ?? begunAt) - NEWS_MS;
      for (const watch of await this.watchList.watched(only)) {
        if (this.isStopping) return;
        const address = tryParseAddress(watch.address);
        if (address) await this.visit({ ...watch, since: Math.max(watch.since, from) }, address);
      }
      if (only === undefined) await this.events.catchUp(begunAt);
    } catch (error) {
      this.log.warn(`watched wallets could not be looked through: ${String(error)}`);
    }
  }

  private async visit(watch: Watch, address: Address): Promise<void> {
    try {
      const states = await this.store.chainStates(address.value);
      await this.tell(watch, address, states);
    } catch (error) {
      // A wallet that is not read yet has no news; trouble with one keeps nobody else waiting.
      if (error instanceof AppError && error.code === 'WALLET_NOT_FOUND') return;
      this.log.warn(`news of a watched wallet could not be told: ${String(error)}`);
    }
  }

  private async tell(watch: Watch, address: Address, states: readonly ChainState[]): Promise<void> {
    const key = `${watch.userId}|${address.value}`;
    const owned = watch.owned.flatMap((given) => tryParseAddress(given) ?? []);
    const wallets = [address, ...owned].map(({ value }) => value);
    const added = await this.overlays.of(watch.userId, wallets);
    const version = [...states.map(({ chain, revision }) => `${chain}:${revision}`), added.version].join();
    if (this.told.get(key) === version) return;
    const books = await this.ledgers.stored(address, owned, watch.userId);
    if (this.mustWaitForPrices(key, books.history.valued.open.length)) return;
    const news = walletEvents({ ...books, address }, watch.since).map(({ type, id, at, data }) => ({
      type,
      data,
      address: address.value,
      userId: watch.userId,
      occurredAt: at,
      key: `${type}:${watch.userId}:${id}`,
    }));
    for (let from = 0; from < news.length; from += BATCH)
      await this.events.append(news.slice(from, from + BATCH));
    this.told.set(key, version);
  }

  /** Numbers once told are not taken back. */
  private mustWaitForPrices(key: string, open: number): boolean {
    if (open === 0) {
      this.unpricedSince.delete(key);
      return false;
    }
    const now = this.clock.now();
    const since = this.unpricedSince.get(key) ?? now;
    this.unpricedSince.set(key, since);
    return now - since < PRICES_MS;
  }
}
