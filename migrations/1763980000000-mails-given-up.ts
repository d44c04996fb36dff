import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail that cannot be sent stays for a while, with the kind of its failure. */
export class MailsGivenUp1763980000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mail_outbox ADD COLUMN given_up_at timestamptz, ADD COLUMN failure text`);
    await runner.query(`DROP INDEX mail_outbox_due`);
    await runner.query(`CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE given_up_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_outbox WHERE given_up_at IS NOT NULL`);
    await runner.query(`DROP INDEX mail_outbox_due`);
    await runner.query(`ALTER TABLE mail_outbox DROP COLUMN given_up_at, DROP COLUMN failure`);
    await runner.query(`CREATE INDEX mail_outbox_due ON mail_outbox (due_at)`);
  }
}
