import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockKeyInTransaction } from '../advisory-locks';
import { inTransaction } from '../outage';
import { fetchRows } from '../fetched-rows';
import { checkQuota } from '../quota';
import type { ChainName } from '../../../domain/kernel/chain';
import type { ExchangeRow } from '../../../domain/exchanges';
import { accountWallet } from '../../../domain/kernel/address';
import type { RawRow } from '../../../ports/upstream/history-source';
import {
  STANDING_ORDERS,
  TAXPAYER,
  type ManualEntry,
  type StandingOrder,
} from '../../../domain/overlays/manual-entry';
import {
  NO_OVERLAY,
  Overlays,
  type ImportedRows,
  type OwnedExchangeAccount,
  type StoredEntry,
  type Storer,
  type UserOverlay,
} from '../../../ports/storage/overlays';
import { inEffect } from '../effects';
import { ownedAccounts } from './owned-accounts';
import {
  bump,
  deactivateTarget,
  entryCount,
  entryUntil,
  insertEntry,
  storedOf,
  textOf,
  type EntryRow,
} from './stored-entries';

/** Rows per statement. Keeps the parameters below a few megabytes. */
const CHUNK = 1_000;

interface Versioned {
  accounts: OwnedExchangeAccount[];
  /** The wallets, and those of the accounts. */
  addresses: string[];
  version: string | null;
}

@Injectable()
export class PostgresOverlays extends Overlays {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  override async version(userId: string, wallets: readonly string[]): Promise<string | null> {
    return (await this.versioned(userId, wallets)).version;
  }

  override async of(userId: string, wallets: readonly string[]): Promise<UserOverlay> {
    const { accounts, addresses, version } = await this.versioned(userId, wallets);
    if (version === null) return NO_OVERLAY;
    const imported = await this.dataSource.query<{ chain: ChainName; address: string }[]>(
      `SELECT DISTINCT chain, address FROM imported_rows WHERE user_id = $1 AND address = ANY($2) ORDER BY 1, 2`,
      [userId, addresses],
    );
    const entries = await this.dataSource.query<EntryRow[]>(
      `SELECT * FROM manual_entries
       WHERE user_id = $1 AND address = ANY($2)
         AND (deactivated_at IS NULL OR kind = ANY($3) AND NOT body ? 'void')
       ORDER BY created_at, id`,
      [userId, addresses, STANDING_ORDERS],
    );
    return {
      version,
      imported,
      entries: entries.map((row) => entryUntil(storedOf(row))),
      accounts,
    };
  }

  private async versioned(userId: string, wallets: readonly string[]): Promise<Versioned> {
    const accounts = await ownedAccounts(this.dataSource, userId);
    const addresses = [TAXPAYER, ...wallets, ...accounts.map(({ id }) => accountWallet(id))];
    const versions = await this.dataSource.query<{ address: string; version: string }[]>(
      `SELECT address, version FROM overlay_versions WHERE user_id = $1 AND address = ANY($2) ORDER BY address`,
      [userId, addresses],
    );
    if (versions.length === 0 && accounts.length === 0) return { accounts, addresses, version: null };
    const version = [
      ...versions.map((row) => `${row.address}:${row.version}`),
      ...accounts.map(({ id, revision, isPartial, readUntil }) =>
        [id, revision, ...(isPartial ? ['partial'] : []), ...(readUntil ? [readUntil] : [])].join(':'),
      ),
    ].join();
    return { accounts, addresses, version: `${userId}|${version}` };
  }

  override async rows(userId: string, chain: ChainName, address: string): Promise<RawRow[]> {
    return fetchRows<RawRow>(
      this.dataSource,
      `SELECT list, key, block::float8 AS block, body FROM imported_rows
       WHERE user_id = $1 AND chain = $2 AND address = $3
       ORDER BY imported_rows.block, array_position(ARRAY['txlist', 'txlistinternal', 'tokentx'], list), seq`,
      [userId, chain, address],
    );
  }

  override async accountRows(accountId: string): Promise<ExchangeRow[]> {
    return fetchRows<ExchangeRow>(
      this.dataSource,
      'SELECT key, format, body FROM exchange_rows WHERE account_id = $1 ORDER BY key',
      [accountId],
    );
  }

