import { z } from 'zod';
import type { Config } from '../../../config/env';
import type { ChainName } from '../../../domain/kernel/chain';
import { priceQueryKey, type PricePoint, type PriceQuery } from '../../../ports/upstream/price-source';
import type { Patience, UpstreamClient } from '../../upstream/upstream-client';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { coinGeckoFailure } from './coingecko.failures';
import { StandInPriceSource, type SecondAnswer, type SecondCurrent } from './market-price.provider';
import { CHAIN_SOURCES } from '../chains';
import { type Coin, coinOf } from './prices.coins';
import { dayEnd, dayStart, pointAt, PricePoints, priceText } from './prices.points';
import { DAY_MS } from '../../../domain/kernel/durations';

const SOURCE = 'coingecko';
const PUBLIC_URL = 'https://api.coingecko.com/api/v3';
/** Longer ranges return daily prices, shorter ones hourly prices. */
const HOURLY_DAYS = 89;
/** The free plans cover one year. One day is subtracted for transit. */
const FREE_DAYS = 364;
/** Calls per batch: enough for an outage of the other provider, without using up the quota. */
const MAX_CALLS = 40;
const CONTRACTS_PER_CALL = 25;

const chart = z.object({ prices: z.array(z.tuple([z.string(), z.unknown()])) });
const quotes = z.record(
  z.string(),
  z.object({ usd: z.unknown().optional(), last_updated_at: z.string().nullish() }),
);

interface Stretch {
  path: string;
  queries: PriceQuery[];
}
/** `later`: a later call can succeed. `never`: the plan does not cover the query. */
type Stop = 'later' | 'never';

/** One year of history, few calls. An unknown price is unanswered, not unpriced. */
export class CoinGeckoPriceSource extends StandInPriceSource {
  constructor(
    private readonly config: Config,
    private readonly upstream: UpstreamClient,
    /** Milliseconds UTC. */
    private readonly now: () => number,
  ) {
    super();
  }

  override async historical(queries: readonly PriceQuery[], signal: AbortSignal): Promise<SecondAnswer> {
    const prices = new Map<string, PricePoint>();
    const later: PriceQuery[] = [];
    const oldest = this.now() - FREE_DAYS * DAY_MS;
    let stop: Stop | null = null;
    for (const [index, stretch] of stretches(queries.filter(({ at }) => at >= oldest)).entries()) {
      if (index === MAX_CALLS) stop ??= 'later';
      const points: PricePoints | Stop = stop ?? (await this.points(stretch, signal));
      if (points === 'later') later.push(...stretch.queries);
      if (points === 'later' || points === 'never') {
        stop = points;
        continue;
      }
      for (const query of stretch.queries) {
        const point = pointAt(points, query.at);
        if (point) prices.set(priceQueryKey(query), { ...point, source: SOURCE });
      }
    }
    return { prices, unanswered: queries.filter((query) => !prices.has(priceQueryKey(query))), later };
  }

  override async current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<SecondCurrent> {
    const prices = new Map<string, PricePoint>();
    const later: string[] = [];
    let stop: Stop | null = null;
    for (const [index, { path, members }] of this.currentCalls(assets).entries()) {
      if (index === MAX_CALLS) stop ??= 'later';
      const answer: z.infer<typeof quotes> | null | Stop =
        stop ?? (await this.ask(path, quotes, 'request', signal));
      if (answer === 'later') later.push(...[...members.values()].flat());
      if (isStop(answer)) {
        stop = answer;
        continue;
      }
      for (const [id, quote] of Object.entries(answer ?? {})) {
        const usd = priceText(quote.usd);
        const at = quote.last_updated_at ? Number(quote.last_updated_at) * 1000 : this.now();
        for (const assetId of members.get(id.toLowerCase()) ?? []) {
          if (usd && Number.isSafeInteger(at)) prices.set(assetId, { usd, at, source: SOURCE });
        }
      }
    }
    const unanswered = assets.map(({ assetId }) => assetId).filter((id) => !prices.has(id));
    return { prices, unanswered, later };
  }

