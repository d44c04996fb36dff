import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Address } from '../../domain/kernel/address';
import type { Requester } from '../../domain/jobs/requester';
import { HOUR_MS } from '../../domain/kernel/durations';
import { chunks } from '../../domain/kernel/slices';
import {
  unitPrice,
  unitPriceAt,
  type PriceAt,
  type UnitPrice,
} from '../../domain/portfolio/history/value-history';
import { BundledWallets } from '../../ports/bundled-wallets';
import { RawHistoryStore } from '../../ports/storage/raw-history-store';
import { priceQueryKey, type PricePoint, type PriceQuery } from '../../ports/upstream/price-source';
import { Jobs, type JobPayloads } from '../../ports/work/jobs';
import { breathe } from '../../common/turns';

/** Prices in memory, of all assets: some 20 MB. */
const MAX_PRICES = 200_000;
/** A bundled close, or the answer that no source has a price, can be replaced in the store. */
const KEEP_MS = HOUR_MS;
const LOOKUP_BATCH = 2_000;
/** Prices that one read requests from the markets: a few calls. The next read requests the next ones. */
const MAX_ORDERED = 1_000;

type OfAsset = Map<number, UnitPrice | null>;

/** Stored prices at the ends of past days. Reads never wait for a market: missing prices are fetched by a job. */
@Injectable()
export class DayPrices {
  readonly #known = new LRUCache<string, OfAsset>({
    maxSize: MAX_PRICES,
    sizeCalculation: (prices) => Math.max(1, prices.size),
    ttl: KEEP_MS,
  });

  constructor(
    private readonly store: RawHistoryStore,
    private readonly jobs: Jobs,
    private readonly bundled: BundledWallets,
  ) {}

  /**
   * @param queries of one wallet, by asset, past times only
   * @returns the prices, and the queries that the store cannot answer
   */
  async of(
    subject: Address,
    queries: ReadonlyMap<string, readonly PriceQuery[]>,
  ): Promise<{ priceAt: PriceAt; missing: PriceQuery[] }> {
    if (this.bundled.has(subject.value)) return { priceAt: this.bundledPrices(), missing: [] };
    const prices = new Map(
      [...queries.keys()].map((id) => [id, this.#known.get(id) ?? new Map<number, UnitPrice | null>()]),
    );
    const unknown = [...queries].flatMap(([id, ofAsset]) =>
      ofAsset.filter(({ at }) => !(prices.get(id) as OfAsset).has(at)),
    );
    const missing: PriceQuery[] = [];
    for (const part of chunks(unknown, LOOKUP_BATCH)) {
      const found = await this.store.prices(part);
      for (const query of part) {
        const price = found.get(priceQueryKey(query));
        if (price === undefined) missing.push(query);
        else (prices.get(query.assetId) as OfAsset).set(query.at, price && unitPrice(price.usd));
      }
      await breathe();
    }
    for (const id of new Set(unknown.map(({ assetId }) => assetId))) this.#known.set(id, prices.get(id));
    return { priceAt: (id, at) => prices.get(id)?.get(at), missing };
  }

  /** As `of`, with source and time, for one time. By asset id; null: no source has a price. */
  async at(subject: Address, queries: readonly PriceQuery[]): Promise<Map<string, PricePoint | null>> {
    if (this.bundled.has(subject.value))
      return new Map(queries.map(({ assetId, at }) => [assetId, this.bundled.priceAt(assetId, at)]));
    const found = await this.store.prices(queries);
    return new Map(
      queries.flatMap((query) => {
        const price = found.get(priceQueryKey(query));
        return price === undefined ? [] : [[query.assetId, price] as const];
      }),
    );
  }

  /** Requests missing prices in the background, the newest first. One job of a wallet at a time. */
  async order(subject: Address, missing: readonly PriceQuery[], requester: Requester): Promise<void> {
    if (missing.length === 0) return;
    const newest = [...missing].sort((a, b) => b.at - a.at).slice(0, MAX_ORDERED);
    await this.jobs.enqueue('price_days', `price_days:${subject.value}`, payloadOf(newest), { requester });
  }

  private bundledPrices(): PriceAt {
    return (assetId, at) => {
      const price = this.bundled.priceAt(assetId, at);
      return price && unitPriceAt(price, at);
    };
  }
}

function payloadOf(queries: readonly PriceQuery[]): JobPayloads['price_days'] {
  const assets = new Map<string, { id: string; symbol: string; at: number[] }>();
  for (const { assetId: id, symbol, at } of queries) {
    const known = assets.get(id);
    if (known) known.at.push(at);
    else assets.set(id, { id, symbol, at: [at] });
  }
  return { assets: [...assets.values()] };
}
