import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The caller that a service job runs for, so that the queue is fair between callers. */
export class JobRequesters1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN requested_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs DROP COLUMN requested_by');
  }
}
