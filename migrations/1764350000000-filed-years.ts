import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reports that users declared as filed. Rows are never deleted: an unfrozen year keeps the time at which it was
 * unfrozen. The figures are those of the report, so that they outlive every later calculation.
 */
export class FiledYears1764350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE filed_years (
        id            uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id       uuid        NOT NULL,
        tax_year      integer     NOT NULL,
        address       text        NOT NULL,
        given         text        NOT NULL,
        owned_wallets text[]      NOT NULL,
        report_id     uuid        NOT NULL,
        input_hash    text        NOT NULL,
        filing        json        NOT NULL,
        frozen_at     timestamptz NOT NULL,
        unfrozen_at   timestamptz,
        CONSTRAINT filed_years_pkey PRIMARY KEY (id),
        CONSTRAINT filed_years_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX filed_years_once ON filed_years (user_id, tax_year, address) WHERE unfrozen_at IS NULL`);
    await runner.query(`
      CREATE INDEX filed_years_report ON filed_years (report_id) WHERE unfrozen_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE filed_years`);
  }
}
