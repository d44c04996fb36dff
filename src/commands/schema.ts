import { migrate } from '../adapters/persistence/data-source';
import { databasesOf } from '../adapters/persistence/shards/shard-map';
import { onDatabase } from './database';

/** @returns the names of the migrations that were run, in the first database or in another one */
export const migrateDatabase = (): Promise<unknown> =>
  onDatabase(async (config) => {
    const ran = new Set<string>();
    for (const { config: own } of databasesOf(config)) for (const name of await migrate(own)) ran.add(name);
    return { migrations: [...ran] };
  });
