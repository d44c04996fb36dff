import { Metrics } from '../../src/ports/metrics';
import { bootApi, type RunningApp } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { REDIS_AWAY, startApp, withOverrides, type TestApp } from '../app.factory';
import { sql } from '../audit/entries';
import { valueOf } from '../operate/page';
import { testConfig } from '../support/postgres';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';
import { WALLETS } from './stored-answers';

/** A wallet of which most prices are missing: one process computes its ledger, the other one reads it. */
let replay: Replay;
let worker: TestApp;
let api: RunningApp;
beforeAll(async () => {
  replay = await startReplay();
  await replay.order({ match: '^/(llama|coingecko)', mode: '500' });
  const env = {
    ...REDIS_AWAY,
    ...replay.env,
    ...{
      EVM_CHAINS: 'ethereum,base,optimism,polygon,gnosis',
      DEMO_WALLETS: 'false',
      PARTIAL_BUDGET_MS: '2000',
    },
  };
  worker = await startApp(env);
  api = await bootApi({
    config: testConfig({ ...env, PORT: '0', DATA_DIR: worker.dataDir, ...worker.database }),
    logger: createLogger('silent'),
    runsJobs: false,
    onFatal: () => undefined,
    create: withOverrides([]),
  });
});
afterAll(async () => {
  await api?.stop();
  await worker?.close();
  await replay?.close();
});

const pathsOf = (wallet: string): string[] => {
  const root = `/api/v1/wallets/${wallet}`;
  return [
    ...['holdings?per_page=100', 'holdings/summary', 'positions', 'dashboard'],
    ...['transactions?per_page=100', 'transactions?per_page=50&sort=date_asc&include_spam=true'],
    ...[
      'lots?per_page=100&status=all',
      'lots?per_page=20&sort=cost_desc',
      'cost-basis?method=fifo&per_page=50',
    ],
    ...['lots/needs-basis', 'transactions/needs-price', 'reconciliation'],
  ]
    .map((path) => `${root}/${path}`)
    .concat(
      `/api/v1/tax-reports/${wallet}/summary`,
      `/api/v1/tax-reports/${wallet}/summary?tax_year=2022`,
      `/api/v1/tax-reports/${wallet}/form-8949?tax_year=2022`,
    );
};

const OTHER = new Set([
  'request_id',
  'price_at',
  'read_at',
  'last_indexed_at',
  'generated_at',
  'as_of',
  'timestamp',
  'progress',
]);

/** The answer without its times. */
async function dataOf(url: string, path: string): Promise<unknown> {
  const response = await fetch(url + path, { headers: { 'X-Partner-Key': worker.partnerKey } });
  const text = await response.text();
  const body: unknown = JSON.parse(text, (key, value: unknown) => (OTHER.has(key) ? undefined : value));
  return { status: response.status, body };
}

const reads = async (result: string): Promise<number> =>
  valueOf((await api.app.get(Metrics).text())?.body ?? '', 'cost_basis_snapshot_reads_total', { result }) ??
  0;

it('a stored ledger that lacks prices gives the answers of a computed one', async () => {
  const [wallet = ''] = WALLETS;
  await worker.get(`/api/v1/wallets/${wallet}/holdings`);
  await until(
    () => sql<object>(worker.ownerUrl, `SELECT FROM jobs WHERE status IN ('queued', 'running')`),
    ({ length }) => length === 0,
  );
  const url = await api.app.getUrl();
  for (const path of pathsOf(wallet))
    expect([path, await dataOf(url, path)]).toEqual([path, await dataOf(worker.url, path)]);
  expect([(await reads('found')) > 0, await reads('missing')]).toEqual([true, 0]);
  const { body } = await worker.get(`/api/v1/wallets/${wallet}/lots?per_page=100`);
  expect(body.meta.prices_pending).toBe(true);
});
