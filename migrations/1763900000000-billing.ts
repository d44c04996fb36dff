import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users buy, and every event the payment processor has told, once each. Neither is ever deleted. */
export class Billing1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE checkouts (
        id            uuid        NOT NULL,
        user_id       uuid,
        plan          text        NOT NULL,
        amount_cents  integer     NOT NULL,
        session_id    text,
        payment_id    text,
        facts         jsonb       NOT NULL,
        is_reusable   boolean     NOT NULL DEFAULT true,
        covered_until timestamptz,
        created_at    timestamptz NOT NULL,
        expires_at    timestamptz NOT NULL,
        CONSTRAINT checkouts_pkey PRIMARY KEY (id),
        CONSTRAINT checkouts_session UNIQUE (session_id),
        CONSTRAINT checkouts_plan CHECK (plan IN ('basic', 'professional', 'defi')),
        CONSTRAINT checkouts_amount CHECK (amount_cents > 0),
        CONSTRAINT checkouts_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL
      )`);
    await runner.query(`CREATE INDEX checkouts_of_user ON checkouts (user_id, created_at)`);
    await runner.query(
      `CREATE INDEX checkouts_payment ON checkouts (payment_id) WHERE payment_id IS NOT NULL`,
    );
    await runner.query(`
      CREATE INDEX checkouts_covered ON checkouts (covered_until) WHERE covered_until IS NOT NULL`);
    await runner.query(`
      CREATE TABLE payment_events (
        id          text        NOT NULL,
        type        text        NOT NULL,
        occurred_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL,
        order_id    uuid,
        session_id  text,
        payment_id  text,
        fact        jsonb,
        outcome     text        NOT NULL,
        reason      text,
        checkout_id uuid,
        tries       integer     NOT NULL DEFAULT 1,
        retry_at    timestamptz,
        CONSTRAINT payment_events_pkey PRIMARY KEY (id),
        CONSTRAINT payment_events_outcome CHECK (outcome IN ('applied', 'held')),
        CONSTRAINT payment_events_reason CHECK ((outcome = 'held') = (reason IS NOT NULL)),
        CONSTRAINT payment_events_checkout FOREIGN KEY (checkout_id) REFERENCES checkouts (id)
      )`);
    await runner.query(
      `CREATE INDEX payment_events_held ON payment_events (received_at) WHERE outcome = 'held'`,
    );
    await runner.query(`
      CREATE INDEX payment_events_waiting ON payment_events (payment_id) WHERE outcome = 'held'`);
    await runner.query(`
      CREATE TABLE payment_scans (
        name       text        NOT NULL,
        scanned_to timestamptz NOT NULL,
        claimed_at timestamptz NOT NULL,
        CONSTRAINT payment_scans_pkey PRIMARY KEY (name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE payment_scans`);
    await runner.query(`DROP TABLE payment_events`);
    await runner.query(`DROP TABLE checkouts`);
  }
}
