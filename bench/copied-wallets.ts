import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Tables whose rows belong to a wallet, and the column that names it. */
export const TABLES = {
  chain_states: 'address',
  raw_rows: 'address',
  balance_observations: 'address',
  wallet_snapshots: 'wallet',
} as const;

/** Rows of a table as COPY writes them. */
export async function copied(sql: Client, table: keyof typeof TABLES, wallet: string): Promise<string> {
  const parts: Buffer[] = [];
  const rows = sql.query(
    copyTo(`COPY (SELECT * FROM ${table} WHERE ${TABLES[table]} = '${wallet}') TO STDOUT`),
  );
  for await (const part of rows) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Adds copies of a wallet, those from `first` to before `last`. */
export async function load(
  sql: Client,
  templates: ReadonlyMap<string, string>,
  of: string,
  first: number,
  last: number,
) {
  for (const [table, text] of templates) {
    const texts = function* (): Generator<string> {
      for (let i = first; i < last; i++) yield text.replaceAll(of, copyOf(i));
    };
    await pipeline(Readable.from(texts()), sql.query(copyFrom(`COPY ${table} FROM STDIN`)));
  }
  await sql.query(`VACUUM (ANALYZE) ${[...templates.keys()].join(', ')}`);
}

/**
 * Adds copies of the history of a wallet that was read, without its snapshot. None of them is due to be read again.
 * @returns their addresses
 */
export async function addCopies(sql: Client, of: string, count: number): Promise<string[]> {
  await sql.query(`UPDATE chain_states SET indexed_at = now() + interval '1 day' WHERE address = $1`, [of]);
  const templates = new Map<string, string>();
  for (const table of ['chain_states', 'raw_rows', 'balance_observations'] as const)
    templates.set(table, await copied(sql, table, of));
  await load(sql, templates, of, 0, count);
  return Array.from({ length: count }, (_, i) => copyOf(i));
}

/** Spread over the whole range of addresses, as real ones are: neighbours in the index come at different times. */
export const copyOf = (i: number): string =>
  `0x${((BigInt(i) * 0x9e3779b97f4a7c15n) % (1n << 64n)).toString(16).padStart(16, '0')}${i.toString(16).padStart(24, '0')}`;
