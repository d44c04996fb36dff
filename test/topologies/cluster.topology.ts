import { CostBasisClient } from '../../clients/typescript/src/index';
import { DEMO_EXCHANGE, demoExchangeFile } from '../../src/adapters/providers/demo/demo.exchange';
import { asMigrationClient } from '../../src/adapters/persistence/data-source';
import {
  distribute,
  DISTRIBUTION_COLUMNS,
  REFERENCE_TABLES,
} from '../../src/adapters/persistence/distribution';
import { StoredChanges } from '../../src/common/stored-changes';
import { parseAddress } from '../../src/domain/kernel/address';
import { account, call, PASSWORD, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { sql } from '../audit/entries';
import { createSingleDatabase, testConfig, type TestDatabase } from '../support/postgres';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

const CHAINS = 'ethereum,base,optimism,polygon,gnosis';
const LONG = '0x00000000000000000000000000000000000b1601';
const TRANSACTIONS = Number(process.env['CITUS_TRANSACTIONS'] ?? 10_000);
const MORE = 10;

/** The same product over the Citus cluster of the run, and over one PostgreSQL. */
describe('a service over Citus', () => {
  let replay: Replay;
  let plain: TestDatabase;
  let cluster: TestApp;
  let single: TestApp;
  beforeAll(async () => {
    replay = await startReplay();
    const settings = {
      ...replay.env,
      EVM_CHAINS: CHAINS,
      DEMO_WALLETS: 'true',
      EGRESS_POLICY: 'allow-private',
    };
    cluster = await startApp(settings);
    plain = await createSingleDatabase();
    single = await startApp({
      ...settings,
      DATABASE_URL: plain.serviceUrl,
      DATABASE_MIGRATION_URL: plain.url,
    });
  });
  afterAll(async () => {
    await cluster?.close();
    await single?.close();
    await plain?.drop();
    await replay?.close();
  });

  const both = () => [cluster, single];
  const rows = <T extends object>(text: string, values: unknown[] = []) =>
    sql<T>(cluster.ownerUrl, text, values);
  const pathsOf = (wallet: string): string[] => [
    `/api/v1/wallets/${wallet}/holdings?per_page=100`,
    `/api/v1/wallets/${wallet}/holdings/summary`,
    `/api/v1/wallets/${wallet}/dashboard`,
    `/api/v1/wallets/${wallet}/positions`,
    `/api/v1/wallets/${wallet}/cost-basis?per_page=100`,
    `/api/v1/wallets/${wallet}/lots?per_page=100&status=all`,
    `/api/v1/wallets/${wallet}/transactions?per_page=100`,
    `/api/v1/wallets/${wallet}/transactions/export?format=csv`,
    `/api/v1/tax-reports/${wallet}/summary`,
    `/api/v1/tax-reports/${wallet}/form-8949?tax_year=2024`,
    `/api/calculate/reconciliation/${wallet}`,
  ];

  /** The text of an answer that is computed now, without what differs from one request to the next. */
  async function answer(app: TestApp, path: string, headers: Record<string, string>): Promise<string> {
    app.app.get(StoredChanges, { strict: false }).noteClearing();
    const response = await fetch(app.url + path, { headers });
    const text = await response.text();
    return `${response.status} ${text
      .replace(/"(request_id|timestamp)":"[^"]*"/g, '')
      .replace(/"(price_at|last_indexed_at|read_at|generated_at)":"[^"]*"/g, '')}`;
  }
  const asPartner = ({ partnerKey }: TestApp) => ({ 'X-Partner-Key': partnerKey });

  async function isWhole(app: TestApp, wallet: string): Promise<void> {
    await until(
      () => app.get(`/api/v1/wallets/${wallet}/holdings`),
      ({ body }) => body.partial === false && body.meta.prices_pending !== true,
    );
  }

  async function differencesOf(wallet: string): Promise<string[]> {
    for (const app of both()) await isWhole(app, wallet);
    const different: string[] = [];
    for (const path of pathsOf(wallet)) {
      const [ofCluster, ofSingle] = await Promise.all(both().map((app) => answer(app, path, asPartner(app))));
      if (ofCluster !== ofSingle) different.push(path);
    }
    return different;
  }

  it('has its tables on the nodes, and distributing them again changes nothing', async () => {
    const again = await asMigrationClient(testConfig({ ...cluster.database }), distribute);
    const tables = [...REFERENCE_TABLES, ...Object.keys(DISTRIBUTION_COLUMNS)];
    expect(again).toEqual({ workers: expect.any(Number), distributed: [], before: tables.sort() });
    expect(again.workers).toBeGreaterThan(1);
  });

  it('answers about every recorded wallet as over one PostgreSQL', async () => {
    const recorded = (await (await fetch(`${replay.url}/__wallets`)).json()) as { address: string }[];
    const wallets = [...new Set(recorded.map(({ address }) => parseAddress(address).value))];
    expect(wallets.length).toBeGreaterThan(6);
    for (const wallet of wallets) expect([wallet, await differencesOf(wallet)]).toEqual([wallet, []]);
    const [{ places } = { places: 0 }] = await rows<{ places: number }>(
      `SELECT count(DISTINCT nodename || nodeport)::integer AS places FROM citus_shards WHERE table_name = 'raw_rows'::regclass`,
    );
    expect(places).toBeGreaterThan(1);
  });

  it('reads a long wallet, and what is appended to it', async () => {
    await replay.big({ address: LONG, transactions: TRANSACTIONS + MORE, shown: TRANSACTIONS });
    expect(await differencesOf(LONG)).toEqual([]);
    await replay.big({ address: LONG, transactions: TRANSACTIONS + MORE, shown: TRANSACTIONS + MORE });
    for (const app of both())
      await sql(
        app.ownerUrl,
        `UPDATE chain_states SET indexed_at = now() - interval '1 hour' WHERE address = $1`,
        [LONG],
      );
    for (const app of both())
      await until(
        () => app.get(`/api/v1/wallets/${LONG}/transactions?include_spam=true`),
        ({ body }) => body.pagination?.total === TRANSACTIONS + MORE,
      );
    expect(await differencesOf(LONG)).toEqual([]);
  });

  describe('of a user', () => {
    let ada: Account;
    let client: CostBasisClient;
    beforeAll(async () => {
      ada = await account(cluster);
      await onPlan(cluster, ada, 'defi');
      client = new CostBasisClient({ baseUrl: cluster.url, accessToken: ada.token });
    });

    it('imports a file of an exchange, and deletes the account with all its rows', async () => {
      const file = [new File([new TextDecoder().decode(demoExchangeFile())], 'all.csv')];
      const { data } = await client.importExchangeFiles({ body: { exchange: DEMO_EXCHANGE, file } });
      expect(await rows('SELECT FROM exchange_rows WHERE account_id = $1', [data.account_id])).not.toEqual(
        [],
      );
      const { status, body } = await call(cluster, 'GET', '/api/v1/unified/transactions', {
        token: ada.token,
      });
      expect([status, body.data.length > 5]).toEqual([200, true]);
      const gone = await call(cluster, 'DELETE', '/api/v1/auth/me', {
        token: ada.token,
        body: { password: PASSWORD },
      });
      expect([gone.status, gone.text]).toEqual([200, expect.any(String)]);
      expect(await rows('SELECT FROM exchange_rows WHERE account_id = $1', [data.account_id])).toEqual([]);
      expect(await rows('SELECT FROM users WHERE id = $1', [ada.id])).toEqual([]);
    });
  });
});
