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
import { dayEnd, dayStart, nearestPoint, pointAt, PricePoints, priceText, sameHour } from './prices.points';
import { LLAMA_RATE, OWN_ENDPOINT } from '../../upstream/rates';

const SOURCE = 'defillama';
/** Marks a price of another day, at most 24 hours away. */
const NEAREST = 'defillama_nearest';
/** Some servers accept lines of at most 8 kB. */
const MAX_URL = 7_500;
/** All servers accept URLs up to this length. */
const SURE_URL = 3_800;
/** After a failed call with a longer URL, URLs stay short for this time. */
const LONG_PAUSE_MS = HOUR_MS;
const HALF_HOUR_MS = HOUR_MS / 2;
const QUARTER_DAY_MS = DAY_MS / 4;
const HALF_DAY_MS = DAY_MS / 2;
const PUBLIC_URL = 'https://coins.llama.fi';

const digits = z.string();
const moment = z.object({ timestamp: digits, price: z.unknown() });
const historicalAnswer = z.object({ coins: z.record(z.string(), z.object({ prices: z.array(moment) })) });
const currentAnswer = z.object({ coins: z.record(z.string(), moment) });

interface Series {
  points: PricePoints;
  isBroken: boolean;
}
/** By coin id in lower case: the response can differ in case. */
type Market = Map<string, Series>;
/** Times (seconds) by coin, for one call. */
type Batch = Map<string, number[]>;

interface Asked {
  query: PriceQuery;
  coin: string;
  isFailed: boolean;
}

const NO_POINTS = new PricePoints();

