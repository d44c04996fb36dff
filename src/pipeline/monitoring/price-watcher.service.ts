import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PollingWorker } from '../../common/polling-worker';
import { ProcessState } from '../../common/process-state';
import { tryParseAddress } from '../../domain/kernel/address';
import { dec, formatDecimal } from '../../domain/kernel/decimal';
import { AppError } from '../../domain/kernel/errors';
import { formatUnits, type Quantity } from '../../domain/kernel/units';
import { type Asset, tokenKeyOf } from '../../domain/kernel/asset';
import { BundledWallets } from '../../ports/bundled-wallets';
import { Clock } from '../../ports/clock';
import { DomainEvents, type NewEvent } from '../../ports/work/domain-events';
import { PriceSource, priceQueryKey, type PricePoint } from '../../ports/upstream/price-source';
import { ownedOf, type Watch, WatchList } from '../../ports/storage/watch-list';
import { CurrentPricesService } from '../valuation/current-prices.service';
import { LedgerViews } from '../ledger/ledger-views.service';
import { Snapshots } from '../ledger/snapshots.service';
import type { ReadyWalletLedger } from '../ledger/wallet-ledger';
import { HOUR_MS } from '../../domain/kernel/durations';

const LOOK_EVERY_MS = 600_000;
/** The first check runs soon, so that a process that restarts often also sends alerts. */
const FIRST_LOOK_MS = 5_000;
const PATIENCE_MS = 30_000;
const WINDOW_HOURS = 24;
/** @source api.md 4 (18) */
const THRESHOLD_PERCENT = 10;

interface Held {
  watch: Watch;
  given: string;
  value: string;
  asset: Asset;
  quantity: Quantity;
  tokenKey: string;
}

/**
 * Notifies users when an asset in a watched wallet moved by ten percent within a day, once a day per asset.
 */
@Injectable()
export class PriceWatcher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Watcher');
  /** Past hourly prices, by query. Each round removes those it no longer needs. */
  private references = new Map<string, PricePoint>();
  private readonly stop = new AbortController();
  private readonly rounds = new PollingWorker(
    () => this.round(),
    (error) => this.log.warn(`price check failed: ${String(error)}`),
  );

  constructor(
    private readonly watchList: WatchList,
    private readonly events: DomainEvents,
    private readonly snapshots: Snapshots,
    private readonly views: LedgerViews,
    private readonly current: CurrentPricesService,
    private readonly prices: PriceSource,
    private readonly bundled: BundledWallets,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.state.runsJobs) this.rounds.every(this.clock, LOOK_EVERY_MS, FIRST_LOOK_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort(new Error('shutdown'));
    await this.rounds.stop();
  }

  /** One round over all watched wallets. Never throws. */
  look(): Promise<void> {
    return this.rounds.join();
  }

  private async round(): Promise<void> {
    const held: Held[] = [];
    for (const watch of await this.watchList.watched()) held.push(...(await this.heldBy(watch)));
    if (held.length === 0) return;
    const assets = [...new Map(held.map(({ asset }) => [asset.id, asset])).values()];
    const hour = Math.floor(this.clock.now() / HOUR_MS);
    const at = (hour - WINDOW_HOURS) * HOUR_MS;
    const { prices } = await this.current.of(assets, PATIENCE_MS, this.stop.signal);
    await this.learn(assets.map(({ id, symbol }) => ({ assetId: id, symbol, at })));
    for (const each of held) {
      const { id } = each.asset;
      const now = prices.get(id);
      const then = this.references.get(priceQueryKey({ assetId: id, at }));
      if (now && then) await this.evaluate(each, now, then, hour);
    }
  }

  /** A wallet without a readable ledger counts as empty. */
  private async heldBy(watch: Watch): Promise<Held[]> {
    const address = tryParseAddress(watch.address);
    // A bundled price never changes.
    if (!address || this.bundled.has(address.value)) return [];
    try {
      const { userId } = watch;
      const budget = { userId, signal: this.stop.signal };
      const found = await this.snapshots.stored(address, ownedOf(watch), budget, ['positions']);
      const positions = found.snapshot ? found.snapshot.positions : this.positionsOf(found.walletLedger);
      // Only what an alert states: a position of a ledger holds all of the ledger, and a round all wallets.
      return positions.map(({ asset, quantity, tokenKey }) => ({
        watch,
        given: address.given,
        value: address.value,
        asset,
        quantity,
        tokenKey,
      }));
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  private positionsOf(walletLedger: ReadyWalletLedger): Pick<Held, 'asset' | 'quantity' | 'tokenKey'>[] {
    return this.views.positions(walletLedger).map(({ asset, quantity }) => ({
      asset,
      quantity,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
    }));
  }

  private async learn(queries: readonly { assetId: string; symbol: string; at: number }[]): Promise<void> {
    const known = this.references;
    this.references = new Map();
    for (const query of queries) {
      const point = known.get(priceQueryKey(query));
      if (point) this.references.set(priceQueryKey(query), point);
    }
    const open = queries.filter((query) => !this.references.has(priceQueryKey(query)));
    if (open.length === 0) return;
    const { prices } = await this.prices.historical(open, this.stop.signal);
    for (const [key, point] of prices) this.references.set(key, point);
  }

  private async evaluate(held: Held, now: PricePoint, then: PricePoint, hour: number): Promise<void> {
    const reference = dec(then.usd);
    if (!reference.gt(0)) return;
    const change = dec(now.usd).minus(reference).div(reference).mul(100);
    if (change.abs().lt(THRESHOLD_PERCENT)) return;
    const topic = `price.alert:${held.watch.userId}:${held.value}:${held.asset.id}`;
    const lately = Array.from({ length: WINDOW_HOURS }, (_, i) => `${topic}:${hour - i}`);
    const { asset, quantity } = held;
    const event: NewEvent = {
      type: 'price.alert',
      address: held.value,
      userId: held.watch.userId,
      occurredAt: null,
      key: `${topic}:${hour}`,
      data: {
        address: held.given,
        symbol: asset.symbol,
        chain: asset.chain,
        token_key: held.tokenKey,
        price: formatDecimal(dec(now.usd), 18),
        reference_price: formatDecimal(reference, 18),
        change_percent: formatDecimal(change, 2),
        direction: change.gt(0) ? 'up' : 'down',
        threshold_percent: String(THRESHOLD_PERCENT),
        window: '24h',
        quantity_held: formatUnits(quantity, asset.decimals),
        triggered_at: new Date(this.clock.now()).toISOString(),
      },
    };
    await this.events.appendUnless(topic, lately, event);
  }
}
