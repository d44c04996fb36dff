import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lots whose basis lacks a price. Ledgers stored before had none: one without all prices was not stored. */
export class PendingLots1764501000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_lots ADD COLUMN is_pending boolean NOT NULL DEFAULT false');
    await runner.query('ALTER TABLE ledger_lots ALTER COLUMN is_pending DROP DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_lots DROP COLUMN is_pending');
  }
}
