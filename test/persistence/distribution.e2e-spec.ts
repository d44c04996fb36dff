import type { QueryRunner } from 'typeorm';
import { OneDatabase1764499000000 } from '../../migrations/1764499000000-one-database';
import { asMigrationClient, asOwner, migrate } from '../../src/adapters/persistence/data-source';
import { distribute, DistributionError } from '../../src/adapters/persistence/distribution';
import { sql } from '../audit/entries';
import { createMigratedDatabase, type MigratedDatabase } from '../support/postgres';

describe('a database', () => {
  let database: MigratedDatabase;
  beforeEach(async () => {
    database = await createMigratedDatabase();
  });
  afterEach(() => database?.drop());

  it('without Citus is not distributed, and keeps its foreign keys', async () => {
    await expect(asMigrationClient(database.config, distribute)).rejects.toThrow(DistributionError);
    const kept = await sql(database.url, `SELECT FROM pg_constraint WHERE conname = 'webhooks_user'`);
    expect(kept).toHaveLength(1);
  });

  it('that was one of several is not migrated: the others hold history', async () => {
    await asOwner(database.config, async (source) => {
      const runner: QueryRunner = source.createQueryRunner();
      await new OneDatabase1764499000000().down(runner);
      await runner.release();
    });
    await sql(database.url, `DELETE FROM migrations WHERE name = 'OneDatabase1764499000000'`);
    await sql(database.url, 'INSERT INTO shard_places VALUES (7, gen_random_uuid())');
    await expect(migrate(database.config)).rejects.toThrow('one of several (DATABASE_SHARDS)');
    expect(await sql(database.url, 'SELECT shard FROM shard_places')).toEqual([{ shard: 7 }]);
    await sql(database.url, 'DELETE FROM shard_places');
    expect(await migrate(database.config)).toEqual(['OneDatabase1764499000000']);
  });
});
