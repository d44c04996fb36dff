import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each entry of a list last changed, for readers who ask for changes. */
export class ChangeFeeds1764492000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE change_feeds (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT change_feeds_pkey PRIMARY KEY,
        owner text NOT NULL,
        list text NOT NULL,
        fingerprint text NOT NULL,
        began_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        read_at timestamptz NOT NULL,
        CONSTRAINT change_feeds_list UNIQUE (owner, list)
      )`);
    await runner.query(`CREATE INDEX change_feeds_read ON change_feeds (read_at)`);
    await runner.query(`
      CREATE TABLE change_feed_entries (
        feed_id uuid CONSTRAINT change_feed_entries_feed REFERENCES change_feeds (id) ON DELETE CASCADE,
        entry_id text,
        digest text NOT NULL,
        changed_at timestamptz NOT NULL,
        is_deleted boolean NOT NULL,
        CONSTRAINT change_feed_entries_pkey PRIMARY KEY (feed_id, entry_id)
      )`);
    await runner.query(
      `CREATE INDEX change_feed_entries_place ON change_feed_entries (feed_id, changed_at, entry_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE change_feed_entries`);
    await runner.query(`DROP TABLE change_feeds`);
  }
}