  override addRows(
    { userId, plan }: Storer,
    chain: ChainName,
    address: string,
    rows: readonly RawRow[],
    isDryRun: boolean,
  ): Promise<ImportedRows> {
    const unique = [...new Map(rows.map((row) => [`${row.list}\n${row.key}`, row])).values()];
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'overlay', userId);
      const [{ count: before = 0 } = {}] = await manager.query<{ count?: number }[]>(
        'SELECT count(*)::integer AS count FROM imported_rows WHERE user_id = $1',
        [userId],
      );
      const place = { userId, chain, address };
      const fresh = await newOf(manager, place, unique);
      checkQuota('imported_rows', plan, before, fresh.length);
      if (!isDryRun && fresh.length > 0) {
        await insert(manager, place, fresh, before);
        await bump(manager, place);
      }
      return { added: fresh.length, duplicate: rows.length - fresh.length };
    });
  }

  override addEntry({ userId, plan }: Storer, stored: StoredEntry, replaces: boolean): Promise<boolean> {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'overlay', userId);
      checkQuota('manual_entries', plan, await entryCount(manager, userId), 1);
      if (replaces) await deactivateTarget(manager, userId, stored);
      return insertEntry(manager, userId, stored);
    });
  }

  override async replaceEntries(
    { userId, plan }: Storer,
    removed: readonly string[],
    added: readonly StoredEntry[],
    now: Date,
  ): Promise<void> {
    await inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'overlay', userId);
      checkQuota('manual_entries', plan, await entryCount(manager, userId), added.length);
      const [rows] = await manager.query<[{ address: string }[], number]>(
        `UPDATE manual_entries SET deactivated_at = $3
         WHERE user_id = $1 AND id = ANY($2) AND deactivated_at IS NULL RETURNING address`,
        [userId, removed, now],
      );
      for (const address of new Set(rows.map((row) => row.address))) await bump(manager, { userId, address });
      for (const stored of added) {
        await deactivateTarget(manager, userId, stored);
        await insertEntry(manager, userId, stored);
      }
    });
  }

  override deactivate(
    userId: string,
    kind: ManualEntry['kind'],
    id: string,
    now: Date,
  ): Promise<boolean | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const [row] = await manager.query<EntryRow[]>(
        'SELECT * FROM manual_entries WHERE user_id = $1 AND kind = $2 AND id = $3 FOR UPDATE',
        [userId, kind, id],
      );
      if (!row) return null;
      if (row.deactivated_at !== null) return false;
      await manager.query('UPDATE manual_entries SET deactivated_at = $3 WHERE user_id = $1 AND id = $2', [
        userId,
        id,
        now,
      ]);
      await bump(manager, { userId, address: row.address });
      return true;
    });
  }

  override amend(
    { userId, plan }: Storer,
    { id, entry }: Pick<StoredEntry, 'id' | 'entry'>,
    former: { id: string; until: Date },
  ): Promise<boolean | null> {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'overlay', userId);
      const [row] = await manager.query<EntryRow[]>(
        'SELECT * FROM manual_entries WHERE user_id = $1 AND kind = $2 AND id = $3 FOR UPDATE',
        [userId, entry.kind, id],
      );
      if (!row) return null;
      if (row.deactivated_at !== null) return false;
      checkQuota('manual_entries', plan, await entryCount(manager, userId), 1);
      await manager.query(
        `INSERT INTO manual_entries (user_id, kind, address, target, id, body, created_at, deactivated_at)
         SELECT user_id, kind, address, target, $3, body || '{"void": true}', created_at, $4
         FROM manual_entries WHERE user_id = $1 AND id = $2`,
        [userId, id, former.id, former.until],
      );
      await manager.query(
        `UPDATE manual_entries SET body = jsonb_set(body, '{entry}', $3::jsonb) WHERE user_id = $1 AND id = $2`,
        [userId, id, textOf(entry)],
      );
      await bump(manager, { userId, address: row.address });
      return true;
    });
  }

  override void(userId: string, kind: StandingOrder['kind'], id: string, now: Date): Promise<boolean | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const [row] = await manager.query<EntryRow[]>(
        'SELECT * FROM manual_entries WHERE user_id = $1 AND kind = $2 AND id = $3 FOR UPDATE',
        [userId, kind, id],
      );
      if (!row) return null;
      if (row.body.void === true) return false;
      await manager.query(
        `UPDATE manual_entries SET deactivated_at = coalesce(deactivated_at, $3),
           body = body || '{"void": true}' WHERE user_id = $1 AND id = $2`,
        [userId, id, now],
      );
      await bump(manager, { userId, address: row.address });
      return true;
    });
  }

  override async entries(
    userId: string,
    {
      kind,
      address,
      includeInactive,
    }: { kind: ManualEntry['kind']; address: string | null; includeInactive: boolean },
    { skip, take }: { skip: number; take: number },
  ): Promise<{ entries: StoredEntry[]; total: number }> {
    const where = `WHERE user_id = $1 AND kind = $2 AND ($3::text IS NULL OR address = $3)
      AND ($4 OR deactivated_at IS NULL)`;
    const filter = [userId, kind, address, includeInactive];
    const [{ total = 0 } = {}] = await this.dataSource.query<{ total?: number }[]>(
      `SELECT count(*)::integer AS total FROM manual_entries ${where}`,
      filter,
    );
    const rows = await this.dataSource.query<EntryRow[]>(
      `SELECT * FROM manual_entries ${where} ORDER BY created_at, id OFFSET $5 LIMIT $6`,
      [...filter, skip, take],
    );
    return { entries: rows.map(storedOf), total };
  }
}

interface Place {
  userId: string;
  chain: string;
  address: string;
}

async function newOf(manager: EntityManager, place: Place, rows: readonly RawRow[]): Promise<RawRow[]> {
  const known = new Set<string>();
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    const found = await manager.query<{ list: string; key: string }[]>(
      `SELECT list, key FROM imported_rows JOIN unnest($4::text[], $5::text[]) AS given (list, key) USING (list, key)
       WHERE user_id = $1 AND chain = $2 AND address = $3`,
      [place.userId, place.chain, place.address, chunk.map(({ list }) => list), chunk.map(({ key }) => key)],
    );
    for (const { list, key } of found) known.add(`${list}\n${key}`);
  }
  return rows.filter(({ list, key }) => !known.has(`${list}\n${key}`));
}

async function insert(
  manager: EntityManager,
  place: Place,
  rows: readonly RawRow[],
  firstSeq: number,
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    await manager.query(
      `INSERT INTO imported_rows (user_id, chain, address, list, key, block, seq, body)
       SELECT $1, $2, $3, list, key, block, $4::bigint + ordinal, body::json
       FROM unnest($5::text[], $6::text[], $7::bigint[], $8::text[])
         WITH ORDINALITY AS given (list, key, block, body, ordinal)`,
      [
        place.userId,
        place.chain,
        place.address,
        firstSeq + start,
        chunk.map(({ list }) => list),
        chunk.map(({ key }) => key),
        chunk.map(({ block }) => block),
        chunk.map(({ body }) => JSON.stringify(body)),
      ],
    );
  }
}
