import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A form of an account that is not in the service can belong to one portfolio. Null: to all of the user. A portfolio that
 * is deleted keeps its forms: they must not come to the portfolio of another taxpayer.
 */
export class BrokerFormPortfolios1764490000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE broker_forms ADD COLUMN portfolio_id uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE broker_forms DROP COLUMN portfolio_id`);
  }
}
