import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Asset } from '../../../domain/kernel/asset';
import type { LedgerContents } from '../../../ports/storage/ledgers/ledgers';
import { textOf } from './json-text';
import { assets, copyLine, LEDGER_TABLES, type LedgerTable } from './ledger-tables';

/** Rows of one COPY: it takes less than a second. */
const ROWS_PER_COPY = 5_000;
/** Lines in one chunk of a COPY. */
const LINES_PER_CHUNK = 200;

/**
 * Writes the rows of a version. Rows of the version before that have not changed stay as they are; the others end with
 * it.
 * @param isFirst true when no version is stored
 */
export async function writeVersion(
  client: Client,
  { ledgerId, version, isFirst }: { ledgerId: string; version: number; isFirst: boolean },
  contents: LedgerContents,
): Promise<void> {
  const named = new Map<string, Asset>();
  const idOf = (asset: Asset): string => {
    named.set(asset.id, asset);
    return asset.id;
  };
  const at = { client, ledgerId, version, isFirst };
  for (const table of LEDGER_TABLES) await writeTable(at, table as LedgerTable<unknown>, contents, idOf);
  for (const asset of contents.assets) named.set(asset.id, asset);
  const keyed: LedgerTable<Asset> = {
    ...assets,
    items: () => named.values(),
    values: ({ id }) => [contents.tokenKeys.get(id) ?? null],
  };
  await writeTable(at, keyed, contents);
}

interface At {
  client: Client;
  ledgerId: string;
  version: number;
  isFirst: boolean;
}

async function writeTable<T>(
  { client, ledgerId, version, isFirst }: At,
  { name, columns, items, key, values, body }: LedgerTable<T>,
  contents: LedgerContents,
  idOf?: (asset: Asset) => string,
): Promise<void> {
  const digests = isFirst ? new Map<string, string>() : await currentDigests(client, name, ledgerId);
  const ended: string[] = [];
  let seq = 0;
  function* changed(): Generator<string> {
    for (const item of items(contents)) {
      const id = key(item, seq);
      const line = copyLine([...values(item, seq), textOf(body(item), idOf)]);
      seq++;
      const digest = digestOf(line);
      const before = digests.get(id);
      digests.delete(id);
      if (before === digest) continue;
      if (before !== undefined) ended.push(id);
      yield `${copyLine([ledgerId, id, version, digest])}\t${line}\n`;
    }
  }
  const target = `COPY ${name} (ledger_id, key, from_version, digest, ${columns.join(', ')}, body) FROM STDIN`;
  const lines = changed();
  for (let next = lines.next(); next.done !== true; next = lines.next())
    await pipeline(Readable.from(chunks(next.value, lines)), client.query(copyFrom(target)));
  ended.push(...digests.keys());
  for (let start = 0; start < ended.length; start += ROWS_PER_COPY)
    await client.query(
      `UPDATE ${name} SET to_version = $2
       WHERE ledger_id = $1 AND key = ANY($3) AND from_version < $2 AND to_version > $2`,
      [ledgerId, version, ended.slice(start, start + ROWS_PER_COPY)],
    );
}

function* chunks(first: string, lines: Generator<string>): Generator<string> {
  let chunk = first;
  for (let count = 1; count < ROWS_PER_COPY; count++) {
    if (count % LINES_PER_CHUNK === 0) {
      yield chunk;
      chunk = '';
    }
    const next = lines.next();
    if (next.done === true) break;
    chunk += next.value;
  }
  if (chunk !== '') yield chunk;
}

async function currentDigests(client: Client, table: string, ledgerId: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; digest: string }>(
    `SELECT key::text AS key, digest FROM ${table} WHERE ledger_id = $1 AND to_version = 9223372036854775807`,
    [ledgerId],
  );
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}

/** A row counts as unchanged when 64 bits of its digest are the same. */
const digestOf = (line: string): string =>
  createHash('md5').update(line).digest().readBigInt64LE(0).toString();

/** Deletes rows that ended with a version, or before it. */
export async function dropEnded(client: Client, ledgerId: string, version: number): Promise<void> {
  for (const { name } of [...LEDGER_TABLES, assets])
    await client.query(`DELETE FROM ${name} WHERE ledger_id = $1 AND to_version <= $2`, [ledgerId, version]);
}

/** Deletes ledgers whole. */
export async function dropLedgers(client: Client, ledgerIds: readonly string[]): Promise<void> {
  for (const name of [...LEDGER_TABLES, assets].map((table) => table.name))
    await client.query(`DELETE FROM ${name} WHERE ledger_id = ANY($1)`, [ledgerIds]);
  await client.query('DELETE FROM ledgers WHERE id = ANY($1)', [ledgerIds]);
}