  private async points({ path, queries }: Stretch, signal: AbortSignal): Promise<PricePoints | Stop> {
    const times = queries.map(({ at }) => at);
    const from = Math.floor(dayStart(Math.min(...times)) / 1000);
    const to = Math.ceil(Math.min(dayEnd(Math.max(...times)), this.now()) / 1000);
    const query = `vs_currency=usd&from=${from}&to=${to}`;
    const answer = await this.ask(`${path}/market_chart/range?${query}`, chart, 'background', signal);
    if (isStop(answer)) return answer;
    const points = new PricePoints();
    for (const [at, price] of answer?.prices ?? []) {
      const usd = priceText(price);
      if (usd && /^\d{1,14}$/.test(at)) points.add({ at: Number(at), usd });
    }
    return points;
  }

  private currentCalls(
    assets: readonly { assetId: string }[],
  ): { path: string; members: Map<string, string[]> }[] {
    const groups = new Map<string, Map<string, string[]>>();
    for (const { assetId } of assets) {
      const coin = coinOf(assetId, this.now());
      if (!coin) continue;
      const group = coin.kind === 'native' ? '/simple/price?ids=' : tokenPricePath(coin.chain);
      const members = groups.get(group) ?? new Map<string, string[]>();
      const id = (coin.kind === 'native' ? coin.id : coin.contract).toLowerCase();
      members.set(id, [...(members.get(id) ?? []), assetId]);
      groups.set(group, members);
    }
    return [...groups].flatMap(([path, members]) => cut(path, members));
  }

  private async ask<T>(
    path: string,
    schema: z.ZodType<T>,
    patience: Patience,
    signal: AbortSignal,
  ): Promise<T | null | Stop> {
    const { COINGECKO_BASE_URL: base, COINGECKO_API_KEY: key } = this.config;
    const header = base.includes('pro-api.') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key';
    try {
      return await this.upstream.send({
        provider: SOURCE,
        url: `${base}${path}`,
        ...(key ? { headers: { [header]: key } } : {}),
        schema,
        failureOf: coinGeckoFailure,
        numbers: 'text',
        patience,
        signal,
        rate: rateOf(base, key),
      });
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.kind === 'rejected') return null;
      return error.kind === 'entitlement' ? 'never' : 'later';
    }
  }
}

const isStop = <T>(answer: T | Stop): answer is Stop => answer === 'later' || answer === 'never';

/** Callers without a key share a small quota by address. A demo key has 100 calls a minute. */
function rateOf(base: string, key: string | undefined) {
  if (base !== PUBLIC_URL) return { perSecond: 100, concurrency: 4 };
  return key ? { perSecond: 1.5, concurrency: 2 } : { perSecond: 0.4, concurrency: 1 };
}

const tokenPricePath = (chain: ChainName): string =>
  `/simple/token_price/${CHAIN_SOURCES[chain].prices.platform}?contract_addresses=`;

const coinPath = (coin: Coin): string =>
  coin.kind === 'native'
    ? `/coins/${coin.id}`
    : `/coins/${CHAIN_SOURCES[coin.chain].prices.platform}/contract/${coin.contract}`;

function stretches(queries: readonly PriceQuery[]): Stretch[] {
  const byPath = new Map<string, PriceQuery[]>();
  for (const query of queries) {
    const coin = coinOf(query.assetId, query.at);
    if (!coin) continue;
    const all = byPath.get(coinPath(coin));
    if (all) all.push(query);
    else byPath.set(coinPath(coin), [query]);
  }
  return [...byPath].flatMap(([path, all]) => {
    const cuts: Stretch[] = [];
    for (const query of all.toSorted((a, b) => a.at - b.at)) {
      const open = cuts.at(-1);
      const start = open?.queries[0]?.at ?? 0;
      if (open && dayEnd(query.at) - dayStart(start) < HOURLY_DAYS * DAY_MS) open.queries.push(query);
      else cuts.push({ path, queries: [query] });
    }
    return cuts;
  });
}

function cut(
  path: string,
  members: Map<string, string[]>,
): { path: string; members: Map<string, string[]> }[] {
  const all = [...members];
  return Array.from({ length: Math.ceil(all.length / CONTRACTS_PER_CALL) }, (_, i) => {
    const some = all.slice(i * CONTRACTS_PER_CALL, (i + 1) * CONTRACTS_PER_CALL);
    const ids = some.map(([id]) => id).join(',');
    return { path: `${path}${ids}&vs_currencies=usd&include_last_updated_at=true`, members: new Map(some) };
  });
}
