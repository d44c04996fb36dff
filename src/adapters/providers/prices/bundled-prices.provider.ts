import {
  BUNDLED_CLOSES,
  PriceSource,
  priceQueryKey,
  type PricePoint,
  type PriceQuery,
} from '../../../ports/upstream/price-source';
import { DAILY_CLOSES } from './bundled-prices.data';
import { coinOf, unwrapped } from './prices.coins';
import { dayEnd } from './prices.points';
import { DAY_MS } from '../../../domain/kernel/durations';

const CLOSES: Readonly<Record<string, Readonly<Record<number, string>>>> = DAILY_CLOSES;

/** Never of today. Used when no market answers. @source tax-rules 7.1 d */
export class BundledPrices extends PriceSource {
  private readonly years = new Map<string, readonly string[]>();

  override async historical(
    queries: readonly PriceQuery[],
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }> {
    const prices = new Map<string, PricePoint>();
    for (const query of queries) {
      const close = this.closeOf(query);
      if (close) prices.set(priceQueryKey(query), close);
    }
    return { prices, unanswered: queries.filter((query) => !prices.has(priceQueryKey(query))) };
  }

  override async current(
    assets: readonly { assetId: string; symbol: string }[],
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: string[] }> {
    return { prices: new Map(), unanswered: assets.map(({ assetId }) => assetId) };
  }

  closeOf(query: Pick<PriceQuery, 'assetId' | 'at'>): PricePoint | null {
    const usd = this.close(query);
    return usd ? { usd, at: dayEnd(query.at), source: BUNDLED_CLOSES } : null;
  }

  private close({ assetId, at }: Pick<PriceQuery, 'assetId' | 'at'>): string | undefined {
    const coin = coinOf(unwrapped(assetId) ?? assetId, at);
    if (coin?.kind !== 'native') return undefined;
    const year = new Date(at).getUTCFullYear();
    const name = `${coin.id}:${year}`;
    const fields = this.years.get(name) ?? CLOSES[coin.id]?.[year]?.split(' ') ?? [];
    this.years.set(name, fields);
    return fields[Math.floor((at - Date.UTC(year, 0, 1)) / DAY_MS)];
  }
}
