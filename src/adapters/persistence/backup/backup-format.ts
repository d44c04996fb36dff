/**
 * Text in the format of `pg_dump --data-only`, so that `psql` can read it too. A first comment holds the head, a last
 * one the row counts. Gzip verifies the bytes.
 */

/** Increased when earlier code cannot read the file. */
export const FORMAT = 1;

export interface BackupHead {
  format: number;
  /** ISO 8601, UTC. */
  created_at: string;
  migrations: readonly string[];
}

export type RowCounts = Record<string, number>;

export interface BackupTable {
  name: string;
  columns: readonly string[];
}

/** The file is not a backup, is damaged, or does not fit the database. */
export class BackupError extends Error {}

/** Ends the rows of a table. COPY doubles backslashes, so rows never contain this line. */
export const END_OF_ROWS = '\\.';

const HEAD = '-- backup of the cost basis service ';
const TAIL = '-- rows ';

export const headLine = (head: BackupHead): string => `${HEAD}${JSON.stringify(head)}`;
export const tailLine = (counts: RowCounts): string => `${TAIL}${JSON.stringify(counts)}`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const copyLine = ({ name, columns }: BackupTable): string =>
  `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM stdin;`;

/** @throws BackupError for another file, or a format of a newer release */
export function parseHead(line: string | null): BackupHead {
  if (!line?.startsWith(HEAD)) throw new BackupError('This file is not a backup of the cost basis service.');
  const head = JSON.parse(line.slice(HEAD.length)) as BackupHead;
  if (head.format > FORMAT)
    throw new BackupError(`A newer release wrote this backup (format ${head.format}, known: ${FORMAT}).`);
  return head;
}

export const parseTail = (line: string): RowCounts | null =>
  line.startsWith(TAIL) ? (JSON.parse(line.slice(TAIL.length)) as RowCounts) : null;

const COPY = /^COPY "(\w+)" \(("\w+"(?:, "\w+")*)\) FROM stdin;$/;

export function parseCopy(line: string): BackupTable | null {
  const [, name, columns] = COPY.exec(line) ?? [];
  return name === undefined || columns === undefined
    ? null
    : { name, columns: columns.split(', ').map((column) => column.slice(1, -1)) };
}
