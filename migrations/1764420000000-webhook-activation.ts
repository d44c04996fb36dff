import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a webhook was activated last: it gets no event from before. */
export class WebhookActivation1764420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhooks ADD COLUMN active_since timestamptz NOT NULL DEFAULT now()`);
    await runner.query(`UPDATE webhooks SET active_since = created_at WHERE is_active`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhooks DROP COLUMN active_since`);
  }
}
