import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that report a change of how an account is accessed. */
export class AccountNotices1764410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind, ADD CONSTRAINT mail_outbox_kind CHECK (
        kind IN ('signup', 'verify', 'reset', 'magic', 'password_changed', 'totp_on', 'totp_off', 'recovery_codes')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_outbox WHERE kind NOT IN ('signup', 'verify', 'reset', 'magic')`);
    await runner.query(`
      ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind,
        ADD CONSTRAINT mail_outbox_kind CHECK (kind IN ('signup', 'verify', 'reset', 'magic'))`);
  }
}
