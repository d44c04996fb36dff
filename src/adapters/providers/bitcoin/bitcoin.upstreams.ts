import type { Config } from '../../../config/env';
import type { Rate } from '../../upstream/rate-gate';
import { OWN_ENDPOINT } from '../../upstream/rates';

export interface BitcoinEndpoint {
  provider: 'esplora' | 'blockbook';
  url: string;
  rate: Rate;
}

/** Public instances. blockstream.info allows four calls a second, mempool.space publishes no limit. */
const PUBLIC_RATES: Readonly<Record<string, Rate>> = {
  'blockstream.info': { perSecond: 4, concurrency: 2 },
  'mempool.space': { perSecond: 0.4, concurrency: 1 },
};

/** In call order. @source providers.md 0, 1.2 */
export function bitcoinEndpoints(config: Config): [BitcoinEndpoint, ...BitcoinEndpoint[]] {
  const { ESPLORA_BASE_URL: esplora } = config;
  const blockbook = config.BLOCKBOOK_BASE_URL?.replace(/\/+$/, '');
  return [
    { provider: 'esplora', url: esplora, rate: rateOf(esplora) },
    ...(blockbook ? [{ provider: 'blockbook', url: blockbook, rate: rateOf(blockbook) } as const] : []),
  ];
}

const rateOf = (url: string): Rate => PUBLIC_RATES[new URL(url).host] ?? OWN_ENDPOINT;
