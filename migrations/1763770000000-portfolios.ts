import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets of one taxpayer, under a name. */
export class Portfolios1763770000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE portfolios (
        id          uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id     uuid        NOT NULL,
        name        text        NOT NULL,
        description text        NOT NULL,
        metadata    text        NOT NULL,
        created_at  timestamptz NOT NULL,
        updated_at  timestamptz NOT NULL,
        CONSTRAINT portfolios_pkey PRIMARY KEY (id),
        CONSTRAINT portfolios_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX portfolios_user_id ON portfolios (user_id, created_at, id)`);
    await runner.query(`
      CREATE TABLE portfolio_addresses (
        portfolio_id uuid        NOT NULL,
        address      text        NOT NULL,
        given        text        NOT NULL,
        label        text        NOT NULL,
        place        integer     NOT NULL,
        added_at     timestamptz NOT NULL,
        CONSTRAINT portfolio_addresses_pkey PRIMARY KEY (portfolio_id, address),
        CONSTRAINT portfolio_addresses_portfolio FOREIGN KEY (portfolio_id) REFERENCES portfolios (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX portfolio_addresses_address ON portfolio_addresses (address)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE portfolio_addresses, portfolios`);
  }
}
