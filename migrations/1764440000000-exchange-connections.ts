import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exchange accounts that the service reads itself: their keys, encrypted, and how far each list was read. */
export class ExchangeConnections1764440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE exchange_accounts
        ADD COLUMN source       text NOT NULL DEFAULT 'csv',
        ADD COLUMN owner_hash   text,
        ADD COLUMN api_key_hint text,
        ADD COLUMN read_only    boolean,
        ADD COLUMN last_sync_at timestamptz,
        ADD COLUMN next_sync_at timestamptz,
        ADD COLUMN last_error   text,
        ADD COLUMN sync_job_id  uuid,
        ADD COLUMN sync_lists   json NOT NULL DEFAULT '{}',
        ADD COLUMN balances     json`);
    await runner.query(`
      CREATE UNIQUE INDEX exchange_accounts_owner ON exchange_accounts (user_id, exchange, owner_hash)
      WHERE disconnected_at IS NULL`);
    await runner.query(`CREATE INDEX exchange_accounts_due ON exchange_accounts (next_sync_at)`);
    await runner.query(`
      CREATE TABLE exchange_credentials (
        account_id uuid        NOT NULL,
        user_id    uuid        NOT NULL,
        exchange   text        NOT NULL,
        data_key   text        NOT NULL,
        sealed     text        NOT NULL,
        verdict    json,
        created_at timestamptz NOT NULL,
        CONSTRAINT exchange_credentials_pkey PRIMARY KEY (account_id),
        CONSTRAINT exchange_credentials_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX exchange_credentials_of_user ON exchange_credentials (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE exchange_credentials`);
    await runner.query(`DROP INDEX exchange_accounts_owner, exchange_accounts_due`);
    await runner.query(`
      ALTER TABLE exchange_accounts
        DROP COLUMN source, DROP COLUMN owner_hash, DROP COLUMN api_key_hint, DROP COLUMN read_only,
        DROP COLUMN last_sync_at, DROP COLUMN next_sync_at, DROP COLUMN last_error, DROP COLUMN sync_job_id,
        DROP COLUMN sync_lists, DROP COLUMN balances`);
  }
}
