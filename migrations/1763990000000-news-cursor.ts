import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when the news of watched wallets are known to be in the outbox; one row. */
export class NewsCursor1763990000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE news_cursor (
        id           smallint    NOT NULL DEFAULT 1,
        caught_up_at timestamptz NOT NULL,
        CONSTRAINT news_cursor_pkey PRIMARY KEY (id),
        CONSTRAINT news_cursor_one CHECK (id = 1)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE news_cursor`);
  }
}
