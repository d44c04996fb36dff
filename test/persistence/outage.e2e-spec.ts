import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/adapters/persistence/data-source';
import { retryUntil } from '../../src/adapters/persistence/reachable';
import { PostgresRawHistoryStore } from '../../src/adapters/persistence/wallets/raw-history.store';
import { inTransaction } from '../../src/adapters/persistence/outage';
import { SystemClock } from '../../src/adapters/system/system-clock';
import type { Config } from '../../src/config/env';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { isOutage } from '../../src/ports/storage/outage';
import { FakeClock } from '../fakes/fake-clock';
import { createMigratedDatabase, testConfig, type TestDatabase } from '../support/postgres';
import { until } from '../support/until';

const WALLET = '0xaa';
const PAGE = {
  rows: [{ list: 'txlist', key: 'a', block: 1, body: {} }],
  replacesFrom: {},
  cursor: {},
  done: true,
  truncated: false,
  incomplete: false,
  provider: 'explorer',
};
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', details: { dependency: 'database' } };

describe('a database in trouble', () => {
  let database: TestDatabase;
  let config: Config;
  let service: DataSource;
  let admin: DataSource;
  let store: PostgresRawHistoryStore;

  beforeAll(async () => {
    const migrated = await createMigratedDatabase();
    database = migrated;
    ({ config } = migrated);
    service = await new DataSource({
      ...dataSourceOptions(migrated.config, 'service'),
      poolSize: 1,
    }).initialize();
    admin = await new DataSource({
      ...dataSourceOptions(migrated.config, 'service'),
      applicationName: 'admin',
    }).initialize();
    store = new PostgresRawHistoryStore(service, new FakeClock());
  });
  afterAll(async () => {
    await service?.destroy();
    await admin?.destroy();
    await database?.drop();
  });

  const waitingFor = (event: string) => `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'cost-basis-service' AND ${event}`;
  const endBackends = async (event: string): Promise<void> => {
    await until(async () => {
      const rows = await admin.query<unknown[]>(
        `SELECT pg_terminate_backend(pid) FROM (${waitingFor(event)}) AS waiting`,
      );
      return rows.length > 0;
    });
  };

  it('that ends a connection under a statement is unavailable, keeps nothing of it, and serves the next', async () => {
    const blocker = admin.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE raw_rows IN ACCESS EXCLUSIVE MODE');
    const saving = expect(store.savePage('ethereum', WALLET, PAGE, 0)).rejects.toMatchObject(UNAVAILABLE);
    await endBackends(`wait_event_type = 'Lock'`);
    await saving;
    await blocker.rollbackTransaction();
    await blocker.release();
    expect(await store.chainStates(WALLET)).toEqual([]);
    expect(await store.savePage('ethereum', WALLET, PAGE, 0)).toMatchObject({ rowCount: 1 });
  });

  it('without a free connection is unavailable after the time for one, and nobody waits for ever', async () => {
    const options = { ...dataSourceOptions(config, 'service'), poolSize: 1, connectTimeoutMS: 500 };
    const hasty = new DataSource(options);
    const clock = new SystemClock();
    await retryUntil(clock, clock.elapsed() + HOUR_MS).execute(() => hasty.initialize());
    const reader = new PostgresRawHistoryStore(hasty, new FakeClock());
    const holder = hasty.createQueryRunner();
    await holder.connect();
    await expect(reader.chainStates(WALLET)).rejects.toMatchObject(UNAVAILABLE);
    await holder.release();
    await expect(reader.chainStates(WALLET)).resolves.toBeDefined();
    await hasty.destroy();
  });

  it('that is not there is unavailable', async () => {
    const url = new URL(database.url);
    url.port = '1';
    const gone = new DataSource(dataSourceOptions(testConfig({ DATABASE_URL: url.href }), 'service'));
    const error: unknown = await gone.initialize().catch((reason: unknown) => reason);
    expect(isOutage(error)).toBe(true);
  });

  it('that ends a transaction as a deadlock is asked again, three times at most', async () => {
    let tries = 0;
    const failing = (times: number) =>
      inTransaction(service, async (manager) => {
        tries += 1;
        if (tries <= times)
          await manager.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$`);
        return tries;
      });
    expect(await failing(3)).toBe(4);
    tries = 0;
    await expect(failing(4)).rejects.toMatchObject({ code: '40P01' });
    expect(tries).toBe(4);
  });

  it('is told from a statement that is wrong', async () => {
    const error: unknown = await service.query('SELECT nonsense').catch((reason: unknown) => reason);
    expect(isOutage(error)).toBe(false);
  });

  it('ends a transaction that does nothing for ten seconds, and a statement after twenty-five', async () => {
    const settings = await service.query<{ name: string; setting: string }[]>(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout') ORDER BY name`,
    );
    expect(settings.map((row) => row.setting)).toEqual(['10000', '25000']);
  });
});
