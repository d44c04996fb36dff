import type { EntityManager } from 'typeorm';
import type { StoredExchangeRow } from '../../../domain/exchanges';
import { chunks } from '../../../domain/kernel/slices';

/** All statements run in the transaction of the caller. */

/** Rows per statement. Keeps the parameters below a few megabytes. */
const CHUNK = 2_000;

const GIVEN = `SELECT $1, key, part, format, at_ms, body::json
  FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[]) AS given (key, part, format, at_ms, body)`;

const parameters = (accountId: string, rows: readonly StoredExchangeRow[]): unknown[] => [
  accountId,
  rows.map(({ key }) => key),
  rows.map(({ part }) => part),
  rows.map(({ format }) => format),
  rows.map(({ at }) => at),
  rows.map(({ body }) => JSON.stringify(body)),
];

export async function newRows(
  manager: EntityManager,
  accountId: string,
  rows: readonly StoredExchangeRow[],
): Promise<StoredExchangeRow[]> {
  const known = new Set<string>();
  for (const some of chunks(rows, CHUNK)) {
    const found = await manager.query<{ key: string }[]>(
      'SELECT key FROM exchange_rows WHERE account_id = $1 AND key = ANY($2)',
      [accountId, some.map(({ key }) => key)],
    );
    for (const { key } of found) known.add(key);
  }
  return rows.filter(({ key }) => !known.has(key));
}

/** Compares times as well: numbers used as ids repeat in other accounts. */
export async function hasRows(
  manager: EntityManager,
  accountId: string,
  rows: readonly StoredExchangeRow[],
): Promise<boolean> {
  const unique = [...new Map(rows.map((row) => [row.key, row])).values()];
  for (const some of chunks(unique, CHUNK)) {
    const [{ count = 0 } = {}] = await manager.query<{ count?: number }[]>(
      `SELECT count(*)::integer AS count FROM unnest($2::text[], $3::bigint[]) AS given (key, at_ms)
       JOIN exchange_rows r ON r.account_id = $1 AND r.key = given.key AND r.at_ms = given.at_ms`,
      [accountId, some.map(({ key }) => key), some.map(({ at }) => at)],
    );
    if (count < some.length) return false;
  }
  return true;
}

export async function insertRows(
  manager: EntityManager,
  accountId: string,
  rows: readonly StoredExchangeRow[],
): Promise<void> {
  for (const some of chunks(rows, CHUNK))
    await manager.query(
      `INSERT INTO exchange_rows (account_id, key, part, format, at_ms, body) ${GIVEN}`,
      parameters(accountId, some),
    );
}

/** A row of the API replaces a row of a file: it states more, and changes later. */
export async function upsertRows(
  manager: EntityManager,
  accountId: string,
  rows: readonly StoredExchangeRow[],
): Promise<{ added: number; changed: number }> {
  const written = { added: 0, changed: 0 };
  for (const some of chunks(rows, CHUNK)) {
    const results = await manager.query<{ added: boolean }[]>(
      `WITH written AS (
         INSERT INTO exchange_rows AS r (account_id, key, part, format, at_ms, body) ${GIVEN}
         ON CONFLICT (account_id, key) DO UPDATE
           SET part = excluded.part, format = excluded.format, at_ms = excluded.at_ms, body = excluded.body
           WHERE (r.format, r.body::text) IS DISTINCT FROM (excluded.format, excluded.body::text)
         RETURNING (xmax = 0) AS added
       ) SELECT added FROM written`,
      parameters(accountId, some),
    );
    const added = results.filter((row) => row.added).length;
    written.added += added;
    written.changed += results.length - added;
  }
  return written;
}
