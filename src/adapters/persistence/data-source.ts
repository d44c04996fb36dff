import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { DataSource, type DataSourceOptions, MigrationExecutor } from 'typeorm';
import { tryLockForSession } from './advisory-locks';
import { AppError } from '../../domain/kernel/errors';
import { SteadyClient } from './steady-client';

/** Which of the two database roles connects: the one that serves, or the one that owns the tables. */
export type DatabaseRole = 'service' | 'migration';

export interface DatabaseConfig {
  readonly DATABASE_URL: string | undefined;
  readonly DATABASE_MIGRATION_URL: string | undefined;
  readonly DATABASE_CONNECT_TIMEOUT_MS: number;
}

/** What the two roles may take from the server. Times in ms. */
const LIMITS = {
  service: { poolSize: 10, statementMs: 25_000, lockMs: 10_000, idleInTransactionMs: 10_000 },
  /** A migration may build an index for long, but never queues traffic behind its own wait for a lock. */
  migration: { poolSize: 2, statementMs: 0, lockMs: 2_000, idleInTransactionMs: 10_000 },
} as const satisfies Record<DatabaseRole, Record<string, number>>;

/** `src` when run from TypeScript, `dist/src` when built. */
const SRC = join(__dirname, '..', '..');
const MIGRATIONS_FOLDER = join(SRC, '..', 'migrations');
const MIGRATIONS = join(MIGRATIONS_FOLDER, '*{.ts,.js}');

export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }> & {
  /** Read by @nestjs/typeorm: entities of modules join by `forFeature`. */
  autoLoadEntities: boolean;
};

/**
 * How to reach Postgres. bigint and numeric arrive as text, so that no digit is lost; entities turn what is known to
 * be a small whole number (blocks, milliseconds) into one.
 * @throws AppError CONFIGURATION_ERROR when no database is configured
 */
export function dataSourceOptions(config: DatabaseConfig, role: DatabaseRole): PostgresOptions {
  const limits = LIMITS[role];
  return {
    type: 'postgres',
    url: databaseUrl(config, role),
    applicationName: `cost-basis-${role}`,
    connectTimeoutMS: config.DATABASE_CONNECT_TIMEOUT_MS,
    poolSize: limits.poolSize,
    extra: {
      Client: SteadyClient,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      keepAlive: true,
    },
    // gen_random_uuid() is part of the server since 13; nothing is installed.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    synchronize: false,
    migrationsRun: false,
    logging: false,
    migrationsTableName: 'migrations',
    migrations: role === 'migration' ? [MIGRATIONS] : [],
    entities: role === 'migration' ? [join(SRC, '**', '*.entity{.ts,.js}')] : [],
    autoLoadEntities: role === 'service',
  };
}

/** @throws AppError CONFIGURATION_ERROR when no database is configured */
export function databaseUrl(config: DatabaseConfig, role: DatabaseRole): string {
  const url =
    role === 'migration' ? (config.DATABASE_MIGRATION_URL ?? config.DATABASE_URL) : config.DATABASE_URL;
  if (url === undefined) throw new AppError('CONFIGURATION_ERROR', { missing: 'DATABASE_URL' });
  return url;
}

/** How long a process waits for another one that is migrating. */
const MIGRATION_WAIT_MS = 300_000;
const LOOK_AGAIN_MS = 100;

/** The database has migrations this code does not know: a newer release has been here. */
export class NewerSchemaError extends Error {}

/**
 * Brings the schema up to this code, once, however many processes start together: one works, the others wait.
 * @returns the names of the migrations this call ran, oldest first
 * @throws NewerSchemaError when the database is ahead of this code; nothing is changed then
 */
export async function migrate(config: DatabaseConfig): Promise<string[]> {
  // A lost connection loses the lock; the statement under way then fails by itself.
  const lock = new SteadyClient({
    connectionString: databaseUrl(config, 'migration'),
    connectionTimeoutMillis: config.DATABASE_CONNECT_TIMEOUT_MS,
    application_name: 'cost-basis-migration-lock',
  });
  await lock.connect();
  try {
    await waitFor(lock);
    return await runPending(config);
  } finally {
    await lock.end();
  }
}

/** undefined_table. */
const NO_TABLE = '42P01';

/**
 * Whether the schema is the one of this release; in a few milliseconds and without the ORM, for commands that run
 * beside a server.
 */
export async function isSchemaCurrent(config: DatabaseConfig): Promise<boolean> {
  const known = readdirSync(MIGRATIONS_FOLDER).flatMap(
    (file) => /^\d+(?=-.*(?<!\.d)\.[jt]s$)/.exec(file) ?? [],
  );
  const client = new SteadyClient({
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

/** Asked for anew each time: whoever waits inside a statement keeps an index from being built beside the traffic. */
async function waitFor(lock: Client): Promise<void> {
  const until = performance.now() + MIGRATION_WAIT_MS;
  while (performance.now() < until) {
    if (await tryLockForSession(lock, 'migration')) return;
    await new Promise((wake) => setTimeout(wake, LOOK_AGAIN_MS));
  }
  throw new Error(`Another process has been migrating for ${MIGRATION_WAIT_MS / 1000} seconds`);
}

async function runPending(config: DatabaseConfig): Promise<string[]> {
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
  throw new NewerSchemaError(`The database is newer than this release: it has ${names}`);
}

/** What the service may do with a table, where that is less than reading and writing its rows. */
const RIGHTS = {
  migrations: 'SELECT',
  // Grows and is read. Where it ends is moved by the database itself, where it begins by the owner (ADR 14).
  audit_logs: 'SELECT, INSERT',
  audit_head: 'SELECT',
  audit_checkpoints: 'SELECT',
} as const satisfies Record<string, string>;

/**
 * A service that connects as a lesser role may read and write rows, and own nothing. In one transaction, so that
 * there is no moment in which it may do more.
 */
async function grantService(dataSource: DataSource, config: DatabaseConfig): Promise<void> {
  const owner = new URL(databaseUrl(config, 'migration')).username;
  const service = decodeURIComponent(new URL(databaseUrl(config, 'service')).username);
  if (service === '' || service === decodeURIComponent(owner)) return;
  const role = `"${service.replaceAll('"', '""')}"`;
  await dataSource.transaction(async (manager) => {
    await manager.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    await manager.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    await manager.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    // Whoever may run it may move the head of the audit log; a restore without privileges forgets that.
    await manager.query(`REVOKE ALL ON FUNCTION audit_logs_extend(), audit_refuse() FROM PUBLIC`);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await manager.query(`REVOKE ALL ON ${table} FROM ${role}`);
      await manager.query(`GRANT ${rights} ON ${table} TO ${role}`);
    }
  });
}

/**
 * Work that only the owner of the tables may do.
 * @throws AppError CONFIGURATION_ERROR when no database is configured
 */
export function asOwner<T>(config: DatabaseConfig, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return connected({ ...dataSourceOptions(config, 'migration'), migrations: [], entities: [] }, work);
}

/** Classes of tables. */
export type Entities = readonly (abstract new () => object)[];

/**
 * Work of the service outside an application: only these tables are known.
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
