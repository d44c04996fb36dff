import { migrate } from '../adapters/persistence/data-source';
import { onDatabase } from './database';

/** @returns the names of the migrations that were run */
export const migrateDatabase = (): Promise<unknown> =>
  onDatabase(async (config) => ({ migrations: await migrate(config) }));
