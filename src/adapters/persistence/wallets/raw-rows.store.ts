import type { EntityManager } from 'typeorm';
import { chunks } from '../../../domain/kernel/slices';
import { rowToStore } from '../../../ports/storage/raw-history-store';
import type { HistoryPage, RawRow } from '../../../ports/upstream/history-source';

export interface Wallet {
  chain: string;
  address: string;
}

export interface Changes {
  deleted: number;
  inserted: number;
  updated: number;
  /** The lowest changed block. Infinity: nothing changed. */
  fromBlock: number;
}

interface TextRow {
  list: string;
  key: string;
  block: number;
  body: string;
}

/** Writing so many parameters takes a few milliseconds. */
const CHUNK = 1_000;

/** Of equal keys in a page the last counts. Postgres would reject both. */
export function lastOfEachKey(rows: readonly RawRow[]): TextRow[] {
  const unique = new Map<string, TextRow>();
  for (const { list, key, block, body } of rows) {
    const identity = `${list}\n${key}`;
    unique.delete(identity);
    unique.set(identity, { list, key, block, body: JSON.stringify(body) });
  }
  return [...unique.values()];
}

/** Keeps stored fields that this read could not obtain. */
export async function withKept(
  manager: EntityManager,
  wallet: Wallet,
  rows: readonly RawRow[],
): Promise<RawRow[]> {
  const stored = new Map<string, RawRow>();
  for (const part of chunks(
    rows.filter(({ keeps }) => keeps !== undefined),
    CHUNK,
  )) {
    const found = await manager.query<RawRow[]>(
      `SELECT list, key, block::float8 AS block, body FROM raw_rows
       JOIN unnest($3::text[], $4::text[]) AS asked (of_list, of_key) ON list = of_list AND key = of_key
       WHERE chain = $1 AND address = $2`,
      [wallet.chain, wallet.address, part.map(({ list }) => list), part.map(({ key }) => key)],
    );
    for (const row of found) stored.set(`${row.list}\n${row.key}`, row);
  }
  return rows.map((row) => rowToStore(row, stored.get(`${row.list}\n${row.key}`)));
}

/**
 * Deletes the rows that a page replaces, except unchanged ones.
 * @returns the number of deleted rows, and the lowest block from which rows were deleted
 */
export async function dropReplaced(
  manager: EntityManager,
  wallet: Wallet,
  { replacesFrom, replacesBelow }: Pick<HistoryPage, 'replacesFrom' | 'replacesBelow'>,
  rows: readonly TextRow[],
): Promise<Pick<Changes, 'deleted' | 'fromBlock'>> {
  let deleted = 0;
  let fromBlock = Infinity;
  for (const [list, from] of Object.entries(replacesFrom)) {
    // Above every block: the largest number that JSON and the column hold.
    const below = replacesBelow?.[list] ?? Number.MAX_SAFE_INTEGER;
    const range = [wallet.chain, wallet.address, list, from, below];
    const stored = await manager.query<TextRow[]>(
      `SELECT key, block::float8 AS block, body::text AS body FROM raw_rows
       WHERE chain = $1 AND address = $2 AND list = $3 AND block >= $4 AND block < $5 ORDER BY block, seq`,
      range,
    );
    const given = rows.filter((row) => row.list === list && row.block >= from && row.block < below);
    if (
      stored.length === 0 ||
      sameRows(
        stored,
        given.toSorted((a, b) => a.block - b.block),
      )
    )
      continue;
    const [, gone] = await manager.query<[unknown, number]>(
      'DELETE FROM raw_rows WHERE chain = $1 AND address = $2 AND list = $3 AND block >= $4 AND block < $5',
      range,
    );
    deleted += gone;
    fromBlock = Math.min(fromBlock, from);
  }
  return { deleted, fromBlock };
}

/** An unchanged row keeps its sequence number. @param firstSeq sequence number of the first row */
export async function putRows(
  manager: EntityManager,
  wallet: Wallet,
  rows: readonly TextRow[],
  firstSeq: number,
): Promise<Omit<Changes, 'deleted'>> {
  let inserted = 0;
  let updated = 0;
  let fromBlock = Infinity;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    const [counts] = await manager.query<{ inserted: number; updated: number; lowest: number | null }[]>(
      `WITH put AS (
         INSERT INTO raw_rows (chain, address, list, key, block, seq, body)
         SELECT $1, $2, list, key, block, $3::bigint + ordinal, body::json
         FROM unnest($4::text[], $5::text[], $6::bigint[], $7::text[])
           WITH ORDINALITY AS given (list, key, block, body, ordinal)
         ON CONFLICT (chain, address, list, key) DO UPDATE SET block = excluded.block, body = excluded.body
           WHERE raw_rows.block <> excluded.block OR raw_rows.body::text <> excluded.body::text
         RETURNING block, (xmax = 0) AS fresh
       )
       SELECT count(*) FILTER (WHERE fresh)::integer AS inserted,
              count(*) FILTER (WHERE NOT fresh)::integer AS updated, min(block)::float8 AS lowest FROM put`,
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
    fromBlock = Math.min(fromBlock, counts?.lowest ?? Infinity);
  }
  // An updated row may have been in any block before.
  return { inserted, updated, fromBlock: updated > 0 ? 0 : fromBlock };
}

const sameRows = (stored: readonly Omit<TextRow, 'list'>[], given: readonly TextRow[]): boolean =>
  stored.length === given.length &&
  stored.every((row, index) => {
    const other = given[index];
    return row.key === other?.key && row.block === other.block && row.body === other.body;
  });
