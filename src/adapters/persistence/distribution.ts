import type { Client } from 'pg';

/**
 * DISTRIBUTION_COLUMNS: tables that grow with the transactions of wallets -> the column of their key. Citus distributes
 * a table by this column, and every statement names it.
 */
export const DISTRIBUTION_COLUMNS: Readonly<Record<string, string>> = {
  chain_states: 'address',
  raw_rows: 'address',
  balance_observations: 'address',
  wallet_snapshots: 'wallet',
  ledgers: 'id',
  ledger_assets: 'ledger_id',
  ledger_transactions: 'ledger_id',
  ledger_lots: 'ledger_id',
  ledger_disposals: 'ledger_id',
  ledger_income: 'ledger_id',
  ledger_links: 'ledger_id',
  ledger_issues: 'ledger_id',
  ledger_wash_sales: 'ledger_id',
  ledger_needs: 'ledger_id',
  lineage_books: 'books',
  lineage_links: 'books',
  exchange_rows: 'account_id',
  imported_rows: 'user_id',
  overlay_versions: 'user_id',
  manual_entries: 'user_id',
  change_feed_entries: 'feed_id',
  prices: 'asset_id',
};

/** REFERENCE_TABLES: tables that distributed ones refer to, each behind those that it refers to. Every node has a copy. */
export const REFERENCE_TABLES = ['partner_keys', 'users', 'exchange_accounts', 'change_feeds'] as const;

/**
 * LOCAL_TABLES: tables that stay with the coordinator, and the foreign key to a reference table that Citus would refuse.
 * Their rows are deleted with the account anyway (modules/auth/personal-data/personal-tables).
 */
export const LOCAL_TABLES = { webhooks: 'webhooks_user' } as const;

export class DistributionError extends Error {}

export interface Distribution {
  workers: number;
  distributed: string[];
  before: string[];
}

/**
 * Distributes the tables with their rows over the nodes of Citus. Interrupted work is repeated.
 * @param client as the owner of the tables
 * @throws DistributionError when the server has no Citus, or knows no worker
 */
export async function distribute(client: Client): Promise<Distribution> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (rowCount === 0)
    throw new DistributionError(
      'This PostgreSQL has no Citus. Start the coordinator of a Citus cluster, and run CREATE EXTENSION citus in its database.',
    );
  const workers = await count(client, 'SELECT count(*)::integer AS n FROM citus_get_active_worker_nodes()');
  if (workers === 0)
    throw new DistributionError(
      `Citus knows no worker. Run SELECT citus_set_coordinator_host('<host>') and SELECT citus_add_node('<host>', 5432) for each worker.`,
    );
  const before = await distributedTables(client);
  const done: string[] = [];
  const once = async (table: string, statement: string, values: string[]): Promise<void> => {
    if (before.has(table)) return;
    await client.query(statement, values);
    done.push(table);
  };
  for (const [table, key] of Object.entries(LOCAL_TABLES))
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${key}`);
  for (const table of REFERENCE_TABLES) await once(table, 'SELECT create_reference_table($1)', [table]);
  for (const [table, column] of Object.entries(DISTRIBUTION_COLUMNS))
    await once(table, 'SELECT create_distributed_table($1, $2)', [table, column]);
  return { workers, distributed: done, before: [...before].sort() };
}

async function distributedTables(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference')`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function count(client: Client, statement: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(statement);
  return rows[0]?.n ?? 0;
}
