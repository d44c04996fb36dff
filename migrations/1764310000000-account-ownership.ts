import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The power of a partner over an account ends when its owner proves the address; networks that an account is known in;
 * mails that leave at intervals; links that only work with a password.
 */
export class AccountOwnership1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_networks (
        user_id      uuid        NOT NULL,
        network      text        NOT NULL,
        last_seen_at timestamptz NOT NULL,
        CONSTRAINT known_networks_pkey PRIMARY KEY (user_id, network),
        CONSTRAINT known_networks_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`ALTER TABLE mail_outbox ADD COLUMN is_paced boolean NOT NULL DEFAULT true`);
    await runner.query(`ALTER TABLE mail_tokens ADD COLUMN asks_password boolean NOT NULL DEFAULT false`);

    // Accounts that a partner created and whose owner has proved the address since. Their owners sign in again.
    const taken = `SELECT id FROM users WHERE email_verified AND created_by_partner_id IS NOT NULL`;
    await runner.query(`DELETE FROM mail_tokens WHERE NOT was_mailed AND user_id IN (${taken})`);
    await runner.query(
      `UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL AND user_id IN (${taken})`,
    );
    await runner.query(
      `UPDATE users SET created_by_partner_id = NULL WHERE email_verified AND created_by_partner_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mail_tokens DROP COLUMN asks_password`);
    await runner.query(`ALTER TABLE mail_outbox DROP COLUMN is_paced`);
    await runner.query(`DROP TABLE known_networks`);
  }
}
