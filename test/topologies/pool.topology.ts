import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { tryLockForSession } from '../../src/adapters/persistence/advisory-locks';
import { asOwner } from '../../src/adapters/persistence/data-source';
import { bootApi } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { startApp, startService, type TestApp } from '../app.factory';
import { leftInPool, throughPool } from '../support/pgbouncer';
import {
  createMigratedDatabase,
  createTestDatabase,
  testConfig,
  type TestDatabase,
} from '../support/postgres';

/** The database through the pool. */
const pooled = (database: TestDatabase): string =>
  throughPool({ DATABASE_URL: database.serviceUrl }).DATABASE_URL;

describe('what a session leaves on a connection of the pool', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });

  it.each([
    ['a lock', (client: Client) => tryLockForSession(client, 'process'), ['lock 7216345002']],
    ['a notification', (client: Client) => client.query('LISTEN planted'), ['channel planted']],
    ['a setting', (client: Client) => client.query(`SET work_mem = '5MB'`), ['setting work_mem']],
    [
      'a temporary table',
      (client: Client) => client.query('CREATE TEMP TABLE planted ()'),
      ['temporary table planted'],
    ],
    [
      'a prepared statement',
      (client: Client) => client.query({ name: 'planted', text: 'SELECT 1' }),
      ['prepared statement planted'],
    ],
  ])('%s makes a suite fail', async (_, plant, found) => {
    const client = new Client({ connectionString: pooled(database) });
    await client.connect();
    await plant(client);
    await client.end();
    expect(await leftInPool(database.serviceUrl)).toEqual(found);
    await expect(database.drop()).rejects.toThrow(`Left on connections of the pool: ${found.join()}`);
  });

  it('is nothing after transactions and their locks', async () => {
    const client = new Client({ connectionString: pooled(database) });
    await client.connect();
    await client.query('BEGIN');
    await client.query(`SET LOCAL work_mem = '5MB'`);
    await client.query('SELECT pg_advisory_xact_lock(1)');
    await client.query('COMMIT');
    await client.end();
    await database.drop();
  });
});

describe('a service behind the pool', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app?.close());

  const connections = async () => {
    const client = new Client({ connectionString: app.ownerUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(
        `SELECT DISTINCT application_name AS name FROM pg_stat_activity
         WHERE datname = current_database() AND application_name LIKE 'cost-basis-%' ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    } finally {
      await client.end();
    }
  };

  it('has the limits of its statements on connections that the pool opens', async () => {
    const [limits] = await app.app.get(DataSource).query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
           current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(limits).toEqual({ statement: '25s', lock: '10s', idle: '10s' });
  });

  it('holds its lock and its channel, and a second process is refused', async () => {
    while ((await connections()).length < 3) await new Promise((wake) => setTimeout(wake, 20));
    expect(await connections()).toEqual([
      'cost-basis-notifications',
      'cost-basis-process-lock',
      'cost-basis-service',
    ]);
    const second = bootApi({
      config: testConfig({ PORT: '0', ...app.database }),
      logger: createLogger('silent'),
      runsJobs: true,
      onFatal: () => undefined,
    });
    await expect(second).rejects.toThrow('Another process already serves this database');
  });
});

it('a migration is not held to the limits of the service, whose role it may have', async () => {
  const { url, drop } = await createMigratedDatabase();
  const config = { DATABASE_URL: url };
  // Its start sets them.
  await (await startService({ ...config })).close();
  const rows = await asOwner(testConfig(config), (source) =>
    source.query<unknown[]>(`SELECT current_setting('statement_timeout') AS statement`),
  );
  expect(rows).toEqual([{ statement: '0' }]);
  await drop();
});
