import type { Client } from 'pg';
import { BackupError, type BackupTable } from './backup-format';

/** Without the list of migrations, which the migrations write. */
const TABLES = `
  SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition 
    AND c.relname <> 'migrations'
  GROUP BY c.relname ORDER BY c.relname`;

const REFERENCES = `
  SELECT DISTINCT f.conrelid::regclass::text AS "from", f.confrelid::regclass::text AS "to"
  FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid <> f.confrelid`;

/** Each table comes after the tables that it refers to. */
export async function storedTables(client: Client): Promise<BackupTable[]> {
  const { rows: tables } = await client.query<BackupTable>(TABLES);
  const { rows: references } = await client.query<{ from: string; to: string }>(REFERENCES);
  const placed: BackupTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const waits = (name: string) => references.some(({ from, to }) => from === name && names.has(to));
    const next = left.filter(({ name }) => !waits(name));
    if (next.length === 0)
      throw new BackupError(`Tables refer to each other in a circle: ${[...names].join(', ')}.`);
    placed.push(...next);
    left = left.filter(({ name }) => waits(name));
  }
  return placed;
}

export async function isEmpty(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') LIMIT 1`,
  );
  return rowCount === 0;
}
