import type { ServerResponse } from 'node:http';
import { startApp, type TestAnswer, type TestApp } from '../app.factory';
import { payment, startExplorer, WALLET, type Explorer, type ExplorerRow } from '../support/explorer';
import { sendJson } from '../support/local-upstream';
import { OFFLINE } from '../support/offline';
import { until } from '../support/until';

const ETHER = 10n ** 18n;
const BUDGET_MS = 1_500;
/** A payment a day since September 2020. */
const BLOCKS_A_DAY = 86_400;
const daily = (n: number): ExplorerRow => ({ ...payment(n, n * BLOCKS_A_DAY), value: String(ETHER / 100n) });
const READ = 1_500;

/** What a wallet shows while its history is being read for the first time. */
describe('a wallet that is being indexed', () => {
  let explorer: Explorer;
  let app: TestApp;
  /** Answers to history that are held back. */
  let held: ServerResponse[];

  beforeEach(async () => {
    held = [];
    explorer = await startExplorer();
    app = await startApp({
      ...OFFLINE,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'x',
      EVM_CHAINS: 'ethereum',
      DEMO_WALLETS: 'false',
      PARTIAL_BUDGET_MS: String(BUDGET_MS),
    });
  });
  afterEach(async () => {
    release();
    await app?.close();
    await explorer?.close();
  });

  /** History is silent from a block on; the balance is stated, where there is one. */
  const silence = (from: number, balance: bigint | null): void => {
    explorer.intercept = (params, response) => {
      const action = params.get('action') ?? '';
      const isBalance = action === 'balance' && balance !== null;
      const isHeld = action.startsWith('txlist') && Number(params.get('startblock')) >= from;
      if (isBalance) sendJson(response, { status: '1', message: 'OK', result: String(balance) });
      else if (isHeld) held.push(response);
      return isBalance || isHeld;
    };
  };
  const release = (): void => {
    explorer.intercept = () => false;
    for (const response of held.splice(0)) response.destroy();
  };
  const view = (name: string): Promise<TestAnswer> => app.get(`/api/v1/wallets/${WALLET}/${name}`);
  const post = async (path: string, body: unknown) => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'X-Partner-Key': app.partnerKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as TestAnswer['body'];
  };
  const untilView = (name: string, isThere: (body: TestAnswer['body']) => boolean): Promise<TestAnswer> =>
    until(
      () => view(name),
      ({ status, body }) => status === 200 && isThere(body),
    );
  const isWhole = ({ meta }: TestAnswer['body']): boolean => !meta.balances_pending;

  it('shows the balance its chain states, and no basis, while not one row has come', async () => {
    explorer.rows = { txlist: [{ ...daily(1), value: String(2n * ETHER) }] };
    silence(0, (3n * ETHER) / 2n);
    // The budget of the first answers can end before the balance has come.
    const holdings = await untilView('holdings', ({ data }) => data.length > 0);
    expect(holdings.body).toMatchObject({
      partial: true,
      still_indexing: true,
      pagination: { total: 1 },
      meta: {
        balances_pending: true,
        progress: { rows_read: 0, chains_done: 0, chains_total: 1, chain: 'ethereum', eta_seconds: null },
      },
    });
    expect(holdings.body.data).toEqual([
      expect.objectContaining({
        symbol: 'ETH',
        quantity: '1.5',
        cost_basis: '0',
        unrealized_gl: '0',
        basis_pending: true,
      }),
    ]);
    const summary = await view('holdings/summary');
    expect(summary.body.data).toMatchObject({ holding_count: 1, top_holdings: [{ quantity: '1.5' }] });
    expect((await view('holdings/USDC')).body.error).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { resource: 'holding', still_indexing: true },
    });
    const batch = await post('/api/v1/batch/holdings', { addresses: [WALLET] });
    expect(batch.data.results).toMatchObject([{ partial: true, holdings: [{ quantity: '1.5' }] }]);

    release();
    const later = await untilView('holdings', isWhole);
    expect(later.body.data).toMatchObject([{ symbol: 'ETH', quantity: '2' }]);
  });

  it('has no severity on the dashboard while nothing is known of it', async () => {
    explorer.rows = { txlist: [daily(1)] };
    silence(0, null);
    const { body } = await view('dashboard');
    expect(body.data).toMatchObject({
      partial: true,
      reconciliation: { severity: null, total_issues: null, pending: true },
      tax_summary: { pending: true },
    });
    expect(body.meta.progress).toMatchObject({ rows_read: 0, chains_total: 1 });
    release();
    const later = await untilView('dashboard', isWhole);
    expect(['ok', 'warning', 'critical']).toContain(later.body.data.reconciliation.severity);
  });

  it('shows what many rows read so far add up to, and how long the rest may take', async () => {
    // Two payments a day, so that the rows read are more than are worked out again with every call.
    const rows = Array.from({ length: READ + 600 }, (_, n) => daily(n + 1));
    const second = rows.map((row, n) => ({ ...row, hash: daily(10_000 + n)['hash'] ?? '' }));
    explorer.rows = { txlist: rows.flatMap((row, n) => [row, second[n] ?? row]) };
    silence(READ * BLOCKS_A_DAY - 1_000, null);
    const { body } = await untilView(
      'holdings',
      ({ data, meta }) => meta.progress.rows_read > 2_000 && data.length > 0,
    );
    expect(body.pagination.total).toBe(1);
    expect(body.data).toMatchObject([{ symbol: 'ETH', basis_pending: true }]);
    expect(Number(body.data[0].quantity)).toBeGreaterThan(10);
    expect(body.meta.progress).toMatchObject({ chains_done: 0, chains_total: 1 });
    expect(body.meta.progress.eta_seconds).toBeGreaterThanOrEqual(1);
    const { data: job } = await post(`/api/v1/wallets/${WALLET}/track`, {});
    const { body: status } = await app.get(`/api/v1/jobs/${job.job_id}`);
    expect(status.data.indexing).toMatchObject({ rows_read: body.meta.progress.rows_read, chains_total: 1 });
  });
});
