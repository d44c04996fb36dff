import type { MigrationInterface, QueryRunner } from 'typeorm';

type Keys = Readonly<Record<string, readonly string[]>>;

const KEYS: Keys = {
  chain_states: ['address', 'chain'],
  balance_observations: ['address', 'chain', 'asset_id', 'day'],
  manual_entries: ['user_id', 'id'],
};
const BEFORE: Keys = {
  chain_states: ['chain', 'address'],
  balance_observations: ['chain', 'address', 'asset_id', 'day'],
  manual_entries: ['id'],
};

/**
 * Every table that grows with transactions has its wallet, or the user who added the row, in its primary key. It comes
 * first: statements ask for all chains of an address, and with the chain first Postgres before 18 reads the whole index.
 */
export class WalletKeys1764494500000 implements MigrationInterface {
  /** An index on a table in use is built beside its readers and writers, which no transaction can do. */
  transaction = false as const;

  up(runner: QueryRunner): Promise<void> {
    return putKeys(runner, KEYS, 'CONCURRENTLY');
  }

  /** The way back is always one transaction. */
  down(runner: QueryRunner): Promise<void> {
    return putKeys(runner, BEFORE, '');
  }
}

async function putKeys(runner: QueryRunner, keys: Keys, how: 'CONCURRENTLY' | ''): Promise<void> {
  for (const [table, columns] of Object.entries(keys)) {
    // One that was broken off is invalid and in the way.
    await runner.query(`DROP INDEX IF EXISTS ${table}_key`);
    await runner.query(`CREATE UNIQUE INDEX ${how} ${table}_key ON ${table} (${columns.join(', ')})`);
    await runner.query(`
      ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey,
        ADD CONSTRAINT ${table}_pkey PRIMARY KEY USING INDEX ${table}_key`);
  }
}
