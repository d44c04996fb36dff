import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What chains said wallets hold of rebasing tokens, at most once a day: past balances cannot be asked for again. */
export class BalanceObservations1763960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE balance_observations (
        chain    text    NOT NULL,
        address  text    NOT NULL,
        asset_id text    NOT NULL,
        day      date    NOT NULL,
        at_ms    bigint  NOT NULL,
        quantity numeric NOT NULL,
        source   text    NOT NULL,
        CONSTRAINT balance_observations_pkey PRIMARY KEY (chain, address, asset_id, day),
        CONSTRAINT balance_observations_quantity CHECK (quantity >= 0 AND quantity < 'Infinity'::numeric)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE balance_observations`);
  }
}
