import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A chain that states another balance than its rows: rows are missing, or count twice. */
export class ContradictedChains1764496500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE chain_states ADD COLUMN contradicted boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE chain_states DROP COLUMN contradicted`);
  }
}
