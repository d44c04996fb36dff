import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets users call their own. */
export class LinkedWallets1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE linked_wallets (
        id         uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id    uuid        NOT NULL,
        address    text        NOT NULL,
        given      text        NOT NULL,
        label      text        NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL,
        CONSTRAINT linked_wallets_pkey PRIMARY KEY (id),
        CONSTRAINT linked_wallets_once UNIQUE (user_id, address),
        CONSTRAINT linked_wallets_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE linked_wallets`);
  }
}
