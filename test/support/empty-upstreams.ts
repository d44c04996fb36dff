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
  const markets = await startEmptyMarkets();
  return {
    env: {
      ...markets.env,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'x',
      EVM_CHAINS: 'ethereum',
      DEMO_WALLETS: 'false',
    },
    close: async () => {
      await explorer.close();
      await markets.close();
    },
  };
}

/** A machine without a network, apart from sources of prices that know no asset. */
export async function startEmptyMarkets(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const { url, close } = await startLocalUpstream((_url, response) => sendJson(response, { coins: {} }));
  return { env: { ...OFFLINE, DEFILLAMA_COINS_BASE_URL: url, COINGECKO_BASE_URL: url }, close };
}
