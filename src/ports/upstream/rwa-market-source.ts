/** What is known of one fund beside its value. Decimal text. */
export interface RwaYield {
  /** Percent a year. */
  apy: string;
  /** Assets under management, USD; null when not to be had. */
  aum: string | null;
}

/**
 * Live figures of the registry's tokens that have a market source, all at once, by symbol. A token the upstream has
 * no entry for is absent. Answers are JSON.
 * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when it could not be asked
 */
export abstract class RwaMarketSource {
  /** The upstream's public name. */
  abstract readonly name: string;
  /** USD per whole unit, as decimal text above zero. */
  abstract navs(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  abstract yields(signal: AbortSignal): Promise<Readonly<Record<string, RwaYield>>>;
}
