import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox of events, who watches what, webhooks, their deliveries and the log of every attempt. */
export class Webhooks1763710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE events (
        id            uuid        NOT NULL DEFAULT gen_random_uuid(),
        type          text        NOT NULL,
        address       text,
        user_id       uuid,
        occurred_at   timestamptz,
        key           text,
        body          text        NOT NULL,
        created_at    timestamptz NOT NULL DEFAULT now(),
        fanned_out_at timestamptz,
        CONSTRAINT events_pkey PRIMARY KEY (id),
        CONSTRAINT events_key UNIQUE (key),
        CONSTRAINT events_for_somebody CHECK (address IS NOT NULL OR user_id IS NOT NULL)
      )`);
    await runner.query(`CREATE INDEX events_waiting ON events (created_at) WHERE fanned_out_at IS NULL`);
    await runner.query(`CREATE INDEX events_age ON events (created_at)`);

    await runner.query(`
      CREATE TABLE watches (
        user_id uuid        NOT NULL,
        address text        NOT NULL,
        reason  text        NOT NULL,
        given   text        NOT NULL,
        since   timestamptz NOT NULL,
        CONSTRAINT watches_pkey PRIMARY KEY (user_id, address, reason),
        CONSTRAINT watches_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX watches_address ON watches (address)`);
    await runner.query(`
      CREATE VIEW watchers AS
        SELECT user_id, address, given, since FROM watches
        UNION ALL SELECT user_id, lower(address), given, created_at FROM linked_wallets`);

    await runner.query(`
      CREATE TABLE webhooks (
        id                    uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id               uuid        NOT NULL,
        url                   text        NOT NULL,
        events                text[]      NOT NULL,
        addresses_filter      text[]      NOT NULL DEFAULT '{}',
        description           text        NOT NULL DEFAULT '',
        headers               text        NOT NULL,
        secret                text        NOT NULL,
        is_active             boolean     NOT NULL DEFAULT true,
        successful_deliveries integer     NOT NULL DEFAULT 0,
        failed_deliveries     integer     NOT NULL DEFAULT 0,
        last_delivery_at      timestamptz,
        in_flight             integer     NOT NULL DEFAULT 0,
        failures_in_a_row     integer     NOT NULL DEFAULT 0,
        failing_since         timestamptz,
        blocked_until         timestamptz,
        created_at            timestamptz NOT NULL,
        updated_at            timestamptz NOT NULL,
        CONSTRAINT webhooks_pkey PRIMARY KEY (id),
        CONSTRAINT webhooks_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT webhooks_in_flight CHECK (in_flight >= 0)
      )`);
    await runner.query(`CREATE INDEX webhooks_user_id ON webhooks (user_id, created_at, id)`);

    await runner.query(`
      CREATE TABLE webhook_addresses (
        webhook_id uuid        NOT NULL,
        address    text        NOT NULL,
        given      text        NOT NULL,
        since      timestamptz NOT NULL,
        CONSTRAINT webhook_addresses_pkey PRIMARY KEY (webhook_id, address),
        CONSTRAINT webhook_addresses_webhook FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX webhook_addresses_address ON webhook_addresses (address)`);

    await runner.query(`
      CREATE TABLE webhook_deliveries (
        id              uuid        NOT NULL DEFAULT gen_random_uuid(),
        event_id        uuid        NOT NULL,
        webhook_id      uuid        NOT NULL,
        status          text        NOT NULL DEFAULT 'waiting',
        attempts        smallint    NOT NULL DEFAULT 0,
        requeues        smallint    NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        fence           integer     NOT NULL DEFAULT 0,
        lease_until     timestamptz,
        log_id          uuid,
        created_at      timestamptz NOT NULL DEFAULT now(),
        finished_at     timestamptz,
        CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
        CONSTRAINT webhook_deliveries_once UNIQUE (event_id, webhook_id),
        CONSTRAINT webhook_deliveries_event FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE,
        CONSTRAINT webhook_deliveries_webhook FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE,
        CONSTRAINT webhook_deliveries_status CHECK (status IN ('waiting', 'sending', 'delivered', 'failed')),
        CONSTRAINT webhook_deliveries_lease CHECK ((status = 'sending') = (lease_until IS NOT NULL)),
        CONSTRAINT webhook_deliveries_end CHECK ((status IN ('delivered', 'failed')) = (finished_at IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, next_attempt_at, id) WHERE status = 'waiting'`,
    );
    await runner.query(
      `CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (lease_until) WHERE status = 'sending'`,
    );
    await runner.query(`CREATE INDEX webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id)`);

    await runner.query(`
      CREATE TABLE webhook_attempts (
        id               uuid        NOT NULL DEFAULT gen_random_uuid(),
        webhook_id       uuid        NOT NULL,
        delivery_id      uuid,
        event_type       text        NOT NULL,
        event_id         text        NOT NULL,
        attempt          smallint    NOT NULL,
        status           text        NOT NULL DEFAULT 'pending',
        status_code      integer,
        response_time_ms integer     NOT NULL DEFAULT 0,
        error_message    text,
        delivered_at     timestamptz,
        created_at       timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
        CONSTRAINT webhook_attempts_webhook FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE,
        CONSTRAINT webhook_attempts_status CHECK (status IN ('pending', 'success', 'failed', 'retrying'))
      )`);
    await runner.query(
      `CREATE INDEX webhook_attempts_webhook_id ON webhook_attempts (webhook_id, created_at, id)`,
    );
    await runner.query(
      `CREATE INDEX webhook_attempts_tests ON webhook_attempts (created_at) WHERE status = 'pending' AND delivery_id IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE webhook_attempts, webhook_deliveries, webhook_addresses, webhooks`);
    await runner.query(`DROP VIEW watchers`);
    await runner.query(`DROP TABLE watches, events`);
  }
}