/** DefiLlama coins: by contract, full history, no key. Unpriced coins are absent. */
export class LlamaPriceSource extends PriceSource {
  /** Milliseconds UTC. */
  #longFailedAt = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly upstream: UpstreamClient,
    /** Milliseconds UTC. */
    private readonly now: () => number,
  ) {
    super();
  }

  /** Each round asks for the open queries: around the exact times, around their days, within 24 hours. */
  override async historical(
    queries: readonly PriceQuery[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }> {
    const market: Market = new Map();
    const asked = queries.flatMap((query): Asked[] => {
      const coin = coinOf(query.assetId, query.at);
      return coin ? [{ query, coin: llamaId(coin), isFailed: false }] : [];
    });
    await this.readNear(asked, market, signal);
    const late = asked.filter((one) => !one.isFailed && !sameHour(pointsOf(market, one), one.query.at));
    await this.read(late, ({ query }) => this.dayMoments(query.at), QUARTER_DAY_MS, market, signal);
    const none = late.filter((one) => !one.isFailed && !pointAt(pointsOf(market, one), one.query.at));
    await this.read(none, ({ query }) => this.nextMoments(query.at), HALF_DAY_MS, market, signal);
    const prices = new Map<string, PricePoint>();
    const unanswered: PriceQuery[] = [];
    for (const one of asked) {
      const { query } = one;
      const points = pointsOf(market, one);
      // After a failed call, a neighbour's price is not used: the missing answer can have a better one.
      const point = one.isFailed ? null : pointAt(points, query.at);
      const nearest = point || one.isFailed ? null : nearestPoint(points, query.at);
      if (point) prices.set(priceQueryKey(query), { ...point, source: SOURCE });
      else if (nearest) prices.set(priceQueryKey(query), { ...nearest, source: NEAREST });
      else if (one.isFailed || market.get(one.coin.toLowerCase())?.isBroken) unanswered.push(query);
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
      chunked([...new Set(coins.map(({ coin }) => coin))], (ids) => url(ids).length <= SURE_URL).map((ids) =>
        this.ask(url(ids), currentAnswer, 'request', signal).then((answer) => ({
          ids,
          answer: answer instanceof UpstreamFailure ? null : answer,
        })),
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

  /**
   * The API returns the nearest price on either side. A second time half an hour earlier returns one before. If both
   * need more than one call, the second is asked only where the first price is after its time.
   */
  private async readNear(asked: readonly Asked[], market: Market, signal: AbortSignal): Promise<void> {
    const both = ({ query: { at } }: Asked): number[] => [at, at - HALF_HOUR_MS];
    if (this.batches(timesOf(asked, both), HALF_HOUR_MS, this.maxUrl()).length <= 1)
      return this.read(asked, both, HALF_HOUR_MS, market, signal);
    await this.read(asked, ({ query }) => [query.at], HALF_HOUR_MS, market, signal);
    const open = asked.filter((one) => !one.isFailed && !isBeforeNearest(market, one));
    return this.read(open, (one) => earlierMoments(market, one), HALF_HOUR_MS, market, signal);
  }

  /** Adds the answers to the known prices. A query with an unanswered time is failed. */
  private async read(
    asked: readonly Asked[],
    momentsOf: (one: Asked) => readonly number[],
    widthMs: number,
    market: Market,
    signal: AbortSignal,
  ): Promise<void> {
    const failed = new Set<string>();
    const batches = this.batches(timesOf(asked, momentsOf), widthMs, this.maxUrl());
    await Promise.all(batches.map((batch) => this.readBatch(batch, widthMs, market, failed, signal)));
    if (failed.size === 0) return;
    for (const one of asked)
      one.isFailed ||= momentsOf(one).some((at) => failed.has(momentKey(one.coin, seconds(at))));
  }

  private async readBatch(
    batch: Batch,
    widthMs: number,
    market: Market,
    failed: Set<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const url = this.batchUrl(batch, widthMs);
    const answer = await this.ask(url, historicalAnswer, 'background', signal);
    if (!(answer instanceof UpstreamFailure)) {
      for (const [id, { prices }] of Object.entries(answer.coins)) addPoints(market, id, prices);
      return;
    }
    if (url.length > SURE_URL) {
      this.#longFailedAt = this.now();
      if (isRefused(answer)) {
        const halves = this.batches(batch, widthMs, SURE_URL);
        await Promise.all(halves.map((half) => this.readBatch(half, widthMs, market, failed, signal)));
        return;
      }
    }
    for (const [coin, times] of batch) for (const time of times) failed.add(momentKey(coin, time));
  }

  private maxUrl(): number {
    return this.now() - this.#longFailedAt < LONG_PAUSE_MS ? SURE_URL : MAX_URL;
  }

  private batchUrl(batch: Batch, widthMs: number): string {
    return this.url(`/batchHistorical?coins=${batchText(batch)}&searchWidth=${widthMs / 1000}`);
  }

  private batches(moments: Batch, widthMs: number, maxUrl: number): Batch[] {
    const empty = this.batchUrl(new Map(), widthMs).length;
    const batches: Batch[] = [];
    let length = Infinity;
    for (const [coin, times] of moments) {
      const coinLength = batchText(new Map([[coin, []]])).length - batchText(new Map()).length + 1;
      for (const time of times) {
        const timeLength = String(time).length + 1;
        const isNewCoin = !batches.at(-1)?.has(coin);
        const added = timeLength + (isNewCoin ? coinLength : 0);
        if (length + added > maxUrl) {
          batches.push(new Map());
          length = empty + coinLength + timeLength;
        } else length += added;
        const batch = batches.at(-1);
        const known = batch?.get(coin);
        if (known) known.push(time);
        else batch?.set(coin, [time]);
      }
    }
    return batches;
  }

  /** @returns the failure of the call; throws only the reason of the caller's signal */
  private async ask<T>(
    url: string,
    schema: z.ZodType<T>,
    patience: Patience,
    signal: AbortSignal,
  ): Promise<T | UpstreamFailure> {
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
      if (error instanceof UpstreamFailure) return error;
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

const seconds = (at: number): number => Math.floor(at / 1000);
const momentKey = (coin: string, time: number): string => `${coin}@${time}`;

const pointsOf = (market: Market, { coin }: Asked): PricePoints =>
  market.get(coin.toLowerCase())?.points ?? NO_POINTS;

/** An answer at or before the exact time is the nearest price on either side. */
function isBeforeNearest(market: Market, one: Asked): boolean {
  const { at } = one.query;
  const nearest = pointsOf(market, one).nearest(at);
  return nearest !== null && nearest.at <= at && at - nearest.at <= HALF_HOUR_MS;
}

/** A price soon after the time rules out one as soon before it, so the search skips that distance. */
function earlierMoments(market: Market, one: Asked): number[] {
  const { at } = one.query;
  const halfHour = at - HALF_HOUR_MS;
  const nearest = pointsOf(market, one).nearest(at);
  const isAfter = nearest !== null && nearest.at > at && nearest.at - at < HALF_HOUR_MS;
  return isAfter ? [2 * at - nearest.at, halfHour] : [halfHour];
}

/** Some servers refuse a long URL, with any status. */
const isRefused = ({ kind }: UpstreamFailure): boolean => kind === 'rejected' || kind === 'entitlement';

function timesOf(asked: readonly Asked[], momentsOf: (one: Asked) => readonly number[]): Batch {
  const byCoin = new Map<string, Set<number>>();
  for (const one of asked) {
    const times = byCoin.get(one.coin) ?? new Set<number>();
    for (const at of momentsOf(one)) times.add(seconds(at));
    byCoin.set(one.coin, times);
  }
  return new Map([...byCoin].map(([coin, times]) => [coin, [...times]]));
}

/** JSON for the query string. Characters that are valid there stay unescaped, so that the URL is short. */
const batchText = (batch: Batch): string =>
  encodeURIComponent(JSON.stringify(Object.fromEntries(batch)))
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':');

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

function addPoints(market: Market, id: string, prices: readonly z.infer<typeof moment>[]): void {
  const known = market.get(id.toLowerCase()) ?? { points: new PricePoints(), isBroken: false };
  for (const { timestamp, price } of prices) {
    const at = millis(timestamp);
    const usd = priceText(price);
    if (at !== null && usd) known.points.add({ at, usd });
    else known.isBroken = true;
  }
  market.set(id.toLowerCase(), known);
}

const millis = (text: string): number | null => (/^\d{1,11}$/.test(text) ? Number(text) * 1000 : null);
