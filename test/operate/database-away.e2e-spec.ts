import type { Server } from 'node:http';
import { DataSource } from 'typeorm';
import { RouteAccessTable, type RouteAccess } from '../../src/http/auth/route-access-table';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { account, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { isThroughPool, startPgbouncer, type Pgbouncer } from '../support/pgbouncer';
import { createMigratedDatabase, type MigratedDatabase } from '../support/postgres';
import { startGate, type RedisGate } from '../support/redis-gate';
import { until } from '../support/until';

const WALLET = '0xde300000000000000000000000000000000a11ce';

let database: MigratedDatabase;
/** Between the service, or PgBouncer, and the database. */
let gate: RedisGate;
let pool: Pgbouncer | undefined;
let app: TestApp;
let user: Account;
let admin: DataSource;
let key: string;

beforeAll(async () => {
  database = await createMigratedDatabase();
  gate = await startGate(database.url);
  const behind = new URL(database.url);
  behind.port = new URL(gate.url).port;
  const login = { name: behind.username, password: decodeURIComponent(behind.password) };
  if (isThroughPool()) pool = await startPgbouncer(behind.port, [login]);
  const pooled = new URL(behind);
  pooled.port = pool?.port ?? behind.port;
  app = await startApp({
    DATABASE_URL: pooled.href,
    DATABASE_SESSION_URL: behind.href,
    DATABASE_MIGRATION_URL: database.url,
    DATABASE_CONNECT_TIMEOUT_MS: '5000',
    DEMO_WALLETS: 'true',
    EVM_CHAINS: '',
  });
  user = await account(app);
  key = app.partnerKey;
  const named = { url: database.url, applicationName: 'tests' };
  admin = await new DataSource({ type: 'postgres', ...named }).initialize();
  await until(async () => (await ask(`/api/v1/wallets/${WALLET}/holdings`)).status === 200);
});
afterAll(async () => {
  await gate?.set('open');
  await app?.close();
  await admin?.destroy();
  await pool?.stop();
  await gate?.close();
  await database?.drop();
});

/** The service serves again, without a restart. */
const back = () => until(async () => (await ask('/health/ready')).status === 200);

interface Said {
  status: number;
  text: string;
}

async function ask(path: string, init: RequestInit = {}): Promise<Said> {
  const response = await fetch(app.url + path, { headers: { 'X-Partner-Key': key }, ...init });
  return { status: response.status, text: await response.text() };
}

/** As a caller who is let in, with something in every place. */
function callOf({ method, path, access }: RouteAccess): [string, RequestInit] {
  const filled = path.replace(':address', WALLET).replace(/:\w+/g, '7d0f2a70-1f5c-4b3e-9d59-0a3a1d1b8f10');
  const asPartner = access?.kind === 'partner' || access?.kind === 'optional-partner';
  const headers: Record<string, string> = asPartner
    ? { 'X-Partner-Key': key }
    : { Authorization: `Bearer ${user.token}` };
  if (method === 'GET' || method === 'DELETE') return [filled, { method, headers }];
  return [filled, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' }];
}

/** Statuses and codes that are not "come again later" and still are the service's fault. */
async function faults(): Promise<string[]> {
  const routes = app.app.get(RouteAccessTable, { strict: false }).routes();
  const wrong: string[] = [];
  let unavailable = 0;
  for (const route of routes) {
    const [path, init] = callOf(route);
    const { status, text } = await ask(path, init);
    if (status === 503) unavailable++;
    else if (status >= 500 && !text.includes('CONFIGURATION_ERROR'))
      wrong.push(`${route.method} ${route.path}: ${status} ${text}`);
  }
  expect(routes.length).toBeGreaterThan(80);
  expect(unavailable).toBeGreaterThan(50);
  return wrong;
}

it('that cannot be reached is 503 on every route that needs it, and the process lives', async () => {
  await gate.set('shut');
  try {
    await expectUnavailable();
  } finally {
    await gate.set('open');
  }
  await back();
  await until(async () => (await ask(`/api/v1/wallets/${WALLET}/holdings`)).status === 200);
});

async function expectUnavailable(): Promise<void> {
  expect(await faults()).toEqual([]);
  expect((await ask('/api/v1/health')).status).toBe(200);
  for (const path of ['/health', '/health/ready']) expect((await ask(path)).status).toBe(503);
  const v1 = await ask(`/api/v1/wallets/${WALLET}/holdings`);
  expect(JSON.parse(v1.text)).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE' } });
  const bare = await ask(`/api/wallets/${WALLET}/transactions`);
  expect(JSON.parse(bare.text)).toMatchObject({ error_code: 'SERVICE_UNAVAILABLE' });
  const metrics = await ask('/metrics');
  expect([metrics.status, /cost_basis_jobs\{/.test(metrics.text)]).toEqual([200, false]);
  expect(metrics.text).toContain('cost_basis_dependency_up{dependency="database"} 0');
}

it('that takes connections and says nothing is 503 as well, not a hang', async () => {
  // Connections that stand would be waited for until the wall clock; new ones are not.
  await gate.set('shut');
  await gate.set('silent');
  try {
    const asked = Array.from({ length: 20 }, () => ask(`/api/v1/wallets/${WALLET}/lots`));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
  } finally {
    await gate.set('open');
  }
  await back();
});

it('that is a read-only standby is 503 where something is to be written', async () => {
  const { database: name } = (
    await admin.query<{ database: string }[]>('SELECT current_database() AS database')
  )[0] ?? {
    database: '',
  };
  // Those without a name were opened by PgBouncer and not used yet.
  const endAll = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name IN ('cost-basis-service', '')`,
    );
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  try {
    await endAll();
    const linking = {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ address: WALLET, chain_type: 'evm' }),
    };
    const answer = await ask('/api/v1/linked-wallets', linking);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      503,
      { error: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
  } finally {
    await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await endAll();
  }
  await back();
});

it('all of whose connections are taken: five hundred callers hear 200 or 503, and nothing stays open', async () => {
  const holder = admin.createQueryRunner();
  await holder.startTransaction();
  await holder.query('LOCK TABLE usage_days IN ACCESS EXCLUSIVE MODE');
  const headers = { Authorization: `Bearer ${user.token}` };
  const server: Server = app.app.getHttpServer();
  server.maxConnections = 1_000;
  const asked = Array.from({ length: 500 }, () => ask('/api/v1/usage', { headers }));
  // The first to hear anything is one who found no connection free: those who have one wait for the table.
  const first = await Promise.race(asked);
  expect(first.status).toBe(503);
  const [released] = await admin.query<{ at: string }[]>('SELECT clock_timestamp()::text AS at');
  await holder.rollbackTransaction();
  await holder.release();
  const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await ask('/api/v1/usage', { headers })).status).toBe(200);
  // What began before and does nothing now was forgotten.
  const [left] = await admin.query<{ idle: string; all: string }[]>(
    `SELECT count(*) FILTER (WHERE state = 'idle in transaction' AND xact_start < $1::timestamptz) AS idle,
       count(*) AS all FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'cost-basis-service'`,
    [released?.at],
  );
  expect(left?.idle).toBe('0');
  expect(Number(left?.all)).toBeLessThanOrEqual(10);
});

it('a partner key is judged again as soon as the database is', async () => {
  const made = await app.app.get(PartnerKeysService, { strict: false }).create('after');
  expect((await app.get(`/api/v1/wallets/${WALLET}/holdings`, { 'X-Partner-Key': made.key })).status).toBe(
    200,
  );
});
