import { DataSource } from 'typeorm';
import { CostBasisClient, OPERATIONS } from '../../clients/typescript/src/index';
import { DEMO_EXCHANGE } from '../../src/adapters/providers/demo/demo.exchange';
import { account, call, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { startEmptyMarkets } from '../support/empty-upstreams';
import { until } from '../support/until';

/** Every list with cursors, read page after page while rows arrive before, between and behind those already read. */

/** Rows arrive after so many pages; what is there before fills them. */
const PAGES = 10;
const LARGEST_PAGE = 100;
const DAY = 86_400_000;
const HEADER = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n';

interface List {
  /** Parameters beside those of pages. */
  query: () => Record<string, string>;
  /** Rows there at least before the first page. */
  stable: number;
  /** Adds rows, some with the same times as others. */
  add: (count: number, name: string) => Promise<unknown>;
  /** Rows that arrive after each of the first pages. */
  arriving: number;
  idOf: (entry: never) => string;
}

let markets: Awaited<ReturnType<typeof startEmptyMarkets>>;
let app: TestApp;
let ada: Account;
let client: CostBasisClient;
let exchange: string;
let webhook: string;
let names = 0;

beforeAll(async () => {
  markets = await startEmptyMarkets();
  app = await startApp({ ...markets.env, FIRST_USER_IS_OPERATOR: 'true' });
  // The first account is the operator, who reads the audit log.
  ada = await account(app);
  await onPlan(app, ada, 'defi');
  client = new CostBasisClient({ baseUrl: app.url, accessToken: ada.token });
  const { data } = await client.importExchangeFiles({
    body: { exchange: DEMO_EXCHANGE, file: [fileOf(5, 'first')] },
  });
  exchange = String(data.account_id);
  const made = await call(app, 'POST', '/api/v1/webhooks', {
    token: ada.token,
    body: { url: 'https://example.com/hook', events: ['transaction.new'] },
  });
  webhook = made.body.data.webhook_id ?? made.body.data.id;
});
afterAll(async () => {
  await app?.close();
  await markets?.close();
});

function fileOf(count: number, name: string): File {
  const line = (i: number): string => {
    const at = new Date(Date.UTC(2024, 0, 1) + ((i * 7_919) % 300) * DAY + (i % 3) * 1_000).toISOString();
    return `${at},trade,LTC,1,USD,${50 + (i % 40)},${name}${i}\n`;
  };
  return new File([HEADER + Array.from({ length: count }, (_, i) => line(i)).join('')], 'all.csv');
}

const imported = (count: number, name: string) =>
  client.importExchangeFiles({ body: { account_id: exchange, file: [fileOf(count, name)] } });
/** Units of unknown origin, each with an issue. */
const deposited = async (count: number, name: string) => {
  const rows = (await fileOf(count, name).text()).replace(/,trade,LTC,1,USD,\d+,/g, ',deposit,LTC,1,,,');
  return client.importExchangeFiles({ body: { account_id: exchange, file: [new File([rows], 'in.csv')] } });
};
const sql = (text: string, ...values: unknown[]) => app.app.get(DataSource).query(text, values);

const auditEntries = async (): Promise<number> =>
  Number((await sql('SELECT count(*) AS n FROM audit_logs WHERE user_id = $1', ada.id))[0].n);

const byImport = { stable: 200, arriving: 100, add: imported };
/** LISTS: operation of the client -> how rows come into its list. */
const LISTS: Readonly<Record<string, List>> = {
  listAuditLogs: {
    query: () => ({}),
    // Each request is an entry, also those that read the list.
    // They are written a little later than the answer.
    add: async (count) => {
      const before = await auditEntries();
      await Promise.all(
        Array.from({ length: count }, () => call(app, 'GET', '/api/v1/usage', { token: ada.token })),
      );
      await until(auditEntries, (entries) => entries >= before + count);
    },
    stable: 200,
    arriving: 30,
    idOf: ({ id }: { id: string }) => id,
  },
  listJobs: {
    query: () => ({}),
    add: (count, name) =>
      sql(
        `INSERT INTO jobs (type, dedupe_key, payload, owner, status, created_at, finished_at, keeps_result)
         SELECT 'track_wallet', $2 || i, '{}', $1, 'completed', now() - i % 47 * interval '1 second', now(), true
         FROM generate_series(1, $3::integer) AS i`,
        `user:${ada.id}`,
        name,
        count,
      ),
    stable: 1_000,
    arriving: 1_000,
    idOf: ({ job_id: id }: { job_id: string }) => id,
  },
  listTransactions: {
    ...byImport,
    query: () => ({ address: exchange }),
    idOf: ({ transaction_id: id }: { transaction_id: string }) => id,
  },
  listLots: {
    ...byImport,
    query: () => ({ address: exchange, sort: 'cost_desc' }),
    idOf: ({ lot_id: id }: { lot_id: string }) => id,
  },
  listIssues: {
    stable: 200,
    arriving: 100,
    add: deposited,
    query: () => ({ address: exchange }),
    idOf: ({ issue_id: id }: { issue_id: string }) => id,
  },
  getUnifiedTransactions: {
    ...byImport,
    query: () => ({ sort: 'date_asc' }),
    idOf: ({ transaction_id: id }: { transaction_id: string }) => id,
  },
  listDeliveryLogs: {
    query: () => ({ webhook_id: webhook }),
    add: (count, name) =>
      sql(
        `INSERT INTO webhook_attempts (webhook_id, event_type, event_id, attempt, status, created_at)
         SELECT $1, 'test', $2 || i, 1, 'success', now() - i % 47 * interval '1 second'
         FROM generate_series(1, $3::integer) AS i`,
        webhook,
        name,
        count,
      ),
    stable: 1_000,
    arriving: 1_000,
    idOf: ({ event_id: id }: { event_id: string }) => id,
  },
};

it('each list with cursors is in the table', () => {
  const withCursor = Object.entries(OPERATIONS).filter(
    ([, facts]) => 'query' in facts && (facts.query as readonly string[]).includes('cursor'),
  );
  expect(withCursor.map(([id]) => id).toSorted()).toEqual(Object.keys(LISTS).toSorted());
});

it.each(Object.entries(LISTS))(
  '%s shows each stable row once to a reader while rows arrive',
  async (id, { query, stable, add, arriving, idOf }) => {
    const read = async (
      perPage: number,
      afterPage: (page: number) => Promise<unknown>,
    ): Promise<string[]> => {
      const ids: string[] = [];
      const input = { ...query(), per_page: perPage } as never;
      for await (const entry of client.iterate(id as 'listJobs', input)) {
        ids.push(idOf(entry as never));
        if (ids.length % perPage === 0) await afterPage(ids.length / perPage);
        if (ids.length > 30_000) throw new Error(`${id} has no end`);
      }
      return ids;
    };
    await add(stable, `old${++names} `);
    const before = await read(LARGEST_PAGE, async () => undefined);
    expect(new Set(before).size).toBe(before.length);
    expect(before.length).toBeGreaterThanOrEqual(stable);
    let arrived = 0;
    const perPage = Math.min(LARGEST_PAGE, Math.floor(before.length / PAGES));
    const seen = await read(perPage, async (page) => {
      if (page > PAGES) return;
      arrived += arriving;
      await add(arriving, `new${++names} `);
    });
    expect(arrived).toBe(PAGES * arriving);
    expect(new Set(seen).size).toBe(seen.length);
    const old = new Set(before);
    expect(seen.filter((one) => old.has(one))).toEqual(before);
  },
);
