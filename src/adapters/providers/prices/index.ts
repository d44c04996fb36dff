import type { Config } from '../../../config/env';
import type { PriceSource } from '../../../ports/upstream/price-source';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { CoinGeckoPriceSource } from './coingecko.provider';
import { BundledPrices } from './bundled-prices.provider';
import { LlamaPriceSource } from './llama.provider';
import { MarketPriceSource } from './market-price.provider';

/** DefiLlama, then CoinGecko, then bundled daily closes. */
export const marketPrices = (config: Config, upstream: UpstreamClient, now: () => number): PriceSource =>
  new MarketPriceSource(
    new LlamaPriceSource(config, upstream, now),
    new CoinGeckoPriceSource(config, upstream, now),
    new BundledPrices(),
    now,
  );
