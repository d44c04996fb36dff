// DefiLlama yields and protocol totals: the recorded sample of pools and the tokenized funds.
import { RWA_NAV_USD } from './tokens.mjs';

// Fixed figures in the documented shape. The last row is a lending market on the contract of OUSG, not the fund itself.
const FUNDS = [
  ['Ethereum', 'blackrock-buidl', 'BUIDL', 1_250_000_000, 4.02, '0x7712c34205737192402172409a8F7ccef8aA2AEc'],
  ['Ethereum', 'blackrock-buidl', 'BUIDL-I', 600_000_000, 4.21, '0x6a9DA2D710BB9B700acde7Cb81F10F1fF8C89041'],
  ['Polygon', 'blackrock-buidl', 'BUIDL', 40_000_000, 4.02, '0x2893ef551b6dd69f661ac00f11d93e5dc5dc0e99'],
  ['Ethereum', 'ondo-yield-assets', 'USDY', 480_000_000, 3.55, '0x96F6eF951840721AdBF46Ac996b59E0235CB985C'],
  ['Ethereum', 'ondo-yield-assets', 'OUSG', 390_000_000, 3.71, '0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92'],
  ['Ethereum', 'circle-usyc', 'USYC', 150_000_000, 3.48, '0x136471a34f6ef19fE571EFFC1CA711fdb8E49f2b'],
  ['BSC', 'circle-usyc', 'USYC', 1_100_000_000, 3.48, '0x8D0fA28f221eB5735BC71d3a0Da67EE5bC821311'],
  ['Ethereum', 'flux-finance', 'OUSG', 12_000_000, 0.9, '0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92'],
].map(([chain, project, symbol, tvlUsd, apy, contract], i) => ({
  chain,
  project,
  symbol,
  tvlUsd,
  apyBase: apy,
  apyReward: null,
  apy,
  rewardTokens: null,
  pool: `00000000-0000-4000-8000-00000000000${i + 1}`,
  apyPct1D: 0,
  apyPct7D: 0,
  apyPct30D: 0,
  stablecoin: RWA_NAV_USD[symbol] === 1,
  ilRisk: 'no',
  exposure: 'single',
  predictions: { predictedClass: 'Stable/Up', predictedProbability: 60, binnedConfidence: 1 },
  poolMeta: null,
  mu: apy,
  sigma: 0.01,
  count: 365,
  outlier: false,
  underlyingTokens: [contract],
  il7d: null,
  apyBase7d: apy,
  apyMean30d: apy,
  volumeUsd1d: null,
  volumeUsd7d: null,
  apyBaseInception: null,
}));
const midnight = () => Math.floor(Date.now() / 86_400_000) * 86_400;

export class Yields {
  #pools;

  constructor(recorded) {
    this.#pools = [...recorded, ...FUNDS];
  }

  pools(path) {
    if (path === '/pools') return { body: { status: 'success', data: this.#pools } };
    const pool = this.#pools.find((p) => path === `/chart/${p.pool}`);
    if (!pool) return { status: 404, body: { message: 'Not Found' }, weak: true };
    const { tvlUsd, apy, apyBase, apyReward } = pool;
    const point = {
      timestamp: new Date(midnight() * 1000).toISOString(),
      tvlUsd,
      apy,
      apyBase,
      apyReward,
      il7d: null,
      apyBase7d: null,
    };
    return { body: { status: 'success', data: [point] } };
  }

  protocol(path) {
    const [, kind, slug] = /^\/(protocol|tvl)\/([^/]+)$/.exec(path) ?? [];
    const pools = this.#pools.filter((p) => p.project === slug),
      currentChainTvls = {};
    if (!pools.length)
      return { status: 400, body: { statusCode: 400, message: 'Protocol not found' }, weak: true };
    for (const p of pools) currentChainTvls[p.chain] = (currentChainTvls[p.chain] ?? 0) + p.tvlUsd;
    const total = pools.reduce((sum, p) => sum + p.tvlUsd, 0);
    if (kind === 'tvl') return { body: total };
    const tvl = [{ date: midnight(), totalLiquidityUSD: total }];
    return {
      body: {
        id: slug,
        name: slug,
        symbol: pools[0].symbol,
        chains: Object.keys(currentChainTvls),
        currentChainTvls,
        tvl,
      },
    };
  }
}
