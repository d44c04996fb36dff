import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  BackupError,
  type BackupHead,
  copyLine,
  END_OF_ROWS,
  FORMAT,
  headLine,
  quoted,
  type RowCounts,
  tailLine,
} from './backup-format';
import { DERIVED_TABLES } from '../ledgers/ledger-tables';
import { storedTables } from './stored-tables';

export interface WrittenBackup {
  head: BackupHead;
  counts: RowCounts;
  bytes: number;
}

/**
 * Writes a snapshot of all rows that cannot be computed again; the service can write meanwhile. The complete file gets
 * its name, and only its owner can read it.
 * @throws BackupError when the file exists, also at the end
 */
export async function writeBackup(client: Client, file: string, now: Date): Promise<WrittenBackup> {
  const aside = `${file}.${process.pid}.part`;
  try {
    const head = { format: FORMAT, created_at: now.toISOString(), migrations: await begin(client) };
    const counts: RowCounts = {};
    const target = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(textOf(client, head, counts), createGzip(), target);
    await named(aside, file);
    return { head, counts, bytes: (await stat(file)).size };
  } finally {
    await rm(aside, { force: true });
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

/** `rename` would replace a file that another program made meanwhile. */
async function named(aside: string, file: string): Promise<void> {
  try {
    await link(aside, file).catch((error: unknown) => {
      if (!NO_LINKS.has(codeOf(error))) throw error;
      return copyFile(aside, file, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new BackupError(`${file} exists. Name a new file.`) : error;
  }
}

const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The first statement sets the moment of the transaction. @returns the migrations */
async function begin(client: Client): Promise<string[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp');
  return rows.map(({ name }) => name);
}

async function* textOf(
  client: Client,
  head: BackupHead,
  counts: RowCounts,
): AsyncGenerator<string | Buffer, void, undefined> {
  yield `${headLine(head)}\n\n`;
  for (const table of await storedTables(client)) {
    if (DERIVED_TABLES.includes(table.name)) continue;
    const columns = table.columns.map(quoted).join(', ');
    yield `${copyLine(table)}\n`;
    const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ${quoted(table.name)}) TO STDOUT`));
    for await (const part of rows) yield part as Buffer;
    counts[table.name] = rows.rowCount;
    yield `${END_OF_ROWS}\n\n`;
  }
  yield `${tailLine(counts)}\n`;
}
