import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { DataSource, type DataSourceOptions, MigrationExecutor } from 'typeorm';
import { tryLockForSession } from './advisory-locks';
import { AppError } from '../../domain/kernel/errors';
import { SystemClock } from '../system/system-clock';
import { SnakeCaseNames } from './naming';
import { PersistenceRules } from './persistence-rules';
import { ResilientClient } from './resilient-client';

export type DatabaseRole = 'service' | 'migration';

export interface DatabaseConfig {
  readonly DATABASE_URL: string | undefined;
  readonly DATABASE_MIGRATION_URL: string | undefined;
  readonly DATABASE_SESSION_URL: string | undefined;
  readonly DATABASE_CONNECT_TIMEOUT_MS: number;
}

type Limits = Pick<PersistenceRules, 'poolSize' | 'statementMs' | 'lockMs' | 'idleInTransactionMs'>;

/** In ms. A migration can build an index for long, but a long wait for a lock would block traffic. */
const MIGRATION_LIMITS: Limits = { poolSize: 2, statementMs: 0, lockMs: 2_000, idleInTransactionMs: 10_000 };

/** `src` under TypeScript, `dist/src` after a build. */
const SRC = join(__dirname, '..', '..');
const MIGRATIONS_FOLDER = join(SRC, '..', 'migrations');
const MIGRATIONS = join(MIGRATIONS_FOLDER, '*{.ts,.js}');

export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }> & {
  /** Read by @nestjs/typeorm. Modules add their entities with `forFeature`. */
  autoLoadEntities: boolean;
};

/**
 * bigint and numeric are returned as text, so that no digit is lost. Entities convert known small whole numbers
 * (blocks, milliseconds).
 * @throws AppError CONFIGURATION_ERROR when no database is configured
 */
export function dataSourceOptions(
  config: DatabaseConfig,
  role: DatabaseRole,
  rules: PersistenceRules = new PersistenceRules(),
): PostgresOptions {
  const limits = role === 'service' ? rules : MIGRATION_LIMITS;
  return {
    type: 'postgres',
    url: databaseUrl(config, role),
    applicationName: `cost-basis-${role}`,
    connectTimeoutMS: config.DATABASE_CONNECT_TIMEOUT_MS,
    poolSize: limits.poolSize,
    extra: {
      Client: ResilientClient,
      ...(isPooled(config) && role === 'service' ? {} : settingsOf(limits)),
      ...ownSettings(config, role),
      keepAlive: true,
    },
    // gen_random_uuid() is built into the server since version 13.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    namingStrategy: new SnakeCaseNames(),
    synchronize: false,
    migrationsRun: false,
    logging: false,
    migrationsTableName: 'migrations',
    migrations: role === 'migration' ? [MIGRATIONS] : [],
    entities: role === 'migration' ? [join(SRC, '**', '*.entity{.ts,.js}')] : [],
    autoLoadEntities: role === 'service',
  };
}

/** PgBouncer in transaction mode refuses connections with settings. */
const isPooled = ({ DATABASE_URL, DATABASE_SESSION_URL = DATABASE_URL }: DatabaseConfig): boolean =>
  DATABASE_SESSION_URL !== DATABASE_URL;

const settingsOf = ({ statementMs, lockMs, idleInTransactionMs }: Limits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
});

/** The role can be the one of the service, whose limits do not suit a migration. */
const ownSettings = (config: DatabaseConfig, role: DatabaseRole): { options?: string } =>
  isPooled(config) && role === 'migration' ? { options: '-c statement_timeout=0' } : {};

/** Needs the lock of the caller: two processes cannot alter one role at the same time. */
async function limitPooled(config: DatabaseConfig): Promise<void> {
  if (!isPooled(config)) return;
  await asClient(config.DATABASE_SESSION_URL, config, {}, async (client) => {
    for (const [name, ms] of Object.entries(settingsOf(new PersistenceRules()))) {
      const { rows } = await client.query<{ isSet: boolean; statement: string }>(
        `SELECT setting = $2 AS "isSet",
           format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = %L', current_database(), name, $2) AS statement
         FROM pg_settings WHERE name = $1`,
        [name, String(ms)],
      );
      if (rows[0] && !rows[0].isSet) await client.query(rows[0].statement);
    }
  });
}

/** @throws AppError CONFIGURATION_ERROR when no database is configured */
function databaseUrl(config: DatabaseConfig, role: DatabaseRole): string {
  const url =
    role === 'migration'
      ? (config.DATABASE_MIGRATION_URL ?? config.DATABASE_SESSION_URL ?? config.DATABASE_URL)
      : config.DATABASE_URL;
  if (url === undefined) throw new AppError('CONFIGURATION_ERROR', { missing: 'DATABASE_URL' });
  return url;
}

const MIGRATION_WAIT_MS = 300_000;
const LOOK_AGAIN_MS = 100;

export class NewerSchemaError extends Error {}

/**
 * Of several processes, one migrates and the others wait.
 * @returns the names of the migrations of this call, oldest first
 * @throws NewerSchemaError when the database is newer than this code; nothing is changed then
 */
export function migrate(config: DatabaseConfig): Promise<string[]> {
  return underMigrationLock(config, async () => {
    const ran = await runPending(config);
    await limitPooled(config);
    return ran;
  });
}

