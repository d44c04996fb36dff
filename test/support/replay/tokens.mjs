// Chains, tokens and constants the replay needs to name things the way each upstream does.
import { readFileSync } from 'node:fs';

// id, DefiLlama name, CoinGecko platform, wrapped native contract, seconds per block
export const CHAINS = [
  [1, 'ethereum', 'ethereum', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 12],
  [10, 'optimism', 'optimistic-ethereum', '0x4200000000000000000000000000000000000006', 2],
  [56, 'bsc', 'binance-smart-chain', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', 3],
  [100, 'xdai', 'xdai', '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', 5],
  [137, 'polygon', 'polygon-pos', '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', 2.1],
  [999, 'hyperliquid', 'hyperevm', null, 1],
  [5000, 'mantle', 'mantle', null, 2],
  [8453, 'base', 'base', '0x4200000000000000000000000000000000000006', 2],
  [42161, 'arbitrum', 'arbitrum-one', '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', 0.25],
  [43114, 'avax', 'avalanche', '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', 2],
  [59144, 'linea', 'linea', '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f', 2],
  [534352, 'scroll', 'scroll', '0x5300000000000000000000000000000000000004', 3],
].map(([id, name, platform, wrapped, blockSeconds]) => ({ id, name, platform, wrapped, blockSeconds }));
export const chainById = new Map(CHAINS.map((c) => [c.id, c]));
export const chainName = (name) =>
  ({ gnosis: 'xdai' })[name] ?? CHAINS.find((c) => c.platform === name)?.name ?? name;

// Net asset value per token, in US dollars, held constant: the price answered for these contracts at any date.
export const RWA_NAV_USD = { BUIDL: 1.0, USDY: 1.13, OUSG: 114.2, USYC: 1.11, BENJI: 1.0, USDM: 1.0 };

export const ZERO = '0x0000000000000000000000000000000000000000';
export const byCoingeckoId = new Map(),
  byContract = new Map(),
  knownSymbols = new Set();
for (const line of readFileSync(new URL('tokens.txt', import.meta.url), 'utf8').split('\n')) {
  if (!line || line.startsWith('#')) continue;
  const [symbol, series, id, decimals, ...contracts] = line.split(/\s+/);
  const token = { symbol, id, series: series.split('|') };
  if (decimals !== '-') token.decimals = Number(decimals);
  if (series === '=') token.nav = RWA_NAV_USD[symbol];
  if (!byCoingeckoId.has(id)) byCoingeckoId.set(id, token);
  knownSymbols.add(symbol);
  for (const contract of contracts)
    byContract.set(contract.replace(/:0x0$/, `:${ZERO}`).toLowerCase(), token);
}
