import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which release computed a snapshot: one of an earlier release answers until it is computed again. When somebody asked
 * for it: a worker keeps those current.
 */
export class SnapshotRules1764490500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallet_snapshots
        ADD COLUMN rules       text        NOT NULL DEFAULT '',
        ADD COLUMN rules_since timestamptz NOT NULL DEFAULT 'epoch',
        ADD COLUMN asked_at    timestamptz NOT NULL DEFAULT 'epoch'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE wallet_snapshots DROP COLUMN rules, DROP COLUMN rules_since, DROP COLUMN asked_at`,
    );
  }
}
