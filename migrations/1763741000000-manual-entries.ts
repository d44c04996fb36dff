import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users say about their histories by hand. Rows are never deleted: a withdrawn one keeps the moment it was. */
export class ManualEntries1763741000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE manual_entries (
        id             uuid        NOT NULL,
        user_id        uuid        NOT NULL,
        kind           text        NOT NULL,
        address        text        NOT NULL,
        target         text        NOT NULL,
        body           jsonb       NOT NULL,
        created_at     timestamptz NOT NULL,
        deactivated_at timestamptz,
        CONSTRAINT manual_entries_pkey PRIMARY KEY (id),
        CONSTRAINT manual_entries_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX manual_entries_once ON manual_entries (user_id, kind, address, target)
        WHERE deactivated_at IS NULL`);
    await runner.query(`CREATE INDEX manual_entries_of_user ON manual_entries (user_id, kind, created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE manual_entries`);
  }
}
