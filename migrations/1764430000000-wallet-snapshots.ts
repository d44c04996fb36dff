import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the most frequent answers about a wallet are computed from, so that no process replays a history for them. */
export class WalletSnapshots1764430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallet_snapshots (
        wallet      text        NOT NULL,
        scope       text        NOT NULL,
        wallets     text[]      NOT NULL,
        user_id     uuid,
        state       text        NOT NULL,
        computed_at timestamptz NOT NULL,
        body        json        NOT NULL,
        CONSTRAINT wallet_snapshots_pkey PRIMARY KEY (wallet, scope),
        CONSTRAINT wallet_snapshots_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX wallet_snapshots_user ON wallet_snapshots (user_id)`);
    await runner.query(`CREATE INDEX wallet_snapshots_wallets ON wallet_snapshots USING gin (wallets)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE wallet_snapshots`);
  }
}
