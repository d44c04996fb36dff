import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is told of an event at an address: asked for each event, in the view `watchers`, which compares linked wallets in
 * lower case.
 */
export class LinkedWalletAddress1763771000000 implements MigrationInterface {
  /** An index on a table in use is built beside its readers and writers, which no transaction can do. */
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // One that was broken off is invalid and in the way.
    await runner.query(`DROP INDEX IF EXISTS linked_wallets_address`);
    await runner.query(`CREATE INDEX CONCURRENTLY linked_wallets_address ON linked_wallets (lower(address))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX linked_wallets_address`);
  }
}
