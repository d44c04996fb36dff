import type { Config } from '../../../config/env';
import type { PriceSource } from '../../../ports/upstream/price-source';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { CoinGeckoPriceSource } from './coingecko.provider';
import { BundledPrices } from './floor.provider';
import { LlamaPriceSource } from './llama.provider';
import { MarketPriceSource } from './market-price.provider';

/** Market prices: DefiLlama, CoinGecko where DefiLlama has no answer, and daily closes where neither has. */
export const marketPrices = (config: Config, upstream: UpstreamClient, now: () => number): PriceSource =>
  new MarketPriceSource(
    new LlamaPriceSource(config, upstream, now),
    new CoinGeckoPriceSource(config, upstream, now),
    new BundledPrices(),
  );
