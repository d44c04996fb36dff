import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions, migrate, NewerSchemaError } from '../../src/adapters/persistence/data-source';
import { finished, spawnTypescript } from '../support/child';
import { startStatementGate } from '../support/statement-gate';
import { createTestDatabase, testConfig, type TestDatabase } from '../support/postgres';

const FILES = readdirSync(join(__dirname, '../../migrations')).filter((file) => /^\d+-.*\.ts$/.test(file));

describe('migrations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  const config = () => testConfig({ DATABASE_URL: database.url });
  const open = async (): Promise<DataSource> => {
    dataSource = new DataSource(dataSourceOptions(config(), 'migration'));
    return dataSource.initialize();
  };
  /** Every column, constraint and index there is, as text. */
  const schema = async (): Promise<string[]> => {
    const rows = await dataSource.query<{ line: string }[]>(`
      SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS line
        FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations'
      UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('migrations'), 0)
      UNION ALL SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'migrations_id_seq'
      ORDER BY line`);
    return rows.map((row) => row.line);
  };

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    if (dataSource?.isInitialized) await dataSource.destroy();
    await database.drop();
  });

  it('run once when five processes start together on an empty database', async () => {
    const starts = Array.from({ length: 5 }, () =>
      finished(spawnTypescript(join(__dirname, 'migrate.child.ts'), { DATABASE_URL: database.url })),
    );
    const ends = await Promise.all(starts);
    expect(ends.map((end) => end.code)).toEqual([0, 0, 0, 0, 0]);
    const ran = ends.map((end) => (JSON.parse(end.output) as string[]).length).sort();
    expect(ran).toEqual([0, 0, 0, 0, FILES.length]);
  });

  it('are not held up by a process that was killed while it migrated', async () => {
    await open();
    const gate = await startStatementGate(database.url);
    const spawn = (url = database.url) =>
      spawnTypescript(join(__dirname, 'migrate.child.ts'), { DATABASE_URL: url });
    const doomed = spawn(gate.url);
    const gone = once(doomed, 'exit');
    gate.cut('CREATE TABLE webhook_deliveries', 0, 'after', () => doomed.kill('SIGKILL'));
    expect(await gone).toEqual([null, 'SIGKILL']);
    await gate.close();
    const ends = await Promise.all([finished(spawn()), finished(spawn())]);
    expect(ends.map((end) => end.code)).toEqual([0, 0]);
    expect(await dataSource.query('SELECT count(*)::integer AS n FROM migrations')).toEqual([
      { n: FILES.length },
    ]);
  });

  it('leave nothing for the schema log: tables and entities agree', async () => {
    await migrate(config());
    const log = await (await open()).driver.createSchemaBuilder().log();
    expect(log.upQueries.map((query) => query.query)).toEqual([]);
    expect(dataSource.entityMetadatas.map((entity) => entity.tableName)).toEqual(
      expect.arrayContaining(['chain_states', 'raw_rows', 'prices', 'jobs']),
    );
  });

  it('each have a way back that leaves what was there before', async () => {
    await open();
    const before: string[][] = [];
    for (const _ of FILES) {
      before.push(await schema());
      const [next] = await dataSource
        .showMigrations()
        .then(() => dataSource.migrations.slice(before.length - 1));
      if (!next) throw new Error('there are fewer migrations than files');
      await upOnly(dataSource, next);
    }
    for (const expected of before.toReversed()) {
      await dataSource.undoLastMigration({ transaction: 'each' });
      expect(await schema()).toEqual(expected);
    }
  });

  it('run again after the way back', async () => {
    await migrate(config());
    const there = await open().then(schema);
    for (const _ of FILES) await dataSource.undoLastMigration({ transaction: 'each' });
    await migrate(config());
    expect(await schema()).toEqual(there);
  });

  it('do not touch a database that is newer than the code', async () => {
    await migrate(config());
    await open();
    await dataSource.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
    await expect(migrate(config())).rejects.toThrow(NewerSchemaError);
    await expect(migrate(config())).rejects.toThrow('Later9999999999999');
  });

  it('give a lesser service role its rows and not the tables', async () => {
    const role = `service_${database.url.slice(-8)}`;
    await open();
    await dataSource.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const service = new URL(database.url);
    service.username = role;
    service.password = 'secret';
    const lesser = testConfig({ DATABASE_URL: service.href, DATABASE_MIGRATION_URL: database.url });
    await migrate(lesser);
    const asService = await new DataSource({ ...dataSourceOptions(lesser, 'service') }).initialize();
    try {
      await asService.query(`INSERT INTO prices (asset_id, at_ms) VALUES ('ethereum:native', 1)`);
      await expect(asService.query('DROP TABLE prices')).rejects.toThrow('must be owner');
      await expect(asService.query('DELETE FROM migrations')).rejects.toThrow('permission denied');
    } finally {
      await asService.destroy();
      await dataSource.query(`DROP OWNED BY ${role}`);
      await dataSource.query(`DROP ROLE ${role}`);
    }
  });

  it('wait no longer than two seconds for a table that is in use', async () => {
    await open();
    const [row] = await dataSource.query<{ lock_timeout: string }[]>('SHOW lock_timeout');
    expect(row?.lock_timeout).toBe('2s');
  });
});

/** One migration forward. TypeORM has a command for all pending ones, and for one back. */
async function upOnly(dataSource: DataSource, migration: DataSource['migrations'][number]): Promise<void> {
  const all = [...dataSource.migrations];
  const upTo = all.indexOf(migration) + 1;
  dataSource.migrations.splice(upTo);
  await dataSource.runMigrations({ transaction: 'each' });
  dataSource.migrations.push(...all.slice(upTo));
}
