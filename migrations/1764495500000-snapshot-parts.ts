import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The parts of a snapshot in columns of their own: an answer reads those it needs, and the server neither unpacks nor
 * parses the others. `body` keeps the small ones. A snapshot of the release before has none of them and is not read.
 */
export class SnapshotParts1764495500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallet_snapshots
        ADD COLUMN positions     text,
        ADD COLUMN tax_summaries text,
        ADD COLUMN recent        text,
        ADD COLUMN open_lots     text[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallet_snapshots
        DROP COLUMN positions, DROP COLUMN tax_summaries, DROP COLUMN recent, DROP COLUMN open_lots`);
  }
}