/** A lost connection releases the lock: the active statement then fails. */
export function underMigrationLock<T>(config: DatabaseConfig, work: () => Promise<T>): Promise<T> {
  const url = isPooled(config) ? config.DATABASE_SESSION_URL : databaseUrl(config, 'migration');
  return asClient(url, config, ownSettings(config, 'migration'), async (lock) => {
    await waitFor(lock);
    return work();
  });
}

export const asMigrationClient = <T>(
  config: DatabaseConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> => asClient(databaseUrl(config, 'migration'), config, ownSettings(config, 'migration'), work);

async function asClient<T>(
  url: string | undefined,
  config: DatabaseConfig,
  settings: { options?: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new ResilientClient({
    connectionString: url,
    ...settings,
    connectionTimeoutMillis: config.DATABASE_CONNECT_TIMEOUT_MS,
    application_name: 'cost-basis-migration',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const NO_TABLE = '42P01';

/** Takes a few milliseconds and no ORM, for commands next to a running server. */
export async function isSchemaCurrent(config: DatabaseConfig): Promise<boolean> {
  const known = readdirSync(MIGRATIONS_FOLDER).flatMap(
    (file) => /^\d+(?=-.*(?<!\.d)\.[jt]s$)/.exec(file) ?? [],
  );
  const client = new ResilientClient({
    connectionString: databaseUrl(config, 'service'),
    connectionTimeoutMillis: config.DATABASE_CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ timestamp: string }>('SELECT timestamp FROM migrations');
    const executed = rows.map(({ timestamp }) => timestamp);
    return known.sort().join() === executed.sort().join();
  } catch (error) {
    if ((error as { code?: string }).code === NO_TABLE) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Polls: a waiting statement would block a concurrent index build. */
async function waitFor(lock: Client): Promise<void> {
  const clock = new SystemClock();
  const until = clock.elapsed() + MIGRATION_WAIT_MS;
  while (clock.elapsed() < until) {
    if (await tryLockForSession(lock, 'migration')) return;
    await clock.sleep(LOOK_AGAIN_MS);
  }
  throw new Error(`Another process has been migrating for ${MIGRATION_WAIT_MS / 1000} seconds`);
}

/** Needs the lock of the caller. @returns the names of the migrations that were run */
export async function runPending(config: DatabaseConfig): Promise<string[]> {
  const options = { ...dataSourceOptions(config, 'migration'), entities: [] };
  const dataSource = await new DataSource(options).initialize();
  try {
    await refuseNewer(dataSource);
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    await grantService(dataSource, config);
    return ran.map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}

async function refuseNewer(dataSource: DataSource): Promise<void> {
  const known = new Set(
    dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name),
  );
  const executed = await new MigrationExecutor(dataSource).getExecutedMigrations();
  const unknown = executed.filter((migration) => !known.has(migration.name));
  if (unknown.length === 0) return;
  const names = unknown.map((migration) => migration.name).join(', ');
  throw new NewerSchemaError(`The database is newer than this release: it contains ${names}`);
}

/** Tables on which the service role has less than full read and write access. */
const RIGHTS = {
  migrations: 'SELECT',
  // The database moves the end of the log, the owner its beginning (docs/adr/0010).
  audit_logs: 'SELECT, INSERT',
  audit_head: 'SELECT',
  audit_checkpoints: 'SELECT',
  audit_erasures: 'SELECT',
} as const satisfies Record<string, string>;

/** Grants row access without ownership, in one transaction, so that the role never has more rights. */
async function grantService(dataSource: DataSource, config: DatabaseConfig): Promise<void> {
  const owner = new URL(databaseUrl(config, 'migration')).username;
  const service = decodeURIComponent(new URL(databaseUrl(config, 'service')).username);
  if (service === '' || service === decodeURIComponent(owner)) return;
  const role = `"${service.replaceAll('"', '""')}"`;
  await dataSource.transaction(async (manager) => {
    await manager.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    await manager.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    await manager.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    // Execute permission can move the head of the audit log. A restore without privileges loses this restriction.
    await manager.query(
      `REVOKE ALL ON FUNCTION audit_logs_extend(), audit_refuse(), audit_erase(uuid) FROM PUBLIC`,
    );
    await manager.query(`GRANT EXECUTE ON FUNCTION service_now(), audit_erase(uuid) TO ${role}`);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await manager.query(`REVOKE ALL ON ${table} FROM ${role}`);
      await manager.query(`GRANT ${rights} ON ${table} TO ${role}`);
    }
  });
}

/** Runs work as the owner of the tables. @throws AppError CONFIGURATION_ERROR when no database is configured */
export function asOwner<T>(config: DatabaseConfig, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return connected({ ...dataSourceOptions(config, 'migration'), migrations: [], entities: [] }, work);
}

export type Entities = readonly (abstract new () => object)[];

/**
 * Runs outside an application, with these entities only.
 * @throws AppError CONFIGURATION_ERROR when no database is configured
 */
export function asService<T>(
  config: DatabaseConfig,
  entities: Entities,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  return connected({ ...dataSourceOptions(config, 'service'), poolSize: 2, entities: [...entities] }, work);
}

async function connected<T>(
  options: PostgresOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
