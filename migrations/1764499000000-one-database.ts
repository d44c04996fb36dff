import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The places of logical shards go. A service over several databases is first moved into one: the other databases hold
 * history that this release would not find.
 */
export class OneDatabase1764499000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const places = (await runner.query(`SELECT FROM shard_places LIMIT 1`)) as unknown[];
    if (places.length > 0)
      throw new Error(
        'This database is one of several (DATABASE_SHARDS), which this release does not read. ' +
          'Write a backup with the release before, and restore it into one empty database.',
      );
    await runner.query(`DROP TABLE shard_places`);
    await runner.query(`DROP TABLE database_identity`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE database_identity (
        singleton smallint DEFAULT 1 CONSTRAINT database_identity_pkey PRIMARY KEY,
        id uuid NOT NULL,
        first_id uuid NOT NULL,
        CONSTRAINT database_identity_one CHECK (singleton = 1)
      )`);
    await runner.query(`
      CREATE TABLE shard_places (
        shard smallint CONSTRAINT shard_places_pkey PRIMARY KEY,
        database_id uuid NOT NULL,
        CONSTRAINT shard_places_shard CHECK (shard >= 0 AND shard < 256)
      )`);
  }
}
