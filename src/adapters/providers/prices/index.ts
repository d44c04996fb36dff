import type { Config } from '../../../config/env';
import type { PriceSource } from '../../../ports/price-source';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { CoinGeckoPriceSource } from './coingecko.provider';
import { LlamaPriceSource } from './llama.provider';
import { MarketPriceSource } from './market-price.provider';

/** Market prices: DefiLlama, and CoinGecko while DefiLlama cannot be asked. */
export const marketPrices = (config: Config, upstream: UpstreamClient, now: () => number): PriceSource =>
  new MarketPriceSource(
    new LlamaPriceSource(config, upstream, now),
    new CoinGeckoPriceSource(config, upstream, now),
  );
