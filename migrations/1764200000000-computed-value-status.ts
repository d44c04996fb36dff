import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks computed lots and disposals that wait for a value. Stored ledgers are computed again. */
export class ComputedValueStatus1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['computed_lots', 'computed_disposals'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN value_status text NOT NULL DEFAULT 'known'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['computed_lots', 'computed_disposals'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN value_status`);
  }
}
