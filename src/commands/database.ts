import { asService, isSchemaCurrent, migrate, type Entities } from '../adapters/persistence/data-source';
import { type Config, loadConfig } from '../config/env';
import { joinOrStartPostgres } from '../launcher/postgres';

type Connection = Parameters<Parameters<typeof asService>[2]>[0];

/** Joins a running server, or starts one for the duration. Links are those of the running service. */
export async function onDatabase<T>(work: (config: Config) => Promise<T>): Promise<T> {
  const given = loadConfig(process.env);
  if (given.DATABASE_URL !== undefined) return work(given);
  const postgres = await joinOrStartPostgres({ dataDir: given.DATA_DIR });
  try {
    const { url, publicUrl } = postgres;
    const known = publicUrl === undefined ? {} : { PUBLIC_BASE_URL: publicUrl };
    return await work(loadConfig({ ...process.env, ...known, DATABASE_URL: url }));
  } finally {
    await postgres.stop();
  }
}

/** Migrates the schema first. A running server has already migrated it. */
export function onCurrentDatabase<T>(work: (config: Config) => Promise<T>): Promise<T> {
  return onDatabase(async (config) => {
    if (!(await isSchemaCurrent(config))) await migrate(config);
    return work(config);
  });
}

export function withTables<T>(
  entities: Entities,
  work: (connection: Connection, config: Config) => Promise<T>,
): Promise<T> {
  return onCurrentDatabase((config) => asService(config, entities, (connection) => work(connection, config)));
}
