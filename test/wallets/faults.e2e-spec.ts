import { SystemClock } from '../../src/adapters/system/system-clock';
import { startApp, type TestAnswer, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

const EXPLORERS = '/(etherscan|blockscout|routescan)/';
const MARKETS = '/(llama|coingecko)/';
const BUDGET_MS = 1_500;

/** Runs ahead of the system's clock by as much as the test sets. */
class LeadingClock extends SystemClock {
  ahead = 0;
  override now(): number {
    return super.now() + this.ahead;
  }
}

describe('upstreams in trouble', () => {
  let replay: Replay;
  let app: TestApp;
  let made = 0;
  let clock: LeadingClock;

  beforeAll(async () => {
    replay = await startReplay();
  });
  // An application each: what one test did to the health of an upstream is not the business of the next.
  const start = async (chains: string, more: Record<string, string> = {}): Promise<void> => {
    clock = new LeadingClock();
    const env = { EVM_CHAINS: chains, DEMO_WALLETS: 'false', PARTIAL_BUDGET_MS: String(BUDGET_MS) };
    app = await startApp({ ...replay.env, ...env, ...more }, clock);
  };
  beforeEach(() => start('ethereum'));
  afterEach(async () => {
    await replay.calm();
    await app.close();
  });
  afterAll(() => replay?.close());

  /** A wallet that was not requested before. */
  const newWallet = async (): Promise<string> => {
    made += 1;
    const address = `0xb1${made.toString(16).padStart(38, '0')}`;
    await replay.big({ address, transactions: 20 });
    return address;
  };
  const view = (address: string, name: string): Promise<TestAnswer> =>
    app.get(`/api/v1/wallets/${address}/${name}`);
  /** Asks until the answer is whole: the budget can end before the last price has come. */
  const wholeHoldings = (address: string): Promise<TestAnswer['body']> =>
    until(
      async () => (await view(address, 'holdings')).body,
      ({ partial }) => partial === false,
    );
  const whole = async (address: string): Promise<void> => {
    const { status, body } = await view(address, 'positions');
    expect(status).toBe(200);
    expect(body.data.map((row: { symbol: string }) => row.symbol)).toContain('ETH');
    expect(body.meta.unavailable_chains).toEqual([]);
  };

  it.each([
    ['down', '500', 'DATA_PROVIDER_ERROR'],
    ['telling nonsense', 'garbage', 'DATA_PROVIDER_ERROR'],
    ['refusing our plan', 'entitlement', 'PROVIDER_ENTITLEMENT_ERROR'],
  ])('answers 502 while every explorer is %s, and recovers with the next call', async (_name, mode, code) => {
    const address = await newWallet();
    await replay.order({ match: EXPLORERS, mode });
    const { status, body } = await view(address, 'positions');
    expect([status, body.error?.code]).toEqual([502, code]);
    expect(typeof body.error.details.provider).toBe('string');
    expect(typeof body.error.details.error).toBe('string');
    await replay.calm();
    await whole(address);
  });

  it('answers 502 while circuits are open, also for a wallet that opened none', async () => {
    const address = await newWallet();
    await replay.order({ match: EXPLORERS, mode: '500' });
    for (let i = 0; i < 7; i++) expect((await view(address, 'positions')).status).toBe(502);
    const other = await view(await newWallet(), 'positions');
    expect([other.status, other.body.error.code]).toEqual([502, 'DATA_PROVIDER_ERROR']);
  });

  it('serves the unversioned family in its own words', async () => {
    const address = await newWallet();
    await replay.order({ match: EXPLORERS, mode: 'entitlement' });
    const { status, body } = await app.get(`/api/wallets/${address}/positions`);
    expect([status, body.error_code, typeof body.detail]).toEqual([
      502,
      'PROVIDER_ENTITLEMENT_ERROR',
      'string',
    ]);
  });

  it('names the one chain that cannot be read', async () => {
    await app.close();
    await start('ethereum,base');
    const address = await newWallet();
    await replay.order({ match: '(chainid=8453|/8453/)', mode: 'entitlement' });
    const { status, body } = await view(address, 'positions');
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.meta.unavailable_chains).toEqual([{ chain: 'base', code: 'PROVIDER_ENTITLEMENT_ERROR' }]);
    const legacy = await app.get(`/api/wallets/${address}/positions`);
    expect(legacy.body.unavailable_chains).toEqual(body.meta.unavailable_chains);
    await replay.calm();
    await whole(address);
  });

  it('answers in part within the budget while an explorer is silent, and whole later', async () => {
    const address = await newWallet();
    await replay.order({ match: EXPLORERS, mode: 'hold' });
    const holdings = await view(address, 'holdings');
    expect(holdings.status).toBe(200);
    expect(holdings.body).toMatchObject({ partial: true, still_indexing: true, data: [] });
    expect(holdings.body.meta.balances_pending).toBe(true);
    const dashboard = await view(address, 'dashboard');
    expect(dashboard.status).toBe(200);
    expect(dashboard.body.data).toMatchObject({ partial: true, last_indexed_at: null });
    expect(dashboard.body.data.tax_summary).toMatchObject({
      pending: true,
      disposal_count: 0,
      total_realized_gl: '0',
    });
    await replay.calm();
    await whole(address);
    const later = await wholeHoldings(address);
    expect(later).toMatchObject({ partial: false, still_indexing: false });
    expect(later.meta.balances_pending).toBe(false);
  });

  it('is well itself while everybody is silent, however many ask', async () => {
    const wallets = await Promise.all(Array.from({ length: 8 }, newWallet));
    await replay.order({ match: '.', mode: 'hold' });
    const asked = Promise.all(
      wallets.flatMap((address) => ['holdings', 'holdings', 'dashboard'].map((name) => view(address, name))),
    );
    for (let look = 0; look < 5; look += 1) {
      expect((await app.get('/health', {})).status).toBe(200);
      expect((await app.get('/health/ready', {})).status).toBe(200);
      expect((await app.get('/api/v1/health', {})).status).toBe(200);
    }
    for (const { status, body } of await asked) {
      expect([status, body.partial ?? body.data.partial]).toEqual([200, true]);
      expect(body.meta.balances_pending).toBe(true);
    }
    await replay.calm();
    // A read that joins a sync of the silent time takes its error; the next one starts a new sync.
    for (const address of wallets) await until(async () => (await view(address, 'positions')).status === 200);
    await Promise.all(wallets.map(whole));
  });

  it('waits for what comes just in time', async () => {
    const address = await newWallet();
    await replay.order({ match: 'action=txlist&', mode: 'hold' });
    const waiting = whole(address);
    expect((await view(address, 'holdings')).body.partial).toBe(true);
    await replay.calm();
    await waiting;
    const later = await wholeHoldings(address);
    expect(later.meta.balances_pending).toBe(false);
  });

  it('ends a request that has no word for "partial" at the wall clock; the job goes on', async () => {
    await app.close();
    await start('ethereum', { HEAVY_TIMEOUT_MS: '1500' });
    const address = await newWallet();
    await replay.order({ match: EXPLORERS, mode: 'hold' });
    const { status, body } = await view(address, 'positions');
    expect([status, body]).toEqual([504, { error: 'Request timeout' }]);
    await replay.calm();
    const answer = await until(
      () => view(address, 'positions'),
      ({ status }) => status !== 504,
    );
    expect(answer.status).toBe(200);
    const lists = (await replay.requests()).filter(
      ({ path, status: known }) => known === 200 && path.includes(address) && path.includes('action=txlist&'),
    );
    expect(lists).toHaveLength(1);
  });

  it('does not take silent markets for "no price", and asks again', async () => {
    const address = await newWallet();
    await replay.order({ match: MARKETS, mode: 'entitlement' });
    const { status, body } = await view(address, 'holdings');
    expect(status).toBe(200);
    expect(body).toMatchObject({ partial: true, still_indexing: true });
    expect(body.meta.prices_pending).toBe(true);
    await replay.calm();
    await whole(address);
    const later = await wholeHoldings(address);
    expect(later.meta).not.toHaveProperty('prices_pending');
    expect(later.data.every((row: { price_source: string | null }) => row.price_source !== null)).toBe(true);
  });

  it('turns to the second market while the first is down', async () => {
    const address = await newWallet();
    await replay.order({ match: '/llama/', mode: 'entitlement' });
    clock.ahead += 61_000;
    const { body } = await view(address, 'holdings');
    expect(body.data.map((row: { price_source: string }) => row.price_source)).toContain('coingecko');
  });

  it('goes on serving a whole history while upstream is down, and says of when it is', async () => {
    const address = await newWallet();
    await whole(address);
    const before = await view(address, 'dashboard');
    clock.ahead += 120_000;
    await replay.order({ match: EXPLORERS, mode: 'entitlement' });
    const { status, body } = await view(address, 'dashboard');
    expect(status).toBe(200);
    expect(body.data.positions).toEqual(before.body.data.positions);
    expect(body.data.last_indexed_at).toBe(before.body.data.last_indexed_at);
    expect(body.meta.stale_chains).toEqual([
      { chain: 'ethereum', code: 'PROVIDER_ENTITLEMENT_ERROR', indexed_at: before.body.data.last_indexed_at },
    ]);
    // Rows of its year can be missing, none of an earlier one.
    const reasonsOf = async (year: number): Promise<string[]> => {
      const { body: summary } = await app.get(`/api/calculate/tax-summary/${address}?tax_year=${year}`);
      return summary.status_reasons.map(({ reason }: { reason: string }) => reason);
    };
    const year = Number(body.data.last_indexed_at.slice(0, 4));
    expect(await reasonsOf(year)).toContain('history_incomplete');
    expect(await reasonsOf(year - 2)).not.toContain('history_incomplete');
  });
});
