import {
  PriceSource,
  priceQueryKey,
  type PricePoint,
  type PriceQuery,
} from '../../src/ports/upstream/price-source';

/** One price per asset for all times; assets can be unknown, or no source available. */
export class ScriptedPriceSource extends PriceSource {
  /** Asset id -> USD. */
  readonly usd = new Map<string, string>();
  /** Assets for which no source is available now. */
  readonly silent = new Set<string>();
  readonly historicalCalls: PriceQuery[][] = [];
  readonly currentCalls: string[][] = [];

  async historical(
    queries: readonly PriceQuery[],
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }> {
    this.historicalCalls.push([...queries]);
    const prices = new Map<string, PricePoint>();
    for (const query of queries) {
      const usd = this.usd.get(query.assetId);
      if (usd !== undefined && !this.silent.has(query.assetId))
        prices.set(priceQueryKey(query), { usd, at: query.at, source: 'scripted' });
    }
    return { prices, unanswered: queries.filter(({ assetId }) => this.silent.has(assetId)) };
  }

  async current(
    assets: readonly { assetId: string; symbol: string }[],
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: string[] }> {
    this.currentCalls.push(assets.map(({ assetId }) => assetId));
    const prices = new Map<string, PricePoint>();
    for (const { assetId } of assets) {
      const usd = this.usd.get(assetId);
      if (usd !== undefined && !this.silent.has(assetId))
        prices.set(assetId, { usd, at: 1_700_000_000_000, source: 'scripted' });
    }
    return {
      prices,
      unanswered: assets.map(({ assetId }) => assetId).filter((assetId) => this.silent.has(assetId)),
    };
  }
}
