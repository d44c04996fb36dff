import { Client } from 'pg';

/**
 * Runs a statement as the owner of the tables.
 * @param service its variables
 */
export async function inDatabase<T extends object>(
  service: { DATABASE_URL: string; DATABASE_MIGRATION_URL: string },
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new Client({ connectionString: service.DATABASE_MIGRATION_URL });
  await client.connect();
  try {
    return (await client.query<T>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
