import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PollingWorker } from '../../common/polling-worker';
import { ProcessState } from '../../common/process-state';
import { tryParseAddress, type Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { Cache } from '../../ports/cache';
import { Clock } from '../../ports/clock';
import { DomainEvents } from '../../ports/work/domain-events';
import { RawHistoryStore, type ChainState } from '../../ports/storage/raw-history-store';
import { Overlays } from '../../ports/storage/overlays';
import { ownedOf, type Watch, WatchList } from '../../ports/storage/watch-list';
import { WalletIndexer } from '../history/wallet-indexer.service';
import { Snapshots } from '../ledger/snapshots.service';
import type { ReadyWalletLedger } from '../ledger/wallet-ledger';
import { walletCacheKey } from '../wallet-cache';
import { walletEvents } from './wallet-events.presenter';
import { DAY_MS } from '../../domain/kernel/durations';

const LOOK_EVERY_MS = 30_000;
/** Maximum delay of an event while prices are pending. */
const PRICES_MS = 600_000;
/**
 * Older changes are not reported. This is shorter than the retention of events, so that no event is sent
 * twice.
 */
const NEWS_MS = 7 * DAY_MS;
const NO_WALLET: ReadonlySet<string> = new Set(['WALLET_NOT_FOUND', 'RESOURCE_NOT_FOUND']);
/** Events stored together. */
const BATCH = 500;
/** Watched wallets whose state is in memory. */
const MOST_KNOWN = 20_000;

/**
 * Notifies users of changes in their watched wallets, independent of who requested the read. Events are
 * derived from stored data and have a permanent key: any process can create them, and the next one continues
 * after a crash. The cursor moves when a round ends, so that downtime does not count.
 * @source api.md 6
 */
@Injectable()
export class WalletWatcher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Watcher');
  /** Last reported state of the store, by user and wallet. The cache has those of other processes. */
  private readonly reported = new LRUCache<string, string>({ max: MOST_KNOWN });
  private readonly unpricedSince = new LRUCache<string, number>({ max: MOST_KNOWN });
  private readonly rounds = new PollingWorker(
    () => this.round(),
    (error) => this.reportFailure(error),
  );
  private readonly visiting = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly watchList: WatchList,
    private readonly events: DomainEvents,
    private readonly snapshots: Snapshots,
    private readonly store: RawHistoryStore,
    private readonly overlays: Overlays,
    private readonly indexer: WalletIndexer,
    private readonly cache: Cache,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.state.runsJobs) return;
    this.rounds.every(this.clock, LOOK_EVERY_MS);
    this.indexer.onRead((address) => this.lookApart(address));
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.rounds.stop(), ...this.visiting]);
  }

  /** One round over all watched wallets. Never throws. Concurrent calls share one round. */
  look(): Promise<void> {
    return this.rounds.join();
  }

  /** Reports a wallet right after its read, without waiting for the next round. */
  private lookApart(address: string): void {
    const visit = this.round(address)
      .catch((error: unknown) => this.reportFailure(error))
      .finally(() => this.visiting.delete(visit));
    this.visiting.add(visit);
  }

  /** @param only one wallet; default all */
  private async round(only?: string): Promise<void> {
    const begunAt = this.clock.now();
    const from = Math.min(begunAt, (await this.events.caughtUpAt()) ?? begunAt) - NEWS_MS;
    for (const watch of await this.watchList.watched(only)) {
      if (this.isStopping) return;
      const address = tryParseAddress(watch.address);
      if (address) await this.visit({ ...watch, since: Math.max(watch.since, from) }, address);
    }
    if (only === undefined) await this.events.catchUp(begunAt);
  }

  private reportFailure(error: unknown): void {
    this.log.warn(`watched wallets could not be checked: ${String(error)}`);
  }

  private async visit(watch: Watch, address: Address): Promise<void> {
    try {
      const states = await this.store.chainStates(address.value);
      await this.report(watch, address, states);
    } catch (error) {
      // A wallet that is not read yet has no events, and a filter can name the account of another user. A failure of
      // one wallet does not delay the others.
      if (error instanceof AppError && NO_WALLET.has(error.code)) return;
      this.log.warn(`events of a watched wallet could not be stored: ${String(error)}`);
    }
  }

  private async report(watch: Watch, address: Address, states: readonly ChainState[]): Promise<void> {
    const key = keyOf(watch, address);
    const owned = ownedOf(watch);
    const wallets = [address, ...owned].map(({ value }) => value);
    const added = await this.overlays.of(watch.userId, wallets);
    // Linked wallets change what a transaction is.
    const revisions = states.map(({ chain, revision }) => `${chain}:${revision}`);
    const version = [...revisions, added.version, ...wallets].join();
    if (this.reported.get(key) === version) return;
    const cacheKey = walletCacheKey(address, `reported:${watch.userId}`);
    const isReported =
      (await this.cache.get<string>(cacheKey)) === version ||
      (await this.snapshots.withStored(address, owned, watch.userId, (walletLedger) =>
        this.append(watch, address, walletLedger),
      ));
    if (!isReported) return;
    this.reported.set(key, version);
    await this.cache.set(cacheKey, version, NEWS_MS);
  }

  /** @returns false while prices are pending */
  private async append(watch: Watch, address: Address, walletLedger: ReadyWalletLedger): Promise<boolean> {
    const key = keyOf(watch, address);
    if (this.mustWaitForPrices(key, walletLedger.history.valued.open.length)) return false;
    const news = walletEvents({ ...walletLedger, address }, watch.since).map(({ type, id, at, data }) => ({
      type,
      data,
      address: address.value,
      userId: watch.userId,
      occurredAt: at,
      key: `${type}:${watch.userId}:${id}`,
    }));
    for (let from = 0; from < news.length; from += BATCH)
      await this.events.append(news.slice(from, from + BATCH));
    return true;
  }

  /** Reported numbers are never withdrawn. */
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

const keyOf = ({ userId }: Watch, { value }: Address): string => `${userId}|${value}`;
