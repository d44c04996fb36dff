import { Client } from 'pg';
import { databasesOf } from '../../src/adapters/persistence/shards/shard-map';
import { testConfig } from './postgres';

/**
 * A statement over tables of the public history (`raw_rows`, `chain_states`, `balance_observations`), in each database
 * of a service: the rows of a wallet are in one of them.
 * @param service its variables
 * @returns the rows of all
 */
export async function inEveryDatabase<T extends object>(
  service: { DATABASE_URL: string; DATABASE_MIGRATION_URL: string },
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const all: T[] = [];
  for (const { config } of databasesOf(testConfig({ ...service }))) {
    const client = new Client({ connectionString: config.DATABASE_MIGRATION_URL ?? config.DATABASE_URL });
    await client.connect();
    try {
      all.push(...(await client.query<T>(text, [...values])).rows);
    } finally {
      await client.end();
    }
  }
  return all;
}
