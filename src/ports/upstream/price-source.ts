/** USD per whole unit, as decimal text, with where and when it is from. */
export interface PricePoint {
  usd: string;
  /** Milliseconds UTC the price is of. */
  at: number;
  source: string;
}

/** Source of daily closes that come with the service; a price of theirs gives way to one of a market. */
export const BUNDLED_CLOSES = 'bundled_daily_close';

export interface PriceQuery {
  /** `chain:native` or `chain:<contract>`. */
  assetId: string;
  symbol: string;
  /** Milliseconds UTC. */
  at: number;
}

export const priceQueryKey = (query: { assetId: string; at: number }): string =>
  `${query.assetId}@${query.at}`;

/** USD prices by contract, now or in the past. An asset nobody prices is simply absent from the answer. */
export abstract class PriceSource {
  /**
   * Nearest price at or before each moment: same hour, else that day (tax-rules 7.1 c, d).
   * @returns by `priceQueryKey`; `unanswered` holds queries no provider could be asked about (an outage), which
   *   must not be remembered as "no price"
   */
  abstract historical(
    queries: readonly PriceQuery[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }>;

  /** Current prices by asset id. */
  abstract current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: string[] }>;
}
