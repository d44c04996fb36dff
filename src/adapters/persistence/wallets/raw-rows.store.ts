import type { EntityManager } from 'typeorm';
import type { RawRow } from '../../../ports/upstream/history-source';

/** Whose rows. */
export interface Wallet {
  chain: string;
  address: string;
}

/** How many rows a page really changed. */
export interface Changes {
  deleted: number;
  inserted: number;
  updated: number;
}

/** A row with its body as the text that is stored. */
interface TextRow {
  list: string;
  key: string;
  block: number;
  body: string;
}

/** Rows per INSERT: the parameters of one stay below a few megabytes. */
const CHUNK = 5_000;

/** A page that names one row twice means the later one; Postgres would refuse the pair. */
export function lastOfEachKey(rows: readonly RawRow[]): TextRow[] {
  const unique = new Map<string, TextRow>();
  for (const { list, key, block, body } of rows) {
    const identity = `${list}\n${key}`;
    unique.delete(identity);
    unique.set(identity, { list, key, block, body: JSON.stringify(body) });
  }
  return [...unique.values()];
}

/**
 * Deletes what the page says it replaces, unless the page says the very same again.
 * @returns how many rows went
 */
export async function dropReplaced(
  manager: EntityManager,
  wallet: Wallet,
  replacesFrom: Readonly<Record<string, number>>,
  rows: readonly TextRow[],
): Promise<number> {
  let deleted = 0;
  for (const [list, from] of Object.entries(replacesFrom)) {
    const stored = await manager.query<TextRow[]>(
      `SELECT key, block::float8 AS block, body::text AS body FROM raw_rows
       WHERE chain = $1 AND address = $2 AND list = $3 AND block >= $4 ORDER BY block, seq`,
      [wallet.chain, wallet.address, list, from],
    );
    const given = rows.filter((row) => row.list === list && row.block >= from);
    if (
      stored.length === 0 ||
      sameRows(
        stored,
        given.toSorted((a, b) => a.block - b.block),
      )
    )
      continue;
    const [, gone] = await manager.query<[unknown, number]>(
      'DELETE FROM raw_rows WHERE chain = $1 AND address = $2 AND list = $3 AND block >= $4',
      [wallet.chain, wallet.address, list, from],
    );
    deleted += gone;
  }
  return deleted;
}

/**
 * Inserts what is new and rewrites what differs; a row already stored alike keeps its place.
 * @param firstSeq order of arrival of the first row
 */
export async function putRows(
  manager: EntityManager,
  wallet: Wallet,
  rows: readonly TextRow[],
  firstSeq: number,
): Promise<{ inserted: number; updated: number }> {
  let inserted = 0;
  let updated = 0;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    const [counts] = await manager.query<{ inserted: number; updated: number }[]>(
      `WITH put AS (
         INSERT INTO raw_rows (chain, address, list, key, block, seq, body)
         SELECT $1, $2, list, key, block, $3::bigint + ordinal, body::json
         FROM unnest($4::text[], $5::text[], $6::bigint[], $7::text[])
           WITH ORDINALITY AS given (list, key, block, body, ordinal)
         ON CONFLICT (chain, address, list, key) DO UPDATE SET block = excluded.block, body = excluded.body
           WHERE raw_rows.block <> excluded.block OR raw_rows.body::text <> excluded.body::text
         RETURNING (xmax = 0) AS fresh
       )
       SELECT count(*) FILTER (WHERE fresh)::integer AS inserted,
              count(*) FILTER (WHERE NOT fresh)::integer AS updated FROM put`,
      [
        wallet.chain,
        wallet.address,
        firstSeq + start,
        chunk.map((row) => row.list),
        chunk.map((row) => row.key),
        chunk.map((row) => row.block),
        chunk.map((row) => row.body),
      ],
    );
    inserted += counts?.inserted ?? 0;
    updated += counts?.updated ?? 0;
  }
  return { inserted, updated };
}

const sameRows = (stored: readonly Omit<TextRow, 'list'>[], given: readonly TextRow[]): boolean =>
  stored.length === given.length &&
  stored.every((row, index) => {
    const other = given[index];
    return row.key === other?.key && row.block === other.block && row.body === other.body;
  });
