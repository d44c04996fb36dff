import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which database holds which logical shards, and which database this one is. Both are empty with one database. */
export class ShardPlaces1764495000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE shard_places`);
    await runner.query(`DROP TABLE database_identity`);
  }
}
