import { RWA_TOKENS } from '../../src/domain/rwa';
import { startApp, type TestApp } from '../app.factory';
import { payment, startExplorer, tokenTransfer, type Explorer, type ExplorerRow } from '../support/explorer';
import { sendJson, startLocalUpstream, type LocalUpstream } from '../support/local-upstream';

const EMPLOYER = `0x${'f'.repeat(40)}`;
const STRANGER = `0x${'5'.repeat(40)}`;
const POOL = `0x${'9'.repeat(40)}`;
const BUYER = `0x${'b0'.repeat(20)}`;
const USDC = {
  ethereum: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  base: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
};
const made = (n: number): string => `0x${n.toString(16).padStart(40, '7')}`;

interface Token {
  contract: string;
  symbol: string;
  decimals: number;
}

let explorer: Explorer;
let market: LocalUpstream;

beforeAll(async () => {
  explorer = await startExplorer();
  // Every contract is worth a dollar on every day, with any deployer: no help against impostors.
  market = await startLocalUpstream(({ pathname, searchParams }, response) => {
    if (pathname === '/pools' || pathname.startsWith('/tvl/')) return sendJson(response, { data: [] });
    const ids = decodeURIComponent(pathname.split('/').at(-1) ?? '').split(',');
    if (pathname.startsWith('/prices/current/'))
      return sendJson(response, {
        coins: Object.fromEntries(ids.map((id) => [id, { price: 1, timestamp: 1_700_000_000 }])),
      });
    const wanted = JSON.parse(searchParams.get('coins') ?? '{}') as Record<string, number[]>;
    const prices = (times: number[]) => times.map((timestamp) => ({ timestamp, price: 1 }));
    return sendJson(response, {
      coins: Object.fromEntries(Object.entries(wanted).map(([id, times]) => [id, { prices: prices(times) }])),
    });
  });
});
afterAll(async () => {
  await market.close();
  await explorer.close();
});

/** Transaction `n`: a dollar coin against a token, called by the wallet itself. */
function purchase(n: number, chain: keyof typeof USDC, dollars: number, token: Token, units: number): void {
  const base = payment(n, n);
  explorer.rows['txlist']?.push({
    ...base,
    from: BUYER,
    to: POOL,
    value: '0',
    input: '0x38ed1739',
    methodId: '0x38ed1739',
  });
  explorer.rows['tokentx']?.push(
    transfer(n, { contract: USDC[chain], symbol: 'USDC', decimals: 6 }, dollars, BUYER, POOL),
    transfer(n, token, units, POOL, BUYER),
  );
}

/** Transaction `n`: an unrequested token. */
function gift(n: number, token: Token, units: number, from = STRANGER): void {
  explorer.rows['tokentx']?.push(transfer(n, token, units, from, BUYER));
}

const transfer = (n: number, token: Token, units: number, from: string, to: string): ExplorerRow => ({
  ...tokenTransfer(n, n),
  from,
  to,
  value: `${units}${'0'.repeat(token.decimals)}`,
  contractAddress: token.contract,
  tokenName: token.symbol,
  tokenSymbol: token.symbol,
  tokenDecimal: String(token.decimals),
});

async function holdings(chain: string): Promise<{ app: TestApp; held: [string, number][]; shown: string[] }> {
  const app = await startApp({
    DEMO_WALLETS: 'false',
    EVM_CHAINS: chain,
    ETHERSCAN_BASE_URL: explorer.url,
    ETHERSCAN_API_KEY: 'any',
    BLOCKSCOUT_BASE_URL: explorer.url,
    BLOCKSCOUT_API_KEY: 'any',
    ROUTESCAN_BASE_URL: explorer.url,
    SQD_BASE_URL: 'off',
    EVM_NODE_URL: 'off',
    DEFILLAMA_COINS_BASE_URL: market.url,
    DEFILLAMA_YIELDS_BASE_URL: market.url,
    DEFILLAMA_API_BASE_URL: market.url,
    COINGECKO_BASE_URL: market.url,
  });
  const { status, body } = await app.get(`/api/rwa/wallets/${BUYER}/rwa-holdings`, {});
  expect(status).toBe(200);
  const positions = await app.get(`/api/v1/wallets/${BUYER}/positions`);
  return {
    app,
    held: body.rwa_holdings.map((row: { symbol: string; balance: number }) => [row.symbol, row.balance]),
    shown: positions.body.data.map((row: { token_key: string }) => row.token_key).sort(),
  };
}

