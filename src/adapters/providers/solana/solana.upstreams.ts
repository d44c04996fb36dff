import type { Config } from '../../../config/env';
import type { Rate } from '../../upstream/rate-gate';

export interface SolanaEndpoint {
  provider: 'solana-rpc' | 'helius';
  url: string;
  rate: Rate;
}

/** The public cluster allows 40 calls of one method in ten seconds. @source providers.md 1.3 */
const PUBLIC_HOST = 'api.mainnet-beta.solana.com';
const PUBLIC: Rate = { perSecond: 4, concurrency: 4 };
/** Limit of the free key. */
const HELIUS: Rate = { perSecond: 10, concurrency: 4 };
/** A courtesy limit: an operator's own node has no published limit. */
const OWN_NODE: Rate = { perSecond: 200, concurrency: 8 };

/** In call order. @source providers.md 0 */
export function solanaEndpoints(config: Config): [SolanaEndpoint, ...SolanaEndpoint[]] {
  const { SOLANA_RPC_URL: url, HELIUS_API_KEY: key } = config;
  const rate = new URL(url).host === PUBLIC_HOST ? PUBLIC : OWN_NODE;
  const helius = `https://mainnet.helius-rpc.com/?api-key=${encodeURIComponent(key ?? '')}`;
  return [
    { provider: 'solana-rpc', url, rate },
    ...(key ? [{ provider: 'helius', url: helius, rate: HELIUS } as const] : []),
  ];
}
