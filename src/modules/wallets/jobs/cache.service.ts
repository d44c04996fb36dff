import { Injectable } from '@nestjs/common';
import { StoredChanges } from '../../../common/stored-changes';
import { asUser, type Principal } from '../../../domain/access/principal';
import { ownerOf } from '../../../domain/jobs/user-job';
import type { Address } from '../../../domain/kernel/address';
import { limitRefusal } from '../../../http/rate-limit/limit-headers';
import type { RequestContext } from '../../../http/request-context';
import { CurrentPricesService } from '../../../pipeline/valuation/current-prices.service';
import { ValuationService } from '../../../pipeline/valuation/valuation.service';
import { walletCachePrefix } from '../../../pipeline/wallet-cache';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Cache } from '../../../ports/cache';
import { Clock } from '../../../ports/clock';
import { Ledgers } from '../../../ports/storage/ledgers/ledgers';
import { WalletSnapshots } from '../../../ports/storage/wallet-snapshots';
import { RawHistoryStore } from '../../../ports/storage/raw-history-store';
import { WatchList } from '../../../ports/storage/watch-list';
import { RateCounter, type RateLimits } from '../../../ports/rate-counter';
import type { CacheQuery } from './wallet-jobs.dto';
import type { CacheClearedResponse } from './wallet-jobs.shapes.dto';

/** @source api.md 1.1: six a minute; no limit of the day beside the general one */
const LIMITS = { perMinute: 6, perDay: 1_000_000 };
/** Fetched history of one wallet, of all callers together: each time the upstreams are asked for all of it again. */
const HISTORY_LIMITS = { perMinute: 6, perDay: 24 };

/** Deletes the cached data of a wallet. Entries of users, lineage and audit are no cache. */
@Injectable()
export class CacheService {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly valuation: ValuationService,
    private readonly prices: CurrentPricesService,
    private readonly store: RawHistoryStore,
    private readonly cache: Cache,
    private readonly counter: RateCounter,
    private readonly changes: StoredChanges,
    private readonly snapshots: WalletSnapshots,
    private readonly stored: Ledgers,
    private readonly watchList: WatchList,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError RESOURCE_NOT_FOUND for an exchange account that the caller does not have
   * @throws RateLimited above six calls a minute of one client, and when the history of a wallet was cleared too often
   */
  async clear(
    address: Address,
    { scope }: CacheQuery,
    { principal, caller }: RequestContext,
  ): Promise<CacheClearedResponse> {
    await this.ledgers.admit([address], principal);
    await this.charge(`clear-cache:${ownerOf(caller) ?? 'nobody'}`, LIMITS);
    const isCleared = scope === 'all' && (await this.mayClearHistory(address, principal));
    if (isCleared) await this.charge(`clear-history:${address.value}`, HISTORY_LIMITS);
    this.changes.noteClearing();
    const ledgers = await this.ledgers.forget(address);
    const stored = await this.snapshots.forget(address.value);
    await this.stored.forget(address.value, this.clock.now());
    const kept = await this.cache.clear(walletCachePrefix(address));
    const holdings = ledgers.reduce((sum, ledger) => sum + this.valuation.forget(ledger), kept);
    const assets = new Set([...stored.assetIds, ...ledgers.flatMap((ledger) => [...ledger.assets.keys()])]);
    const prices = await this.prices.forget([...assets]);
    const transactions = isCleared ? await this.store.clearHistory(address.value) : 0;
    this.changes.noteClearing();
    return {
      address: address.given,
      scope,
      cleared: { holdings, engine: ledgers.length + stored.count, prices, transactions },
    };
  }

  /**
   * Fetched history is shared, and anyone may watch any wallet. No user deletes it for others who watch the wallet:
   * their figures would be those of an empty wallet until it is read again. An operator may.
   */
  private async mayClearHistory({ value }: Address, principal: Principal): Promise<boolean> {
    const user = asUser(principal);
    return user?.isOperator === true || !(await this.watchList.isOfOthers(value, user?.userId ?? null));
  }

  private async charge(client: string, limits: RateLimits): Promise<void> {
    const verdict = await this.counter.take(client, limits);
    if (verdict.tripped !== null) throw limitRefusal(verdict, limits, verdict.tripped);
  }
}
