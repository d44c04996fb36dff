import { z } from 'zod';
import type { Config } from '../../../config/env';
import { DAY_MS, HOUR_MS } from '../../../domain/kernel/durations';
import {
  PriceSource,
  priceQueryKey,
  type PricePoint,
  type PriceQuery,
} from '../../../ports/upstream/price-source';
import type { Patience, UpstreamClient } from '../../upstream/upstream-client';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { CHAIN_SOURCES } from '../chains';
import { type Coin, coinOf } from './prices.coins';
import { dayEnd, dayStart, nearestPoint, type Point, pointAt, priceText, sameHour } from './prices.points';
import { LLAMA_RATE, OWN_ENDPOINT } from '../../upstream/rates';

const SOURCE = 'defillama';
/** Marks a price of another day, at most 24 hours away. */
const NEAREST = 'defillama_nearest';
/** Maximum URL length. The CDN of the service rejects much longer ones. */
const MAX_URL = 3_800;
const HALF_HOUR_MS = HOUR_MS / 2;
const QUARTER_DAY_MS = DAY_MS / 4;
const HALF_DAY_MS = DAY_MS / 2;
const PUBLIC_URL = 'https://coins.llama.fi';

const digits = z.string();
const moment = z.object({ timestamp: digits, price: z.unknown() });
const historicalAnswer = z.object({ coins: z.record(z.string(), z.object({ prices: z.array(moment) })) });
const currentAnswer = z.object({ coins: z.record(z.string(), moment) });

/** Price points of one coin, and whether the response contained invalid prices. */
interface Series {
  points: Point[];
  isBroken: boolean;
}
/** Requested times (seconds) by coin. */
type Wanted = Map<string, Set<number>>;

interface Read {
  /** By coin id in lower case: the response can differ in case. */
  series: Map<string, Series>;
  /** Coins of failed calls. */
  failed: Set<string>;
}

/** DefiLlama coins: by contract, full history, no key. Unpriced coins are absent. */
export class LlamaPriceSource extends PriceSource {
  constructor(
    private readonly config: Config,
    private readonly upstream: UpstreamClient,
    /** Milliseconds UTC. */
    private readonly now: () => number,
  ) {
    super();
  }

  /**
   * Three rounds: first around the exact times; then, for queries without a price within the hour, around their
   * days; then, for queries without a price of their day, within 24 hours. One call carries some 300 times of any
   * coins.
   */
  override async historical(
    queries: readonly PriceQuery[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }> {
    const asked = queries.flatMap((query) => {
      const coin = coinOf(query.assetId, query.at);
      return coin ? [{ query, coin: llamaId(coin) }] : [];
    });
    const near = await this.read(wanted(asked, nearMoments), HALF_HOUR_MS, signal);
    const late = asked.filter(({ query, coin }) => {
      const points = near.series.get(coin.toLowerCase())?.points ?? [];
      return !near.failed.has(coin) && !sameHour(points, query.at);
    });
    const days = await this.read(
      wanted(late, (at) => this.dayMoments(at)),
      QUARTER_DAY_MS,
      signal,
    );
    const seriesOf = (coin: string): Series =>
      merged(near.series.get(coin.toLowerCase()), days.series.get(coin.toLowerCase()));
    const none = late.filter(
      ({ query, coin }) => !days.failed.has(coin) && !pointAt(seriesOf(coin).points, query.at),
    );
    const around = await this.read(
      wanted(none, (at) => this.nextMoments(at)),
      HALF_DAY_MS,
      signal,
    );
    const prices = new Map<string, PricePoint>();
    const unanswered: PriceQuery[] = [];
    for (const { query, coin } of asked) {
      const series = seriesOf(coin);
      const others = around.series.get(coin.toLowerCase());
      const point = pointAt(series.points, query.at);
      const nearest = point ? null : nearestPoint([...series.points, ...(others?.points ?? [])], query.at);
      const isFailed = [near, days, around].some(({ failed }) => failed.has(coin));
      if (point) prices.set(priceQueryKey(query), { ...point, source: SOURCE });
      else if (nearest) prices.set(priceQueryKey(query), { ...nearest, source: NEAREST });
      else if (series.isBroken || others?.isBroken || isFailed) unanswered.push(query);
    }
    return { prices, unanswered };
  }

  override async current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: string[] }> {
    const coins = assets.flatMap(({ assetId }) => {
      const coin = coinOf(assetId, this.now());
      return coin ? [{ assetId, coin: llamaId(coin) }] : [];
    });
    const url = (ids: readonly string[]) => this.url(`/prices/current/${ids.join(',')}?searchWidth=4h`);
    const answers = await Promise.all(
      chunked([...new Set(coins.map(({ coin }) => coin))], (ids) => url(ids).length <= MAX_URL).map((ids) =>
        this.ask(url(ids), currentAnswer, 'request', signal).then((answer) => ({ ids, answer })),
      ),
    );
    const found = new Map<string, PricePoint | null>();
    const failed = new Set(answers.flatMap(({ ids, answer }) => (answer ? [] : ids)));
    for (const [id, { timestamp, price }] of answers.flatMap(({ answer }) =>
      Object.entries(answer?.coins ?? {}),
    )) {
      const usd = priceText(price);
      const at = millis(timestamp);
      found.set(id.toLowerCase(), usd && at !== null ? { usd, at, source: SOURCE } : null);
    }
    const prices = new Map<string, PricePoint>();
    const unanswered: string[] = [];
    for (const { assetId, coin } of coins) {
      const price = found.get(coin.toLowerCase());
      if (price) prices.set(assetId, price);
      else if (price === null || failed.has(coin)) unanswered.push(assetId);
    }
    return { prices, unanswered };
  }