it('on Ethereum only known contracts are funds, even where an impostor was paid for', async () => {
  const [genuine, institutional] = RWA_TOKENS.BUIDL.contracts.ethereum;
  explorer.rows = { txlist: [], tokentx: [] };
  gift(1, { contract: USDC.ethereum, symbol: 'USDC', decimals: 6 }, 100_000, EMPLOYER);
  purchase(2, 'ethereum', 300, { contract: genuine, symbol: 'BUIDL', decimals: 6 }, 300);
  purchase(3, 'ethereum', 40, { contract: institutional, symbol: 'BUIDL-I', decimals: 6 }, 40);
  purchase(4, 'ethereum', 5, { contract: made(4), symbol: 'BUIDL', decimals: 18 }, 1_000_000);
  gift(5, { contract: made(5), symbol: 'OUSG', decimals: 18 }, 1_000_000);
  const placeholder = RWA_TOKENS.USTB.contracts.ethereum[0];
  purchase(6, 'ethereum', 10, { contract: placeholder, symbol: 'USTB', decimals: 6 }, 1);
  const { app, held, shown } = await holdings('ethereum');
  try {
    // The wallet really holds the bought impostor, and lists it where interest does not matter.
    expect(shown).toContain(`ethereum:BUIDL@${made(4)}`);
    expect(held).toEqual([['BUIDL', 340]]);
    const { body } = await app.get(`/api/rwa/wallets/${BUYER}/rwa-yield-summary`, {});
    expect(body.yield_summary).toMatchObject({ total_rwa_value_usd: 340, total_acquisition_cost_usd: 340 });
  } finally {
    await app.close();
  }
});

it('elsewhere a name will do, in any case, unless it came as spam or is listed as another token', async () => {
  explorer.rows = { txlist: [], tokentx: [] };
  gift(1, { contract: USDC.base, symbol: 'USDC', decimals: 6 }, 100_000, EMPLOYER);
  purchase(2, 'base', 113, { contract: made(2), symbol: 'usdy', decimals: 18 }, 100);
  gift(3, { contract: made(3), symbol: 'BENJI', decimals: 18 }, 1_000_000);
  gift(4, { contract: made(4), symbol: 'OUSG', decimals: 18 }, 1_000_000);
  purchase(
    5,
    'base',
    7,
    { contract: '0x940181a94a35a4569e4529a3cdfb74e38fd98631', symbol: 'USYC', decimals: 18 },
    7,
  );
  purchase(
    6,
    'base',
    20,
    { contract: RWA_TOKENS.USDM.contracts.base[0], symbol: 'whatever', decimals: 18 },
    20,
  );
  const { app, held } = await holdings('base');
  try {
    expect(held).toEqual([
      ['USDY', 100],
      ['USDM', 20],
    ]);
  } finally {
    await app.close();
  }
});

it('a sale within a year in the zone of the request is short-term', async () => {
  const [contract = ''] = RWA_TOKENS.OUSG.contracts.ethereum;
  const token = { contract, symbol: 'OUSG', decimals: 18 };
  explorer.rows = { txlist: [], tokentx: [] };
  gift(1, { contract: USDC.ethereum, symbol: 'USDC', decimals: 6 }, 100_000, EMPLOYER);
  purchase(2, 'ethereum', 300, token, 300);
  explorer.rows['tokentx']?.push(
    transfer(3, token, 300, BUYER, POOL),
    transfer(3, { contract: USDC.ethereum, symbol: 'USDC', decimals: 6 }, 310, POOL, BUYER),
  );
  const times = ['', '2021-05-01T00:00Z', '2021-06-01T20:00Z', '2022-06-02T02:00Z'];
  for (const row of Object.values(explorer.rows).flat())
    row['timeStamp'] = String(Date.parse(times[Number(row['blockNumber'])] ?? '') / 1_000);
  const { app } = await holdings('ethereum');
  const terms = async (zone: string) => {
    const report = `/api/rwa/wallets/${BUYER}/rwa-tax-report?tax_year=2022${zone}`;
    const { disposed_positions: rows } = (await app.get(report, {})).body.tax_report;
    return rows.map(({ term }: { term: string }) => term);
  };
  try {
    expect(await terms('')).toEqual(['long']);
    expect(await terms('&timezone=America/New_York')).toEqual(['short']);
  } finally {
    await app.close();
  }
});
