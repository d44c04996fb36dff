/** Figures of one fund besides its value. Decimal text. */
export interface RwaYield {
  /** Percent per year. */
  apy: string;
  /** Assets under management, USD. Null when unavailable. */
  aum: string | null;
  /** The upstream's name of the history of yields. Null without one. */
  history: string | null;
}

/** The yield of one past day: `YYYY-MM-DD` and percent per year. */
export type PastYield = readonly [day: string, apy: string];

/**
 * Live figures of the registry's tokens with a market source, all at once, by symbol. A token without an
 * entry at the upstream is absent. Results are JSON.
 * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when the request failed
 */
export abstract class RwaMarketSource {
  /** The upstream's public name. */
  abstract readonly name: string;
  /** USD per whole unit, as decimal text above zero. */
  abstract navs(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** Yield and assets of each token. */
  abstract yields(signal: AbortSignal): Promise<Readonly<Record<string, RwaYield>>>;
  /** Past yields of one token. @param history as in `RwaYield` */
  abstract pastYields(history: string, signal: AbortSignal): Promise<readonly PastYield[]>;
}
