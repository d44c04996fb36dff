import { DataSource, MigrationExecutor } from 'typeorm';
import {
  asMigrationClient,
  type DatabaseConfig,
  dataSourceOptions,
  NewerSchemaError,
  runPending,
  underMigrationLock,
} from '../data-source';
import { BackupError, type RowCounts } from './backup-format';
import { verifyBackup } from './backup-reader';
import { loadBackup } from './load-backup';
import { isEmpty } from './stored-tables';

export interface RestoredBackup {
  /** Time of the backup. ISO 8601, UTC. */
  createdAt: string;
  counts: RowCounts;
  migrations: readonly string[];
}

/**
 * Restores into an empty database: the schema of the backup, its rows, then newer migrations. After a failure the
 * database is empty again.
 * @throws BackupError when the database is not empty, or the file is damaged or no backup
 * @throws NewerSchemaError when a newer release wrote the backup
 */
export async function restoreBackup(config: DatabaseConfig, file: string): Promise<RestoredBackup> {
  const { head } = await verifyBackup(file);
  return underMigrationLock(config, () =>
    asMigrationClient(config, async (client) => {
      if (!(await isEmpty(client)))
        throw new BackupError('The database is not empty. Restore into an empty one.');
      try {
        await withMigrations(config, (dataSource) => migrateTo(dataSource, head.migrations));
        const counts = await loadBackup(client, file);
        return { createdAt: head.created_at, counts, migrations: await runPending(config) };
      } catch (error) {
        await withMigrations(config, undoAll);
        throw error;
      }
    }),
  );
}

async function migrateTo(dataSource: DataSource, names: readonly string[]): Promise<void> {
  const known = dataSource.migrations;
  const wanted = known.filter((migration) => names.includes(migration.name ?? migration.constructor.name));
  if (wanted.length < names.length) {
    const found = new Set(wanted.map((migration) => migration.name ?? migration.constructor.name));
    const unknown = names.filter((name) => !found.has(name)).join(', ');
    throw new NewerSchemaError(`The backup is newer than this release: its schema contains ${unknown}`);
  }
  known.splice(0, known.length, ...wanted);
  await dataSource.runMigrations({ transaction: 'each' });
}

async function undoAll(dataSource: DataSource): Promise<void> {
  const executor = new MigrationExecutor(dataSource);
  while ((await executor.getExecutedMigrations()).length > 0)
    await dataSource.undoLastMigration({ transaction: 'each' });
  await dataSource.query('DROP TABLE IF EXISTS migrations');
}

async function withMigrations(
  config: DatabaseConfig,
  work: (dataSource: DataSource) => Promise<void>,
): Promise<void> {
  const dataSource = new DataSource({ ...dataSourceOptions(config, 'migration'), entities: [] });
  await dataSource.initialize();
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
