import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockKeyInTransaction } from '../advisory-locks';
import { inTransaction } from '../outage';
import { ENGINE_VERSION, type LineageLink } from '../../../domain/engine';
import { sha256Hex } from '../../../domain/kernel/hash';
import { LineageStore, type LineageChange } from '../../../ports/storage/lineage-store';

/** Links per statement. Keeps the parameters below a few megabytes. */
const CHUNK = 5_000;

@Injectable()
export class PostgresLineageStore extends LineageStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  override async save(
    wallets: readonly string[],
    links: readonly LineageLink[],
    isWhole: boolean,
    now: number,
  ): Promise<LineageChange> {
    const owned = [...new Set(wallets)].sort();
    const ledgerKey = sha256Hex(owned.join());
    const rows = links.map(rowOf);
    return inTransaction(this.dataSource, async (manager) => {
      // Two concurrent saves of one ledger would supersede each other's links.
      await lockKeyInTransaction(manager, 'lineage', ledgerKey);
      await manager.query(
        'INSERT INTO lineage_books (books, wallets) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [ledgerKey, owned],
      );
      let added = 0;
      for (let i = 0; i < rows.length; i += CHUNK)
        added += await insert(manager, ledgerKey, rows.slice(i, i + CHUNK), now);
      const superseded = await mark(manager, ledgerKey, rows, isWhole, now);
      return { added, superseded };
    });
  }
}

const COLUMNS = [
  'link_id',
  'from_lot_id',
  'to_lot_id',
  'disposal_id',
  'relation',
  'quantity',
  'cost',
  'tx_hash',
  'at_ms',
] as const;
type Row = Record<(typeof COLUMNS)[number], string | null>;

const rowOf = (link: LineageLink): Row => ({
  link_id: link.id,
  from_lot_id: link.fromLotId,
  to_lot_id: link.toLotId,
  disposal_id: link.disposalId,
  relation: link.relation,
  quantity: link.quantity.toString(),
  cost: link.cost.toString(),
  tx_hash: link.txHash,
  at_ms: String(link.at),
});

async function insert(
  manager: EntityManager,
  ledgerKey: string,
  rows: readonly Row[],
  now: number,
): Promise<number> {
  const values = COLUMNS.map((column) => rows.map((row) => row[column]));
  const inserted = await manager.query<unknown[]>(
    `INSERT INTO lineage_links (books, ${COLUMNS.join(', ')}, engine_version, recorded_at)
     SELECT $1, t.*, $2, $3
       FROM unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::numeric[], $10::numeric[],
                   $11::text[], $12::bigint[]) AS t
     ON CONFLICT DO NOTHING RETURNING 1`,
    [ledgerKey, ENGINE_VERSION, new Date(now), ...values],
  );
  return inserted.length;
}

/** @returns the number of links that the ledger no longer contains */
async function mark(
  manager: EntityManager,
  ledgerKey: string,
  rows: readonly Row[],
  isWhole: boolean,
  now: number,
): Promise<number> {
  const ids = rows.map(({ link_id: id }) => id);
  const isCurrent = 'EXISTS (SELECT FROM unnest($2::uuid[]) AS current (id) WHERE current.id = link_id)';
  await manager.query(
    `UPDATE lineage_links SET superseded_at = NULL WHERE books = $1 AND superseded_at IS NOT NULL AND ${isCurrent}`,
    [ledgerKey, ids],
  );
  if (!isWhole) return 0;
  const [, count] = await manager.query<[unknown, number]>(
    `UPDATE lineage_links SET superseded_at = $3 WHERE books = $1 AND superseded_at IS NULL AND NOT ${isCurrent}`,
    [ledgerKey, ids, new Date(now)],
  );
  return count;
}
