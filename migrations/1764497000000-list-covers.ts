import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What takes the place of lists that the key of an exchange account may not read. */
export class ListCovers1764497000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE exchange_accounts ADD COLUMN list_covers json NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE exchange_accounts DROP COLUMN list_covers`);
  }
}
