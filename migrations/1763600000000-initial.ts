import type { MigrationInterface, QueryRunner } from 'typeorm';

/** History as read, prices, background jobs and partner keys. */
export class Initial1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE chain_states (
        chain           text        NOT NULL,
        address         text        NOT NULL,
        cursor          json,
        complete        boolean     NOT NULL DEFAULT false,
        truncated       boolean     NOT NULL DEFAULT false,
        incomplete      boolean     NOT NULL DEFAULT false,
        pass_truncated  boolean     NOT NULL DEFAULT false,
        pass_incomplete boolean     NOT NULL DEFAULT false,
        indexed_at      timestamptz,
        provider        text,
        error_code      text,
        error_details   json,
        revision        bigint      NOT NULL DEFAULT 0,
        row_count       integer     NOT NULL DEFAULT 0,
        next_seq        bigint      NOT NULL DEFAULT 0,
        updated_at      timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chain_states_pkey PRIMARY KEY (chain, address)
      )`);

    await runner.query(`
      CREATE TABLE raw_rows (
        chain   text   NOT NULL,
        address text   NOT NULL,
        list    text   NOT NULL,
        key     text   NOT NULL,
        block   bigint NOT NULL,
        seq     bigint NOT NULL,
        body    json   NOT NULL,
        CONSTRAINT raw_rows_pkey PRIMARY KEY (chain, address, list, key)
      )`);
    await runner.query(`CREATE INDEX raw_rows_order ON raw_rows (chain, address, block, seq)`);

    await runner.query(`
      CREATE TABLE prices (
        asset_id    text        NOT NULL,
        at_ms       bigint      NOT NULL,
        usd         numeric,
        price_at_ms bigint,
        source      text,
        fetched_at  timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT prices_pkey PRIMARY KEY (asset_id, at_ms),
        CONSTRAINT prices_usd_finite CHECK (usd >= 0 AND usd < 'Infinity'::numeric),
        CONSTRAINT prices_whole CHECK (
          (usd IS NULL) = (price_at_ms IS NULL) AND (usd IS NULL) = (source IS NULL)
        )
      )`);

    await runner.query(`
      CREATE TABLE jobs (
        id               uuid        NOT NULL DEFAULT gen_random_uuid(),
        type             text        NOT NULL,
        dedupe_key       text        NOT NULL,
        payload          json        NOT NULL,
        status           text        NOT NULL DEFAULT 'queued',
        progress         smallint    NOT NULL DEFAULT 0,
        stage            text        NOT NULL DEFAULT 'queued',
        result           json,
        error_code       text,
        error_details    json,
        attempts         smallint    NOT NULL DEFAULT 0,
        fence            integer     NOT NULL DEFAULT 0,
        lease_until      timestamptz,
        cancel_requested boolean     NOT NULL DEFAULT false,
        created_at       timestamptz NOT NULL DEFAULT now(),
        started_at       timestamptz,
        finished_at      timestamptz,
        CONSTRAINT jobs_pkey PRIMARY KEY (id),
        CONSTRAINT jobs_status CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
        CONSTRAINT jobs_lease CHECK ((status = 'running') = (lease_until IS NOT NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX jobs_one_open ON jobs (type, dedupe_key) WHERE finished_at IS NULL`,
    );
    await runner.query(`CREATE INDEX jobs_queued ON jobs (created_at) WHERE status = 'queued'`);
    await runner.query(`CREATE INDEX jobs_running ON jobs (lease_until) WHERE status = 'running'`);
    await runner.query(`CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL`);

    await runner.query(`
      CREATE TABLE partner_keys (
        id           uuid        NOT NULL DEFAULT gen_random_uuid(),
        name         text        NOT NULL,
        key_prefix   text        NOT NULL,
        key_hash     text        NOT NULL,
        is_active    boolean     NOT NULL DEFAULT true,
        created_at   timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz,
        revoked_at   timestamptz,
        CONSTRAINT partner_keys_pkey PRIMARY KEY (id),
        CONSTRAINT partner_keys_key_hash UNIQUE (key_hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['partner_keys', 'jobs', 'prices', 'raw_rows', 'chain_states']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
