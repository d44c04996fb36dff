import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The optional second factor of accounts, and recovery codes in place of its codes. */
export class SecondFactor1764340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE totp_factors (
        user_id      uuid        NOT NULL,
        secret       text        NOT NULL,
        last_step    bigint,
        created_at   timestamptz NOT NULL,
        confirmed_at timestamptz,
        CONSTRAINT totp_factors_pkey PRIMARY KEY (user_id),
        CONSTRAINT totp_factors_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE recovery_codes (
        user_id    uuid        NOT NULL,
        code_hash  text        NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
        CONSTRAINT recovery_codes_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE recovery_codes, totp_factors`);
  }
}
