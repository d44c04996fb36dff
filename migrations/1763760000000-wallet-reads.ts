import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each watched wallet is read again, over all processes. */
export class WalletReads1763760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallet_reads (
        address       text        NOT NULL,
        given         text        NOT NULL,
        pace_ms       bigint      NOT NULL,
        next_read_at  timestamptz NOT NULL,
        claimed_at    timestamptz,
        seen_revision bigint,
        CONSTRAINT wallet_reads_pkey PRIMARY KEY (address)
      )`);
    await runner.query(`CREATE INDEX wallet_reads_due ON wallet_reads (next_read_at)`);
    await runner.query(`CREATE INDEX wallet_reads_claimed ON wallet_reads (claimed_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE wallet_reads`);
  }
}
