import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which wallets and which user a trail of lots belongs to: a trail with additions of a user is deleted with the account.
 * Lots and disposals that were computed ahead are dropped: nothing read them.
 */
export class LineageBooks1764491000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lineage_books (
        books   text   NOT NULL,
        wallets text[] NOT NULL,
        CONSTRAINT lineage_books_pkey PRIMARY KEY (books)
      )`);
    await runner.query(
      `INSERT INTO lineage_books (books, wallets) SELECT books, wallets FROM computed_books`,
    );
    await runner.query(`DROP TABLE computed_disposals`);
    await runner.query(`DROP TABLE computed_lots`);
    await runner.query(`DROP TABLE computed_books`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE computed_books (
        books          text        NOT NULL,
        wallets        text[]      NOT NULL,
        input_hash     text        NOT NULL,
        engine_version text        NOT NULL,
        computed_at    timestamptz NOT NULL,
        CONSTRAINT computed_books_pkey PRIMARY KEY (books)
      )`);
    await runner.query(`
      CREATE TABLE computed_lots (
        books             text    NOT NULL,
        lot_id            uuid    NOT NULL,
        wallet            text    NOT NULL,
        asset_id          text    NOT NULL,
        original_quantity numeric NOT NULL,
        remaining         numeric NOT NULL,
        original_cost     numeric NOT NULL,
        cost              numeric NOT NULL,
        acquired_at_ms    bigint,
        received_at_ms    bigint  NOT NULL,
        source            text    NOT NULL,
        basis_source      text    NOT NULL,
        income_type       text,
        is_untracked      boolean NOT NULL,
        parent_id         uuid,
        transaction_id    text    NOT NULL,
        tx_hash           text,
        CONSTRAINT computed_lots_pkey PRIMARY KEY (books, lot_id),
        CONSTRAINT computed_lots_books FOREIGN KEY (books) REFERENCES computed_books (books) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE computed_disposals (
        books          text    NOT NULL,
        disposal_id    uuid    NOT NULL,
        lot_id         uuid    NOT NULL,
        wallet         text    NOT NULL,
        asset_id       text    NOT NULL,
        type           text    NOT NULL,
        quantity       numeric NOT NULL,
        proceeds       numeric NOT NULL,
        cost_basis     numeric NOT NULL,
        gain           numeric NOT NULL,
        fees           numeric NOT NULL,
        acquired_at_ms bigint,
        disposed_at_ms bigint  NOT NULL,
        is_long_term   boolean NOT NULL,
        wash_disallowed numeric NOT NULL,
        transaction_id text    NOT NULL,
        tx_hash        text,
        CONSTRAINT computed_disposals_pkey PRIMARY KEY (books, disposal_id),
        CONSTRAINT computed_disposals_books FOREIGN KEY (books) REFERENCES computed_books (books) ON DELETE CASCADE
      )`);
    for (const table of ['computed_lots', 'computed_disposals'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN value_status text NOT NULL DEFAULT 'known'`);
    await runner.query(`DROP TABLE lineage_books`);
  }
}
