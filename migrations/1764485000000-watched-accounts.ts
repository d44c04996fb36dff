import type { MigrationInterface, QueryRunner } from 'typeorm';

const WALLETS = `
  SELECT user_id, address, given, since FROM watches
  UNION ALL SELECT user_id, lower(address), given, created_at FROM linked_wallets`;

/** The owner of an exchange account watches it. */
export class WatchedAccounts1764485000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW watchers AS ${WALLETS}
        UNION ALL SELECT user_id, 'exchange:' || id, id::text, created_at FROM exchange_accounts
          WHERE disconnected_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE OR REPLACE VIEW watchers AS ${WALLETS}`);
  }
}