  /** Both halves of the day, never the future. */
  private dayMoments(at: number): number[] {
    const last = Math.min(dayEnd(at), this.now());
    return [dayStart(at) + QUARTER_DAY_MS, Math.max(dayStart(at), last - QUARTER_DAY_MS)];
  }

  /** The half days before and after, never the future. */
  private nextMoments(at: number): number[] {
    return [at - HALF_DAY_MS, Math.min(at + HALF_DAY_MS, this.now())];
  }

  private async read(moments: Wanted, widthMs: number, signal: AbortSignal): Promise<Read> {
    const read: Read = { series: new Map(), failed: new Set() };
    const entries = [...moments].flatMap(([coin, times]) => [...times].map((time) => [coin, time] as const));
    const url = (chunk: typeof entries) =>
      this.url(`/batchHistorical?coins=${batchText(chunk)}&searchWidth=${widthMs / 1000}`);
    await Promise.all(
      chunked(entries, (chunk) => url(chunk).length <= MAX_URL).map(async (chunk) => {
        const answer = await this.ask(url(chunk), historicalAnswer, 'background', signal);
        if (!answer) chunk.forEach(([coin]) => read.failed.add(coin));
        for (const [id, { prices }] of Object.entries(answer?.coins ?? {}))
          addPoints(read.series, id, prices);
      }),
    );
    return read;
  }

  /** @returns null when the call failed; throws only the reason of the caller's signal */
  private async ask<T>(
    url: string,
    schema: z.ZodType<T>,
    patience: Patience,
    signal: AbortSignal,
  ): Promise<T | null> {
    try {
      return await this.upstream.send({
        provider: SOURCE,
        url,
        schema,
        patience,
        signal,
        rate: this.config.DEFILLAMA_COINS_BASE_URL === PUBLIC_URL ? LLAMA_RATE : OWN_ENDPOINT,
        numbers: 'text',
      });
    } catch (error) {
      if (error instanceof UpstreamFailure) return null;
      throw error;
    }
  }

  private url(path: string): string {
    return `${this.config.DEFILLAMA_COINS_BASE_URL}${path}`;
  }
}

const llamaId = (coin: Coin): string =>
  coin.kind === 'native'
    ? `coingecko:${coin.id}`
    : `${CHAIN_SOURCES[coin.chain].prices.llama}:${coin.contract}`;

/**
 * The API returns the nearest price on either side. A second query half an hour earlier returns one before.
 */
const nearMoments = (at: number): number[] => [at, at - HALF_HOUR_MS];

function wanted(
  asked: readonly { query: PriceQuery; coin: string }[],
  moments: (at: number) => number[],
): Wanted {
  const byCoin: Wanted = new Map();
  for (const { query, coin } of asked) {
    const times = byCoin.get(coin) ?? new Set<number>();
    for (const at of moments(query.at)) times.add(Math.floor(at / 1000));
    byCoin.set(coin, times);
  }
  return byCoin;
}

/** JSON for the query string. Characters that are valid there stay unescaped, so that the URL is short. */
function batchText(entries: readonly (readonly [string, number])[]): string {
  const coins: Record<string, number[]> = {};
  for (const [coin, time] of entries) (coins[coin] ??= []).push(time);
  return encodeURIComponent(JSON.stringify(coins)).replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** Splits into batches, each as long as it fits. */
function chunked<T>(items: readonly T[], fits: (chunk: T[]) => boolean): T[][] {
  const chunks: T[][] = [];
  let start = 0;
  while (start < items.length) {
    let size = 1;
    for (let step = items.length; step >= 1; step = Math.floor(step / 2)) {
      while (start + size + step <= items.length && fits(items.slice(start, start + size + step)))
        size += step;
    }
    chunks.push(items.slice(start, start + size));
    start += size;
  }
  return chunks;
}

function addPoints(series: Map<string, Series>, id: string, prices: readonly z.infer<typeof moment>[]): void {
  const known = series.get(id.toLowerCase()) ?? { points: [], isBroken: false };
  for (const { timestamp, price } of prices) {
    const at = millis(timestamp);
    const usd = priceText(price);
    if (at !== null && usd) known.points.push({ at, usd });
    else known.isBroken = true;
  }
  series.set(id.toLowerCase(), known);
}

const merged = (a: Series | undefined, b: Series | undefined): Series => ({
  points: [...(a?.points ?? []), ...(b?.points ?? [])],
  isBroken: (a?.isBroken ?? false) || (b?.isBroken ?? false),
});

const millis = (seconds: string): number | null =>
  /^\d{1,11}$/.test(seconds) ? Number(seconds) * 1000 : null;
