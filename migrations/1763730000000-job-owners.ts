import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs somebody asked for by name: whose they are, about what, and whether their result stays. */
export class JobOwners1763730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE jobs
        ADD COLUMN owner         text,
        ADD COLUMN address       text,
        ADD COLUMN address_given text,
        ADD COLUMN params        json,
        ADD COLUMN keeps_result  boolean NOT NULL DEFAULT false`);
    await runner.query(`CREATE INDEX jobs_owner ON jobs (owner, created_at) WHERE owner IS NOT NULL`);
    await runner.query(`
      CREATE TABLE tracked_wallets (
        owner        text        NOT NULL,
        address      text        NOT NULL,
        given        text        NOT NULL,
        label        text,
        requested_at timestamptz NOT NULL,
        CONSTRAINT tracked_wallets_pkey PRIMARY KEY (owner, address)
      )`);
    await runner.query(`CREATE INDEX tracked_wallets_age ON tracked_wallets (requested_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE tracked_wallets`);
    await runner.query(`DROP INDEX jobs_owner`);
    for (const column of ['keeps_result', 'params', 'address_given', 'address', 'owner'])
      await runner.query(`ALTER TABLE jobs DROP COLUMN ${column}`);
  }
}
