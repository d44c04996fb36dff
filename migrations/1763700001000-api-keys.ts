import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys of users, and what is asked under an account, by day. */
export class ApiKeys1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_keys (
        id             uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id        uuid        NOT NULL,
        name           text        NOT NULL,
        key_prefix     text        NOT NULL,
        key_hash       text        NOT NULL,
        permissions    text[]      NOT NULL,
        is_active      boolean     NOT NULL DEFAULT true,
        total_requests bigint      NOT NULL DEFAULT 0,
        created_at     timestamptz NOT NULL,
        last_used_at   timestamptz,
        revoked_at     timestamptz,
        revoke_reason  text,
        CONSTRAINT api_keys_pkey PRIMARY KEY (id),
        CONSTRAINT api_keys_key_hash UNIQUE (key_hash),
        CONSTRAINT api_keys_revoked CHECK (revoked_at IS NULL OR NOT is_active),
        CONSTRAINT api_keys_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX api_keys_user_id ON api_keys (user_id)`);

    await runner.query(`
      CREATE TABLE usage_days (
        user_id  uuid     NOT NULL,
        key_id   uuid     NOT NULL,
        day      date     NOT NULL,
        method   text     NOT NULL,
        path     text     NOT NULL,
        status   smallint NOT NULL,
        requests bigint   NOT NULL,
        CONSTRAINT usage_days_pkey PRIMARY KEY (user_id, key_id, day, method, path, status),
        CONSTRAINT usage_days_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX usage_days_day ON usage_days (day)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE usage_days`);
    await runner.query(`DROP TABLE api_keys`);
  }
}
