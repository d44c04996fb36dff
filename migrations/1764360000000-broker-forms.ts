import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Forms 1099-DA of users, and their own record of the same sales. A corrected form replaces another one, which
 * stays. JSON is kept as text: unknown fields of a file are kept as they came.
 */
export class BrokerForms1764360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE broker_forms (
        id            uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id       uuid        NOT NULL,
        tax_year      integer     NOT NULL,
        account_id    text,
        broker        text        NOT NULL,
        format        text        NOT NULL,
        rows          json        NOT NULL,
        own_sales     json        NOT NULL,
        corrects      uuid,
        created_at    timestamptz NOT NULL,
        superseded_at timestamptz,
        applied_at    timestamptz,
        CONSTRAINT broker_forms_pkey PRIMARY KEY (id),
        CONSTRAINT broker_forms_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX broker_forms_of_user ON broker_forms (user_id, tax_year, created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE broker_forms`);
  }
}
