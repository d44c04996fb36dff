import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the units of every lot went: an audit trail that is only added to. */
export class LineageLinks1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lineage_links (
        books          text        NOT NULL,
        link_id        uuid        NOT NULL,
        from_lot_id    uuid        NOT NULL,
        to_lot_id      uuid,
        disposal_id    uuid,
        relation       text        NOT NULL,
        quantity       numeric     NOT NULL,
        cost           numeric     NOT NULL,
        tx_hash        text,
        at_ms          bigint      NOT NULL,
        engine_version text        NOT NULL,
        recorded_at    timestamptz NOT NULL,
        superseded_at  timestamptz,
        CONSTRAINT lineage_links_pkey PRIMARY KEY (books, link_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE lineage_links`);
  }
}
