import { asMigrationClient, migrate } from '../adapters/persistence/data-source';
import { distribute, DistributionError } from '../adapters/persistence/distribution';
import { LaunchError } from '../bootstrap/launch-error';
import { onCurrentDatabase, onDatabase } from './database';

export const migrateDatabase = (): Promise<unknown> =>
  onDatabase(async (config) => ({ migrations: await migrate(config) }));

/** @throws LaunchError when the server has no Citus, or knows no worker */
export const distributeDatabase = (): Promise<unknown> =>
  onCurrentDatabase((config) =>
    asMigrationClient(config, (client) =>
      distribute(client).catch((error: unknown) => {
        throw error instanceof DistributionError ? new LaunchError(error.message) : error;
      }),
    ),
  );
