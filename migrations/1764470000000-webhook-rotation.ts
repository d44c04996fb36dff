import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The secret before a rotation, which still signs for a while beside the new one. */
export class WebhookRotation1764470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE webhooks ADD COLUMN previous_secret text, ADD COLUMN previous_until timestamptz`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhooks DROP COLUMN previous_secret, DROP COLUMN previous_until`);
  }
}
