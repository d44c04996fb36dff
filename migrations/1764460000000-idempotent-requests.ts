import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests with an idempotency key, and the sealed answers that repeat for a day. */
export class IdempotentRequests1764460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotent_requests (
        id uuid CONSTRAINT idempotent_requests_pkey PRIMARY KEY,
        owner text NOT NULL,
        credential text NOT NULL,
        route text NOT NULL,
        key text NOT NULL,
        fingerprint text NOT NULL,
        answer text,
        lease_until timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT idempotent_requests_key UNIQUE (owner, credential, route, key)
      )`);
    await runner.query(`CREATE INDEX idempotent_requests_age ON idempotent_requests (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE idempotent_requests`);
  }
}
