import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ChainName } from '../../../domain/kernel/chain';
import { AppError } from '../../../domain/kernel/errors';
import type { HistoryCursor, HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { type ChainState, RawHistoryStore, type SavedPage } from '../../../ports/storage/raw-history-store';
import {
  BUNDLED_CLOSES,
  type PricePoint,
  type PriceQuery,
  priceQueryKey,
} from '../../../ports/upstream/price-source';
import { Clock } from '../../../ports/clock';
import { fetchRows } from '../fetched-rows';
import { DAY_MS } from '../../../domain/kernel/durations';
import { inTransaction, reach } from '../outage';
import { type Changes, dropReplaced, lastOfEachKey, putRows, withKept } from './raw-rows.store';
import { chunks } from '../../../domain/kernel/slices';

interface StateRow extends Pick<
  ChainState,
  'chain' | 'address' | 'cursor' | 'complete' | 'truncated' | 'incomplete' | 'contradicted' | 'provider'
> {
  pass_truncated: boolean;
  pass_incomplete: boolean;
  indexed_at: Date | null;
  error_code: string | null;
  error_details: Record<string, unknown> | null;
  revision: string;
  row_count: number;
  next_seq: string;
}

interface StoredPrice {
  asset_id: string;
  at_ms: string;
  usd: string | null;
  price_at_ms: string | null;
  source: string | null;
}

/** A missing price is fetched again after this time. */
const PRICE_MISS_DAYS = 7;
/** Retry time when no market could be reached. */
const BUNDLED_DAYS = 1;
/** Writing so many parameters takes a few milliseconds. */
const PRICE_CHUNK = 2_000;
/** Parsing so many prices takes a few milliseconds. */
const LOOKED_UP_AT_ONCE = 500;

@Injectable()
export class PostgresRawHistoryStore extends RawHistoryStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  async chainStates(address: string): Promise<ChainState[]> {
    const rows = await reach(() =>
      this.dataSource.query<StateRow[]>('SELECT * FROM chain_states WHERE address = $1 ORDER BY chain', [
        address,
      ]),
    );
    return rows.map(toState);
  }

  async savePage(
    chain: ChainName,
    address: string,
    page: HistoryPage,
    now: number,
    from?: HistoryCursor | null,
  ): Promise<SavedPage> {
    const wallet = { chain, address };
    return inTransaction(this.dataSource, async (manager) => {
      const before = await lockState(manager, chain, address);
      if (from !== undefined && JSON.stringify(from) !== JSON.stringify(before.cursor)) {
        throw new AppError('CONFLICT', {
          chain,
          address,
          reason: 'history was read on or cleared meanwhile',
        });
      }
      const rows = lastOfEachKey(await withKept(manager, wallet, page.rows));
      const dropped = await dropReplaced(manager, wallet, page, rows);
      const put = await putRows(manager, wallet, rows, Number(before.next_seq));
      const after = toState(await moveState(manager, before, page, { ...dropped, ...put }, now));
      const since = Number(before.revision);
      const fromBlock = Math.min(dropped.fromBlock, put.fromBlock);
      return { ...after, change: after.revision === since ? null : { since, fromBlock } };
    });
  }

  async saveFailure(
    chain: ChainName,
    address: string,
    code: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    await reach(() =>
      this.dataSource.query(
        `INSERT INTO chain_states (chain, address, error_code, error_details, updated_at)
         VALUES ($1, $2, $3, $4::json, $5::timestamptz)
         ON CONFLICT (chain, address) DO UPDATE SET error_code = excluded.error_code,
           error_details = excluded.error_details, updated_at = excluded.updated_at`,
        [chain, address, code, JSON.stringify(details), this.now()],
      ),
    );
  }

  async rows(chain: ChainName, address: string, fromBlock?: number): Promise<RawRow[]> {
    return reach(() =>
      fetchRows<RawRow>(
        this.dataSource,
        // In the order that the caller needs: sorting a long history would block others.
        `SELECT list, key, block::float8 AS block, body FROM raw_rows
         WHERE chain = $1 AND address = $2 ${fromBlock === undefined ? '' : 'AND block >= $3'} ORDER BY raw_rows.block, seq`,
        [chain, address, ...(fromBlock === undefined ? [] : [fromBlock])],
      ),
    );
  }

  async saveContradicted(chain: ChainName, address: string, contradicted: boolean): Promise<void> {
    await reach(() =>
      this.dataSource.query(
        `UPDATE chain_states SET contradicted = $3, updated_at = $4::timestamptz
         WHERE chain = $1 AND address = $2 AND complete AND contradicted <> $3`,
        [chain, address, contradicted, this.now()],
      ),
    );
  }

  async rowKeys(
    chain: ChainName,
    address: string,
    { list, from, to }: { list: string; from: number; to: number },
  ): Promise<string[]> {
    const rows = await reach(() =>
      this.dataSource.query<{ key: string }[]>(
        `SELECT key FROM raw_rows
         WHERE chain = $1 AND address = $2 AND list = $3 AND block BETWEEN $4 AND $5 ORDER BY raw_rows.block, seq`,
        [chain, address, list, from, to],
      ),
    );
    return rows.map(({ key }) => key);
  }

  async clearHistory(address: string): Promise<number> {
    return inTransaction(this.dataSource, async (manager) => {
      // Locks the states first: an active page save ends before, or its cursor is gone. The states remain, so that a
      // revision is never reused for other rows.
      const [states] = await manager.query<[{ chain: string }[], number]>(
        `UPDATE chain_states SET cursor = NULL, complete = false, truncated = false, incomplete = false, contradicted = false,
           pass_truncated = false, pass_incomplete = false, indexed_at = NULL, error_code = NULL,
           error_details = NULL, revision = revision + 1, row_count = 0, updated_at = $2::timestamptz
         WHERE address = $1 RETURNING chain`,
        [address, this.now()],
      );
      const [, deleted] = await manager.query<[unknown, number]>(
        'DELETE FROM raw_rows WHERE chain = ANY($1) AND address = $2',
        [states.map((state) => state.chain), address],
      );
      return deleted;
    });
  }

  async prices(queries: readonly PriceQuery[]): Promise<Map<string, PricePoint | null>> {
    const known = new Map<string, PricePoint | null>();
    const daysAgo = (days: number): Date => new Date(this.clock.now() - days * DAY_MS);
    for (const chunk of chunks(queries, LOOKED_UP_AT_ONCE)) {
      const rows = await reach(() =>
        this.dataSource.query<StoredPrice[]>(
          `SELECT asset_id, at_ms, usd, price_at_ms, source FROM prices
           JOIN unnest($1::text[], $2::bigint[]) AS asked (asset, moment) ON asset_id = asset AND at_ms = moment
           WHERE (usd IS NOT NULL AND source <> $5)
             OR fetched_at > CASE WHEN usd IS NULL THEN $3::timestamptz ELSE $4::timestamptz END`,
          [
            chunk.map((query) => query.assetId),
            chunk.map((query) => query.at),
            daysAgo(PRICE_MISS_DAYS),
            daysAgo(BUNDLED_DAYS),
            BUNDLED_CLOSES,
          ],
        ),
      );
      for (const row of rows) {
        known.set(priceQueryKey({ assetId: row.asset_id, at: Number(row.at_ms) }), toPrice(row));
      }
    }
    return known;
  }

  async savePrices(entries: readonly { query: PriceQuery; price: PricePoint | null }[]): Promise<void> {
    const unique = [...new Map(entries.map((entry) => [priceQueryKey(entry.query), entry])).values()];
    for (const chunk of chunks(unique, PRICE_CHUNK)) {
      await reach(() =>
        this.dataSource.query(
          `INSERT INTO prices (asset_id, at_ms, usd, price_at_ms, source, fetched_at)
           SELECT *, $6::timestamptz FROM unnest($1::text[], $2::bigint[], $3::numeric[], $4::bigint[], $5::text[])
           ON CONFLICT (asset_id, at_ms) DO UPDATE SET usd = excluded.usd, price_at_ms = excluded.price_at_ms,
               source = excluded.source, fetched_at = excluded.fetched_at
             WHERE prices.usd IS NULL OR (excluded.usd IS NOT NULL AND prices.source = '${BUNDLED_CLOSES}')`,
          [
            chunk.map(({ query }) => query.assetId),
            chunk.map(({ query }) => query.at),
            chunk.map(({ price }) => price?.usd ?? null),
            chunk.map(({ price }) => price?.at ?? null),
            chunk.map(({ price }) => price?.source ?? null),
            this.now(),
          ],
        ),
      );
    }
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

/** The lock serialises the page saves of one wallet. */
async function lockState(manager: EntityManager, chain: string, address: string): Promise<StateRow> {
  await manager.query('INSERT INTO chain_states (chain, address) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    chain,
    address,
  ]);
  const [row] = await manager.query<StateRow[]>(
    'SELECT * FROM chain_states WHERE chain = $1 AND address = $2 FOR UPDATE',
    [chain, address],
  );
  if (!row) throw new AppError('CONFLICT', { chain, address, reason: 'history was cleared meanwhile' });
  return row;
}

/**
 * Flags of a page belong to its read, and the end of the read sets the flags of the history. A later partial read
 * leaves transactions without their transfers: until it ends, the history is incomplete.
 */
async function moveState(
  manager: EntityManager,
  before: StateRow,
  page: HistoryPage,
  changes: Omit<Changes, 'fromBlock'>,
  now: number,
): Promise<StateRow> {
  const truncated = before.pass_truncated || page.truncated;
  const incomplete = before.pass_incomplete || page.incomplete;
  const changed = changes.deleted + changes.inserted + changes.updated > 0;
  const [rows] = await manager.query<[StateRow[], number]>(
    `UPDATE chain_states SET
       cursor = $3::json, provider = $4, error_code = NULL, error_details = NULL,
       complete = complete OR $5, indexed_at = CASE WHEN $5 THEN to_timestamp($6::float8 / 1000) ELSE indexed_at END,
       truncated = $7, incomplete = $8, pass_truncated = $9, pass_incomplete = $10,
       revision = revision + $11, row_count = row_count + $12, next_seq = next_seq + $13, updated_at = to_timestamp($6::float8 / 1000)
     WHERE chain = $1 AND address = $2 RETURNING *`,
    [
      before.chain,
      before.address,
      JSON.stringify(page.cursor),
      page.provider,
      page.done,
      now,
      truncated || (!page.done && before.truncated),
      incomplete || (!page.done && (before.incomplete || before.complete)),
      truncated && !page.done,
      incomplete && !page.done,
      changed ? 1 : 0,
      changes.inserted - changes.deleted,
      page.rows.length,
    ],
  );
  const [after] = rows;
  if (!after) throw new Error('the locked state of a wallet is gone');
  return after;
}

const toState = (row: StateRow): ChainState => ({
  chain: row.chain,
  address: row.address,
  cursor: row.cursor,
  complete: row.complete,
  truncated: row.truncated,
  incomplete: row.incomplete,
  contradicted: row.contradicted,
  indexedAt: row.indexed_at?.getTime() ?? null,
  provider: row.provider,
  errorCode: row.error_code,
  errorDetails: row.error_details,
  revision: Number(row.revision),
  rowCount: row.row_count,
});

const toPrice = (row: StoredPrice): PricePoint | null =>
  row.usd === null || row.price_at_ms === null || row.source === null
    ? null
    : { usd: row.usd, at: Number(row.price_at_ms), source: row.source };
