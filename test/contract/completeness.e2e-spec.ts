import { TOOLS } from '../../src/modules/mcp/tools';
import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { onPlan } from '../portfolios/portfolio-client';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';
import { operationsOf, type OpenApi, type Operation, type Schema } from './tour/schema';

/** Every list and every summary states how complete it is, in each state of the data. */

const YEAR = 2022;
const EXPLORERS = '/(etherscan|blockscout|routescan)/';
const MARKETS = '/(llama|coingecko)/';
const BASE = { match: '(chainid=8453|/8453/)', mode: 'entitlement' };
const KEYS = ['read:holdings', 'read:transactions', 'read:lots', 'read:tax-reports', 'write:portfolios'];
const FLAGS = ['partial', 'still_indexing', 'balances_pending', 'unavailable_chains', 'is_limited'];
/** Routes that wait for the whole history. */
const WAITS = [502, 503, 504];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of many shapes
type Json = any;

interface Reader {
  who: Account;
  key: string;
  ids: Record<string, string>;
}

let replay: Replay;
let app: TestApp;
let operations: [name: string, operation: Operation][];

beforeAll(async () => {
  replay = await startReplay();
  await replay.order(BASE);
  const env = { EVM_CHAINS: 'ethereum,base', DEMO_WALLETS: 'false' };
  const limits = { PARTIAL_BUDGET_MS: '300', HEAVY_TIMEOUT_MS: '4000', LIGHT_TIMEOUT_MS: '4000' };
  app = await startApp({ ...replay.env, ...env, ...limits }, new FakeClock(Date.UTC(2026, 5, 15, 12)));
  const { body } = await call(app, 'GET', '/api/docs-json');
  operations = [...operationsOf(body as OpenApi)].filter(([name, { responses }]) => {
    const parameters = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    const isPlain = parameters.every((part) => part === 'address' || part === 'portfolio_id');
    return name.startsWith('GET ') && isPlain && notesOf(responses['200']?.content).includes('SyncNotes');
  });
  expect(operations.length).toBeGreaterThan(30);
});
afterAll(async () => {
  await app?.close();
  await replay?.close();
});

const notesOf = (content?: Record<string, { schema?: Schema }>): string => {
  const types = Object.keys(content ?? {});
  return types.length === 1 && types[0] === 'application/json' ? JSON.stringify(content) : '';
};

async function reader(name: string, plan: 'defi' | 'free', transactions: number): Promise<Reader> {
  const address = `0xc0${Buffer.from(name).toString('hex').padStart(38, '0')}`;
  await replay.big({ address, transactions });
  const who = await account(app, `${name}@example.com`);
  await onPlan(app, who, plan);
  const ask = (path: string, body: object): Promise<Answer> =>
    call(app, 'POST', path, { token: who.token, body });
  await ask('/api/v1/linked-wallets', { address });
  const made = await ask('/api/v1/portfolios', { name, addresses: [address] });
  const key = await ask('/api/v1/api-keys', { name, permissions: KEYS });
  return { who, key: key.body.data.key, ids: { address, portfolio_id: made.body.data.id } };
}

function ask({ who, ids }: Reader, name: string, { parameters = [] }: Operation): Promise<Answer> {
  const path = name.slice(4).replace(/\{(\w+)\}/g, (_all, part: string) => ids[part] ?? '');
  const takesYear = parameters.some((each) => each.name === 'tax_year' && each.required);
  return call(app, 'GET', takesYear ? `${path}?tax_year=${YEAR}` : path, { token: who.token });
}

/** What each tool that needs no more than a wallet, a portfolio or a year says of itself. A failure is not listed. */
async function tools({ key, ids }: Reader, names = Object.keys(TOOLS)): Promise<Map<string, Json>> {
  const found = new Map<string, Json>();
  const given: Record<string, unknown> = { ...ids, tax_year: YEAR };
  for (const [name, { input, writes }] of Object.entries(TOOLS)) {
    const needed = Object.entries(input.shape).filter(([, each]) => !each.safeParse(undefined).success);
    if (writes !== undefined || !names.includes(name) || needed.some(([field]) => given[field] === undefined))
      continue;
    const params = { name, arguments: Object.fromEntries(needed.map(([field]) => [field, given[field]])) };
    const { body } = await call(app, 'POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { 'X-API-Key': key, Accept: 'application/json, text/event-stream' },
    });
    const { isError, structuredContent } = body.result;
    if (isError !== true) found.set(name, structuredContent);
  }
  return found;
}

/** What an answer states of itself: in `meta`, or at the top level. */
const statedIn = ({ body }: Answer): Json => (body.success === true ? body.meta : body);

async function walk(of: Reader, check: (name: string, answer: Answer, flags: Json) => void): Promise<number> {
  let answered = 0;
  for (let i = 0; i < operations.length; i += 12)
    await Promise.all(
      operations.slice(i, i + 12).map(async ([name, operation]) => {
        const answer = await ask(of, name, operation);
        if (WAITS.includes(answer.status) || answer.body?.error?.code === 'WALLET_NOT_FOUND') return;
        expect([name, answer.status]).toEqual([name, 200]);
        const flags = statedIn(answer);
        expect([name, FLAGS.filter((flag) => flags[flag] === undefined)]).toEqual([name, []]);
        expect([name, flags.still_indexing]).toEqual([name, flags.partial]);
        // Whoever reads no `meta` sees it too.
        if (flags.partial) expect([name, answer.body.partial]).toEqual([name, true]);
        expect([name, answer.headers.has('retry-after')]).toEqual([name, flags.partial]);
        answered += 1;
        check(name, answer, flags);
      }),
    );
  return answered;
}

