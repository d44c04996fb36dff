import { startExplorer } from './explorer';
import { sendJson, startLocalUpstream } from './local-upstream';
import { OFFLINE } from './offline';

/**
 * Upstreams that answer at once that they have nothing: no transactions and no prices. An upstream that is away is
 * asked again and again instead, which takes seconds.
 */
export async function startEmptyUpstreams(): Promise<{
  env: Record<string, string>;
  close(): Promise<void>;
}> {
  const explorer = await startExplorer();
  const markets = await startLocalUpstream((_url, response) => sendJson(response, { coins: {} }));
  return {
    env: {
      ...OFFLINE,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'x',
      DEFILLAMA_COINS_BASE_URL: markets.url,
      COINGECKO_BASE_URL: markets.url,
      EVM_CHAINS: 'ethereum',
      DEMO_WALLETS: 'false',
    },
    close: async () => {
      await explorer.close();
      await markets.close();
    },
  };
}
