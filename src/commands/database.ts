import { asService, isSchemaCurrent, migrate, type Entities } from '../adapters/persistence/data-source';
import { databasesOf } from '../adapters/persistence/shards/shard-map';
import { checkPlaces, settlePlaces, ShardError } from '../adapters/persistence/shards/shard-places';
import { LaunchError } from '../bootstrap/launch-error';
import { type Config, loadConfig } from '../config/env';
import { joinOrStartPostgres } from '../launcher/postgres';

type Connection = Parameters<Parameters<typeof asService>[2]>[0];

/** @throws LaunchError when DATABASE_SHARDS does not fit the stored data */
async function inPlace(config: Config): Promise<void> {
  try {
    await settlePlaces(config);
    await checkPlaces(config);
  } catch (error) {
    throw error instanceof ShardError ? new LaunchError(error.message) : error;
  }
}

/**
 * Runs a command on the database of DATABASE_URL or of DATA_DIR. It joins a running server, or starts one for
 * the duration. Links are those of the running service.
 */
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

/** Also migrates the schema to this release. A running server has already migrated it. */
export function onCurrentDatabase<T>(work: (config: Config) => Promise<T>): Promise<T> {
  return onDatabase(async (config) => {
    for (const { config: own } of databasesOf(config)) if (!(await isSchemaCurrent(own))) await migrate(own);
    await inPlace(config);
    return work(config);
  });
}

/** Also connects with the role of the service and these tables. */
export function withTables<T>(
  entities: Entities,
  work: (connection: Connection, config: Config) => Promise<T>,
): Promise<T> {
  return onCurrentDatabase((config) => asService(config, entities, (connection) => work(connection, config)));
}
