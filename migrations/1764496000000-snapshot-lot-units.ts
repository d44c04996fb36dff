import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The remaining units of each lot of assets with many lots, apart from their positions: almost every price needs only
 * the number of lots by their last digits. A snapshot of the release before has none and is not read.
 */
export class SnapshotLotUnits1764496000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE wallet_snapshots ADD COLUMN lot_units text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE wallet_snapshots DROP COLUMN lot_units`);
  }
}
