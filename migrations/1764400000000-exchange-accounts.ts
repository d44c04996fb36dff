import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exchange accounts of users, and the rows that files and APIs of exchanges gave, as they came. */
export class ExchangeAccounts1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE exchange_accounts (
        id              uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id         uuid        NOT NULL,
        exchange        text        NOT NULL,
        label           text        NOT NULL DEFAULT '',
        kind            text        NOT NULL,
        revision        bigint      NOT NULL DEFAULT 0,
        row_count       integer     NOT NULL DEFAULT 0,
        created_at      timestamptz NOT NULL,
        disconnected_at timestamptz,
        CONSTRAINT exchange_accounts_pkey PRIMARY KEY (id),
        CONSTRAINT exchange_accounts_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX exchange_accounts_of_user ON exchange_accounts (user_id, created_at, id)`,
    );
    await runner.query(`
      CREATE TABLE exchange_rows (
        account_id uuid   NOT NULL,
        key        text   NOT NULL,
        part       text   NOT NULL,
        format     text   NOT NULL,
        at_ms      bigint NOT NULL,
        body       json   NOT NULL,
        CONSTRAINT exchange_rows_pkey PRIMARY KEY (account_id, key),
        CONSTRAINT exchange_rows_account FOREIGN KEY (account_id) REFERENCES exchange_accounts (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE exchange_rows, exchange_accounts`);
  }
}