describe('a wallet of which one chain is down, under a plan', () => {
  it('is whole, names the chain, and says which lists are cut', async () => {
    const of = await reader('free', 'free', 40);
    for (const view of ['dashboard', 'value-history'])
      await until(
        () => call(app, 'GET', `/api/v1/wallets/${of.ids['address']}/${view}`, { token: of.who.token }),
        ({ body }) => body.meta?.partial === false,
      );
    const cut: string[] = [];
    const answered = await walk(of, (name, { body }, flags) => {
      expect([name, flags.partial, flags.balances_pending]).toEqual([name, false, false]);
      expect([name, flags.unavailable_chains]).toEqual([name, [expect.objectContaining({ chain: 'base' })]]);
      if (flags.is_limited) cut.push(name);
      if (/unified|issues|portfolios/.test(name))
        expect([name, body.meta.covers ?? { wallets: 1, accounts: 0 }]).toEqual([
          name,
          { wallets: 1, accounts: 0 },
        ]);
    });
    const told = await tools(of);
    expect(told.size).toBeGreaterThan(20);
    for (const [name, flags] of told)
      expect([name, FLAGS.filter((flag) => flags[flag] === undefined)]).toEqual([name, []]);
    for (const name of [
      'list_holdings',
      'get_tax_overview',
      'list_all_holdings',
      'get_portfolio_tax_summary',
    ])
      expect([name, told.get(name).unavailable_chains]).toEqual([
        name,
        [expect.objectContaining({ chain: 'base' })],
      ]);
    expect([told.get('list_transactions').is_limited, told.get('get_tax_overview').covers]).toEqual([
      true,
      { wallets: 1, accounts: 0 },
    ]);
    expect(told.get('get_tax_overview').data).toMatchObject({
      status: 'INCOMPLETE',
      untracked_count: expect.any(Number),
    });
    expect(answered).toBe(operations.length);
    expect(cut).toEqual(
      expect.arrayContaining([
        'GET /api/v1/wallets/{address}/dashboard',
        'GET /api/v1/wallets/{address}/transactions',
        'GET /api/v1/unified/transactions',
        'GET /api/calculate/lots/{address}',
      ]),
    );
  });
});

it('an owner of nothing reads that nothing is covered', async () => {
  const who = await account(app, 'nothing@example.com');
  for (const path of ['unified/holdings', 'unified/transactions', 'unified/summary', 'issues']) {
    const { status, body } = await call(app, 'GET', `/api/v1/${path}`, { token: who.token });
    expect([path, status, body.meta?.covers]).toEqual([path, 200, { wallets: 0, accounts: 0 }]);
  }
});

describe('a wallet whose prices come late', () => {
  it('is partial where prices count', async () => {
    await replay.order({ match: MARKETS, mode: 'entitlement' });
    const of = await reader('late', 'defi', 12);
    const path = `/api/v1/wallets/${of.ids['address']}/holdings`;
    await until(
      () => call(app, 'GET', path, { token: of.who.token }),
      ({ body }) => body.meta.balances_pending === false,
    );
    const partial: string[] = [];
    await walk(of, (name, _answer, flags) => {
      expect([name, flags.balances_pending]).toEqual([name, false]);
      if (flags.partial) partial.push(name);
    });
    expect(partial).toEqual(
      expect.arrayContaining([
        'GET /api/v1/wallets/{address}/dashboard',
        'GET /api/v1/wallets/{address}/holdings',
        'GET /api/v1/unified/summary',
        'GET /api/v1/portfolios/{portfolio_id}/holdings',
      ]),
    );
    const told = await tools(of);
    expect([told.get('list_holdings').partial, told.get('list_all_holdings').partial]).toEqual([true, true]);
    await replay.calm();
    await replay.order(BASE);
  });
});

describe('a wallet that is being read', () => {
  it('is partial, and what is not listed may exist', async () => {
    await replay.order({ match: EXPLORERS, mode: 'hold' });
    const of = await reader('reading', 'defi', 12);
    const seen: string[] = [];
    await walk(of, (name, _answer, flags) => {
      seen.push(name);
      expect([name, flags.partial, flags.balances_pending]).toEqual([name, true, true]);
    });
    expect(seen).toEqual(
      expect.arrayContaining([
        'GET /api/v1/wallets/{address}/dashboard',
        'GET /api/v1/wallets/{address}/holdings',
        'GET /api/v1/wallets/{address}/holdings/summary',
        'GET /api/v1/unified/summary',
      ]),
    );
    // The others wait for the whole history.
    const early = ['list_holdings', 'get_dashboard', 'get_portfolio_summary', 'list_portfolio_holdings'];
    const told = await tools(of, early);
    for (const name of early)
      expect([name, told.get(name)]).toMatchObject([name, { partial: true, balances_pending: true }]);
    await replay.calm();
  });
});
