import { listedSymbol } from '../../../domain/chain';
import {
  FUND_RULE,
  PriceSource,
  priceQueryKey,
  type PricePoint,
  type PriceQuery,
} from '../../../ports/upstream/price-source';
import { coinOf, fundPriceOf, twinOf, unwrapped } from './prices.coins';

type Historical = Awaited<ReturnType<PriceSource['historical']>>;
type Current = Awaited<ReturnType<PriceSource['current']>>;

/** `later`: unanswered queries that can succeed at another time. */
export type SecondAnswer = Historical & { later: PriceQuery[] };

export type SecondCurrent = Current & { later: string[] };

export abstract class StandInPriceSource extends PriceSource {
  abstract override historical(queries: readonly PriceQuery[], signal: AbortSignal): Promise<SecondAnswer>;
  abstract override current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<SecondCurrent>;
}

/**
 * The first source decides what has a price. The second is used when the first fails, and before a coin or listed
 * token counts as unpriced. Bundled prices are the last resort. An unpriced wrapped or bridged form has the price of
 * its twin, and a fund unit the price that the fund keeps.
 */
export class MarketPriceSource extends PriceSource {
  constructor(
    private readonly primary: PriceSource,
    private readonly standIn: StandInPriceSource,
    private readonly bundled: PriceSource,
    private readonly now: () => number,
  ) {
    super();
  }

  override async historical(queries: readonly PriceQuery[], signal: AbortSignal): Promise<Historical> {
    const first = await this.historicalInTurn(queries, signal);
    const open = new Set(first.unanswered.map(priceQueryKey));
    const twins = queries.flatMap((query) => {
      const twin = twinOf(query.assetId);
      const isMissing = !first.prices.has(priceQueryKey(query)) && !open.has(priceQueryKey(query));
      return twin && isMissing ? [{ query, asTwin: { ...query, assetId: twin } }] : [];
    });
    const second = await this.historicalInTurn(
      twins.map(({ asTwin }) => asTwin),
      signal,
    );
    const openTwins = new Set(second.unanswered.map(priceQueryKey));
    for (const { query, asTwin } of twins) {
      const price = second.prices.get(priceQueryKey(asTwin));
      if (price) first.prices.set(priceQueryKey(query), price);
      else if (openTwins.has(priceQueryKey(asTwin))) first.unanswered.push(query);
    }
    const later = new Set(first.unanswered.map(priceQueryKey));
    for (const query of queries) {
      const key = priceQueryKey(query);
      const usd = later.has(key) || first.prices.has(key) ? null : fundPriceOf(query.assetId);
      if (usd !== null) first.prices.set(key, { usd, at: query.at, source: FUND_RULE });
    }
    return first;
  }

  override async current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<Current> {
    const first = await this.currentInTurn(assets, signal);
    const open = new Set(first.unanswered);
    const twins = assets.flatMap(({ assetId, symbol }) => {
      const twin = twinOf(assetId);
      return twin && !first.prices.has(assetId) && !open.has(assetId) ? [{ assetId, twin, symbol }] : [];
    });
    const second = await this.currentInTurn(
      twins.map(({ twin, symbol }) => ({ assetId: twin, symbol })),
      signal,
    );
    for (const { assetId, twin } of twins) {
      const price = second.prices.get(twin);
      if (price) first.prices.set(assetId, price);
      else if (second.unanswered.includes(twin)) first.unanswered.push(assetId);
    }
    const later = new Set(first.unanswered);
    for (const { assetId } of assets) {
      const usd = later.has(assetId) || first.prices.has(assetId) ? null : fundPriceOf(assetId);
      if (usd !== null) first.prices.set(assetId, { usd, at: this.now(), source: FUND_RULE });
    }
    return first;
  }

  private async historicalInTurn(queries: readonly PriceQuery[], signal: AbortSignal): Promise<Historical> {
    const unique = [...new Map(queries.map((query) => [priceQueryKey(query), query])).values()];
    if (unique.length === 0) return { prices: new Map(), unanswered: [] };
    const first = await this.primary.historical(unique, signal);
    const open = new Set(first.unanswered.map(priceQueryKey));
    const doubtful = unique.filter(
      (query) =>
        isListed(query) && !first.prices.has(priceQueryKey(query)) && !open.has(priceQueryKey(query)),
    );
    if (open.size === 0 && doubtful.length === 0) return first;
    const second = await this.standIn.historical([...first.unanswered, ...doubtful], signal);
    const third = await this.bundled.historical(second.unanswered, signal);
    for (const query of second.later) open.add(priceQueryKey(query));
    return {
      prices: new Map([...first.prices, ...second.prices, ...third.prices]),
      unanswered: third.unanswered.filter((query) => open.has(priceQueryKey(query))),
    };
  }

  private async currentInTurn(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<Current> {
    if (assets.length === 0) return { prices: new Map(), unanswered: [] };
    const first = await this.primary.current(assets, signal);
    const open = new Set(first.unanswered);
    const due = assets.filter(
      ({ assetId }) =>
        open.has(assetId) || (isListed({ assetId, at: ANY_TIME }) && !first.prices.has(assetId)),
    );
    if (due.length === 0) return first;
    const second = await this.standIn.current(due, signal);
    for (const assetId of second.later) open.add(assetId);
    return {
      prices: joined(first.prices, second.prices),
      unanswered: second.unanswered.filter((assetId) => open.has(assetId)),
    };
  }
}

/** The mapping to a coin id does not depend on the time. */
const ANY_TIME = 0;

/** Coins and listed tokens must have a price. The coin of a wrapped one is queried in any case. */
const isListed = ({ assetId, at }: { assetId: string; at: number }): boolean =>
  unwrapped(assetId) === null && (coinOf(assetId, at)?.kind === 'native' || listedSymbol(assetId) !== null);

const joined = (a: Map<string, PricePoint>, b: Map<string, PricePoint>): Map<string, PricePoint> =>
  new Map([...a, ...b]);
