import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users add to the histories of wallets: theirs alone. */
export class Overlays1763740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE overlay_versions (
        user_id uuid   NOT NULL,
        address text   NOT NULL,
        version bigint NOT NULL,
        CONSTRAINT overlay_versions_pkey PRIMARY KEY (user_id, address),
        CONSTRAINT overlay_versions_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE imported_rows (
        user_id uuid   NOT NULL,
        chain   text   NOT NULL,
        address text   NOT NULL,
        list    text   NOT NULL,
        key     text   NOT NULL,
        block   bigint NOT NULL,
        seq     bigint NOT NULL,
        body    json   NOT NULL,
        CONSTRAINT imported_rows_pkey PRIMARY KEY (user_id, chain, address, list, key),
        CONSTRAINT imported_rows_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE imported_rows`);
    await runner.query(`DROP TABLE overlay_versions`);
  }
}
