import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, type BackupTable, copyLine, quoted, type RowCounts } from './backup-format';
import { countRows, readBackup } from './backup-reader';
import { RoutedRows } from './routed-rows';
import { ROUTED_TABLES } from '../shards/shard-map';
import type { ShardConnection } from '../shards/shard-places';
import { storedTables } from './stored-tables';

/**
 * Loads the rows of a backup into the empty tables of its schema, in one transaction for each database: nothing is
 * committed before all rows are loaded, and the first database is committed last. The triggers of the audit log are
 * disabled meanwhile: the file contains its entries and its end.
 * @param connections as the owner of the tables, the first database first
 */
export async function loadBackup(connections: readonly ShardConnection[], file: string): Promise<RowCounts> {
  const clients = connections.map(({ client }) => client);
  try {
    let counts: RowCounts = {};
    const loaded: RowCounts = {};
    for (const connection of connections)
      counts = await loadInto(connection, connections, file, (table, rows) => {
        loaded[table] = (loaded[table] ?? 0) + rows;
      });
    const lost = Object.keys(counts).filter((table) => counts[table] !== loaded[table]);
    if (lost.length > 0) throw new BackupError(`Rows were lost between the databases: ${lost.join(', ')}.`);
    for (const client of clients.toReversed()) await client.query('COMMIT');
    return counts;
  } catch (error) {
    for (const client of clients) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Loads the part of one database and leaves the transaction open. @returns the number of rows in the file, by table */
async function loadInto(
  { client, database }: ShardConnection,
  connections: readonly ShardConnection[],
  file: string,
  count: (table: string, rows: number) => void,
): Promise<RowCounts> {
  const isFirst = connections[0]?.client === client;
  await client.query('BEGIN');
  const tables = await storedTables(client);
  await onEach(tables, (name) => client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`));
  // Migrations insert a few rows, which the backup holds too.
  await onEach(tables.toReversed(), (name) => client.query(`DELETE FROM ${name}`));
  const known = new Map(tables.map((table) => [table.name, new Set(table.columns)]));
  const counts = await readBackup(file, {
    table: async (table, rows) => {
      checkColumns(table, known.get(table.name));
      const isRouted = connections.length > 1 && ROUTED_TABLES.has(table.name);
      if (!isRouted) {
        const found = isFirst ? await copyInto(client, table, rows) : await countRows(rows);
        count(table.name, isFirst ? found : 0);
        return found;
      }
      const part = new RoutedRows(table, database.shards);
      count(table.name, await copyInto(client, table, part.of(rows)));
      return part.seen;
    },
  });
  await onEach(tables, (name) => client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`));
  return counts;
}

async function copyInto(client: Client, table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const target = client.query(copyFrom(copyLine(table).replace('FROM stdin;', 'FROM STDIN')));
  await pipeline(Readable.from(rows, { objectMode: false }), target);
  return target.rowCount;
}

async function onEach(
  tables: readonly BackupTable[],
  run: (name: string) => Promise<unknown>,
): Promise<void> {
  for (const { name } of tables) await run(quoted(name));
}

function checkColumns({ name, columns }: BackupTable, known: ReadonlySet<string> | undefined): void {
  const isKnown = known !== undefined && columns.every((column) => known.has(column));
  if (!isKnown) throw new BackupError(`The table ${name} of the backup does not fit its own schema version.`);
}
