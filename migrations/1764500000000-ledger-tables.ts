import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of the current rows: later than every version. */
const LATEST = '9223372036854775807';

const VERSIONED = `
  from_version bigint NOT NULL,
  to_version bigint NOT NULL DEFAULT ${LATEST},
  digest bigint NOT NULL,
  body text NOT NULL`;

const OF_TRANSACTION = {
  at: 'ledger_id, at',
  hash: 'ledger_id, tx_hash',
  transaction: 'ledger_id, transaction_id',
};

/** TABLES: the rows of ledgers -> key, columns, indexes. */
const TABLES: Record<string, { key: string; columns: string; indexes: Record<string, string> }> = {
  ledger_assets: { key: 'text', columns: 'token_key text', indexes: {} },
  ledger_transactions: {
    key: 'uuid',
    columns: `wallet text NOT NULL, at bigint NOT NULL, block bigint NOT NULL, tx_index bigint NOT NULL,
      hash text COLLATE "C" NOT NULL, hash_key text NOT NULL, chain text NOT NULL, type text NOT NULL, is_spam boolean NOT NULL,
      symbols text[] NOT NULL`,
    indexes: {
      order: 'ledger_id, wallet, at, block, tx_index, hash, key',
      joint: 'ledger_id, at, key',
      hash: 'ledger_id, hash_key',
    },
  },
  ledger_lots: {
    key: 'uuid',
    columns: `wallet text NOT NULL, seq integer NOT NULL, asset_id text NOT NULL, chain text NOT NULL,
      symbol text NOT NULL, token_key text NOT NULL, acquired bigint NOT NULL, received_at bigint NOT NULL,
      starts_at bigint, is_dated boolean NOT NULL, is_open boolean NOT NULL, is_untracked boolean NOT NULL, cost numeric NOT NULL,
      units numeric NOT NULL, place integer NOT NULL, transaction_id uuid NOT NULL, shown_in text, tx_hash text`,
    indexes: {
      age: 'ledger_id, wallet, is_open, acquired, received_at, key',
      place: 'ledger_id, wallet, asset_id, place) INCLUDE (from_version, to_version) WHERE (is_open',
      hash: 'ledger_id, tx_hash',
      transaction: 'ledger_id, transaction_id',
    },
  },
  ledger_disposals: {
    key: 'uuid',
    columns: `wallet text NOT NULL, seq integer NOT NULL, at bigint NOT NULL, asset_id text NOT NULL,
      gained numeric NOT NULL, transaction_id uuid NOT NULL, tx_hash text`,
    indexes: OF_TRANSACTION,
  },
  ledger_income: {
    key: 'uuid',
    columns: `wallet text NOT NULL, seq integer NOT NULL, at bigint NOT NULL, transaction_id uuid NOT NULL, tx_hash text`,
    indexes: OF_TRANSACTION,
  },
  ledger_links: {
    key: 'uuid',
    columns: `seq integer NOT NULL, at bigint NOT NULL, from_lot uuid NOT NULL, to_lot uuid, disposal_id uuid,
      tx_hash text`,
    indexes: {
      from: 'ledger_id, from_lot',
      to: 'ledger_id, to_lot',
      disposal: 'ledger_id, disposal_id',
      hash: 'ledger_id, tx_hash',
    },
  },
  ledger_issues: {
    key: 'text',
    columns: `wallet text, seq integer NOT NULL, kind text NOT NULL, at bigint NOT NULL, transaction_id text NOT NULL,
      shown_in text`,
    indexes: { kind: 'ledger_id, wallet, kind, seq' },
  },
  ledger_wash_sales: {
    key: 'uuid',
    columns: 'seq integer NOT NULL, at bigint NOT NULL',
    indexes: { at: 'ledger_id, at' },
  },
  ledger_needs: {
    key: 'text',
    columns: `wallet text NOT NULL, kind text NOT NULL, effect numeric NOT NULL, at bigint NOT NULL,
      chain text NOT NULL, symbol text, token_key text, transaction_id uuid NOT NULL, shown_in text`,
    indexes: { kind: 'ledger_id, wallet, kind' },
  },
};

/**
 * Computed ledgers, row by row. A row is part of the versions from `from_version` to the one before `to_version`, so
 * that a reader sees a version whole while the next one is written.
 */
export class LedgerTables1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledgers (
        id uuid NOT NULL,
        version bigint NOT NULL,
        scope text NOT NULL,
        wallets text[] NOT NULL,
        user_id uuid,
        state text NOT NULL,
        rules text NOT NULL,
        written_at timestamptz NOT NULL,
        facts text NOT NULL,
        CONSTRAINT ledgers_pkey PRIMARY KEY (id, version))`);
    await runner.query('ALTER TABLE wallet_snapshots ADD COLUMN checks text');
    await runner.query('CREATE INDEX ledgers_wallets ON ledgers USING gin (wallets)');
    await runner.query('CREATE INDEX ledgers_user ON ledgers (user_id)');
    for (const [name, { key, columns, indexes }] of Object.entries(TABLES)) {
      await runner.query(`
        CREATE TABLE ${name} (
          ledger_id uuid NOT NULL, key ${key} NOT NULL, ${columns}, ${VERSIONED},
          CONSTRAINT ${name}_pkey PRIMARY KEY (ledger_id, key, from_version))`);
      for (const [index, on] of Object.entries(indexes))
        await runner.query(`CREATE INDEX ${name}_${index} ON ${name} (${on})`);
      await runner.query(
        `CREATE INDEX ${name}_closed ON ${name} (ledger_id, to_version) WHERE to_version < ${LATEST}`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(TABLES).toReversed()) await runner.query(`DROP TABLE ${name}`);
    await runner.query('DROP TABLE ledgers');
    await runner.query('ALTER TABLE wallet_snapshots DROP COLUMN checks');
  }
}
