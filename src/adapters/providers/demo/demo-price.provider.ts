import { PriceSource, priceQueryKey, type PricePoint, type PriceQuery } from '../../../ports/price-source';
import { closeOf, hasSeries, latestOf } from './demo.prices';

/**
 * The bundled prices of the demo wallets. A day that is not bundled comes back as `unanswered`: this source cannot
 * know that nobody prices it, and the next source may be asked.
 */
export class DemoPriceSource extends PriceSource {
  owns(assetId: string): boolean {
    return hasSeries(assetId);
  }

  override async historical(
    queries: readonly PriceQuery[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }> {
    signal.throwIfAborted();
    const prices = new Map<string, PricePoint>();
    const unanswered: PriceQuery[] = [];
    for (const query of queries) {
      const point = closeOf(query.assetId, query.at);
      if (point) prices.set(priceQueryKey(query), point);
      else unanswered.push(query);
    }
    return { prices, unanswered };
  }

  override async current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: string[] }> {
    signal.throwIfAborted();
    const prices = new Map<string, PricePoint>();
    const unanswered: string[] = [];
    for (const { assetId } of assets) {
      const point = latestOf(assetId);
      if (point) prices.set(assetId, point);
      else unanswered.push(assetId);
    }
    return { prices, unanswered };
  }
}
