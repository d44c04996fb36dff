/** USD per whole unit, as decimal text, with its source and time. */
export interface PricePoint {
  usd: string;
  /** Milliseconds UTC of the price. */
  at: number;
  source: string;
}

/** Source of the bundled daily closes. A market price replaces such a price. */
export const BUNDLED_CLOSES = 'bundled_daily_close';

/** Source of the price that a fund keeps by its rules, such as 1 USD. Markets that have a price come first. */
export const FUND_RULE = 'fund_rule';

export interface PriceQuery {
  /** `chain:native` or `chain:<contract>`. */
  assetId: string;
  symbol: string;
  /** Milliseconds UTC. */
  at: number;
}

export const priceQueryKey = (query: { assetId: string; at: number }): string =>
  `${query.assetId}@${query.at}`;

/** USD prices by contract, now or in the past. An asset without a price is absent from the result. */
export abstract class PriceSource {
  /**
   * Nearest price at or before each time: same hour, else that day (tax-rules 7.1 c, d).
   * @returns by `priceQueryKey`; `unanswered` holds queries that no provider could answer (an outage). Do not
   * store them as "no price"
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
