import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, type BackupTable, copyLine, quoted, type RowCounts } from './backup-format';
import { readBackup } from './backup-reader';
import { storedTables } from './stored-tables';

/**
 * Loads into empty tables in one transaction. The triggers of the audit log are disabled: the file contains its
 * entries and its end.
 * @param client as the owner of the tables
 * @returns the number of rows, by table
 */
export async function loadBackup(client: Client, file: string): Promise<RowCounts> {
  try {
    await client.query('BEGIN');
    const tables = await storedTables(client);
    await onEach(tables, (name) => client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`));
    // Migrations insert a few rows that the backup also holds.
    await onEach(tables.toReversed(), (name) => client.query(`DELETE FROM ${name}`));
    const known = new Map(tables.map((table) => [table.name, new Set(table.columns)]));
    const counts = await readBackup(file, {
      table: (table, rows) => {
        checkColumns(table, known.get(table.name));
        return copyInto(client, table, rows);
      },
    });
    await onEach(tables, (name) => client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`));
    await client.query('COMMIT');
    return counts;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
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
