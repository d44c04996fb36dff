import { Injectable, Logger } from '@nestjs/common';
import { isPriceable, type Asset } from '../../domain/kernel/asset';
import { AppError } from '../../domain/kernel/errors';
import { Cache } from '../../ports/cache';
import { Clock } from '../../ports/clock';
import { PriceSource, type PricePoint } from '../../ports/upstream/price-source';
import { atMost } from '../budget';
import { DAY_MS } from '../../domain/kernel/durations';

/** Age after which a price is fetched again. */
const FRESH_MS = 60_000;
/** Maximum age of a price that is used, with its age reported, while no provider answers. */
const KEEP_MS = DAY_MS;

interface Known {
  /** Null: fetched, and no source has a price. */
  price: PricePoint | null;
  readAt: number;
}

export interface CurrentPrices {
  /** By asset id. */
  prices: ReadonlyMap<string, PricePoint>;
  /** Assets whose price is not cached and could not be fetched. */
  unanswered: ReadonlySet<string>;
  /** Milliseconds UTC at which the oldest of them is fetched again. Infinity without prices. */
  freshUntil: number;
}

/** Current prices, cached for a minute. Concurrent calls for the same asset share one fetch. */
@Injectable()
export class CurrentPricesService {
  private readonly log = new Logger(CurrentPricesService.name);
  readonly #asked = new Map<string, Promise<ReadonlyMap<string, Known>>>();

  constructor(
    private readonly source: PriceSource,
    private readonly cache: Cache,
    private readonly clock: Clock,
  ) {}

  /** @param waitMs maximum wait for prices to fetch; the fetch continues without the caller */
  async of(assets: readonly Asset[], waitMs: number, signal: AbortSignal): Promise<CurrentPrices> {
    const wanted = assets.filter(isPriceable);
    const known = new Map<string, Known>();
    await Promise.all(
      wanted.map(async ({ id }) => {
        const entry = await this.cache.get<Known>(keyOf(id));
        if (entry) known.set(id, entry);
      }),
    );
    const due = wanted.filter(({ id }) => !this.isFresh(known.get(id)));
    if (due.length > 0)
      for (const [id, entry] of (await atMost(this.clock, waitMs, signal, this.ask(due))) ?? [])
        known.set(id, entry);
    const prices = new Map<string, PricePoint>();
    for (const [id, { price }] of known) if (price) prices.set(id, price);
    return {
      prices,
      unanswered: new Set(due.map(({ id }) => id).filter((id) => !known.has(id))),
      freshUntil: [...known.values()].reduce(
        (until, { readAt }) => Math.min(until, readAt + FRESH_MS),
        Infinity,
      ),
    };
  }

  /** @returns the number of cached prices removed */
  async forget(assetIds: readonly string[]): Promise<number> {
    const found = await Promise.all(
      assetIds.map(async (id) => {
        const entry = await this.cache.get<Known>(keyOf(id));
        if (entry) await this.cache.set(keyOf(id), entry, 0);
        return entry !== null;
      }),
    );
    return found.filter(Boolean).length;
  }

  /** One fetch for all assets that have no active fetch. */
  private async ask(assets: readonly Asset[]): Promise<Map<string, Known>> {
    const mine = assets.filter(({ id }) => !this.#asked.has(id));
    if (mine.length > 0) {
      const answer = this.fetch(mine).finally(() => mine.forEach(({ id }) => this.#asked.delete(id)));
      mine.forEach(({ id }) => this.#asked.set(id, answer));
    }
    const found = new Map<string, Known>();
    await Promise.all(
      assets.map(async ({ id }) => {
        const entry = (await this.#asked.get(id))?.get(id);
        if (entry) found.set(id, entry);
      }),
    );
    return found;
  }

  /**
   * Not bound to the signal of one caller, because others wait too. The upstream client has its own time
   * limits.
   */
  private async fetch(assets: readonly Asset[]): Promise<ReadonlyMap<string, Known>> {
    const found = new Map<string, Known>();
    try {
      const questions = assets.map(({ id, symbol }) => ({ assetId: id, symbol }));
      const { prices, unanswered } = await this.source.current(questions, new AbortController().signal);
      const silent = new Set(unanswered);
      const readAt = this.clock.now();
      for (const { id } of assets)
        if (!silent.has(id)) found.set(id, { price: prices.get(id) ?? null, readAt });
      await Promise.all([...found].map(([id, entry]) => this.cache.set(keyOf(id), entry, KEEP_MS)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.log.warn(`current prices could not be read: ${error.code}`);
    }
    return found;
  }

  private isFresh(entry: Known | undefined): boolean {
    return entry !== undefined && this.clock.now() - entry.readAt < FRESH_MS;
  }
}

const keyOf = (assetId: string): string => `price:now:${assetId}`;
