import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type {
  ExchangeAccountKind,
  ExchangeName,
  ExchangeRow,
  StoredExchangeRow,
} from '../../../domain/exchanges';
import {
  ExchangeAccounts,
  type AccountWithRows,
  type ExchangeAccount,
  type NewAccount,
  type NewExchangeAccount,
} from '../../../ports/exchanges/exchange-accounts';
import { refusedLists, type ListCover } from '../../../ports/exchanges/exchange-syncs';
import type { ReviewedExchangeAccount } from '../../../ports/access/access-inventory';
import type { ImportedRows, Storer } from '../../../ports/storage/overlays';
import { lockKeyInTransaction } from '../advisory-locks';
import { inTransaction } from '../outage';
import { checkQuota } from '../quota';
import { ExchangeAccountEntity } from './exchange-account.entity';
import { ExchangeCredentialsEntity } from './exchange-credentials.entity';
import { inEffect } from '../effects';
import { hasRows, insertRows, newRows } from './exchange-rows';

@Injectable()
export class PostgresExchangeAccounts extends ExchangeAccounts {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async page(userId: string, skip: number, take: number) {
    const [rows, total] = await this.accounts().findAndCount({
      where: connectedOf(userId),
      order: { createdAt: 'ASC', id: 'ASC' },
      skip,
      take,
    });
    return { accounts: rows.map(accountOf), total };
  }

  override async find(userId: string, id: string): Promise<ExchangeAccount | null> {
    const row = await this.accounts().findOneBy({ ...connectedOf(userId), id });
    return row && accountOf(row);
  }

  override add(account: NewExchangeAccount, cap: number | null, now: Date): Promise<NewAccount> {
    return inEffect(this.dataSource, (manager) => newAccount(manager, account, cap, now));
  }

  override addWithRows(
    account: NewExchangeAccount,
    cap: number | null,
    storer: Storer,
    rows: readonly StoredExchangeRow[],
    now: Date,
  ) {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'overlay', account.userId);
      const held = await holderOf(manager, account.userId, account.exchange, rows);
      if (held !== null) return { held };
      const made = await newAccount(manager, account, cap, now);
      if ('full' in made) return made;
      return { ...made, counts: await addedRows(manager, storer, made.account.id, rows, false, now) };
    });
  }

  override async withRows(userId: string, exchange: ExchangeName): Promise<AccountWithRows[]> {
    const found = await this.dataSource.query<
      { id: string; label: string; connected: boolean; first: string | null; last: string | null }[]
    >(
      `SELECT a.id, a.label, a.disconnected_at IS NULL AS connected,
         min(r.at_ms) AS first, max(r.at_ms) AS last
       FROM exchange_accounts a JOIN exchange_rows r ON r.account_id = a.id
       WHERE a.user_id = $1 AND a.exchange = $2 AND a.row_count > 0
       GROUP BY a.id, a.label, a.disconnected_at, a.created_at ORDER BY a.created_at, a.id`,
      [userId, exchange],
    );
    return found.flatMap(({ id, label, connected, first, last }) =>
      first === null || last === null
        ? []
        : [{ id, label, isConnected: connected, time: { first: Number(first), last: Number(last) } }],
    );
  }

  override async rowsBetween(
    userId: string,
    accountId: string,
    { first, last }: { first: number; last: number },
    most: number,
  ): Promise<ExchangeRow[]> {
    return this.dataSource.query<ExchangeRow[]>(
      `SELECT r.key, r.format, r.body FROM exchange_rows r JOIN exchange_accounts a ON a.id = r.account_id
       WHERE a.user_id = $1 AND a.id = $2 AND r.at_ms BETWEEN $3 AND $4 ORDER BY r.at_ms, r.key LIMIT $5`,
      [userId, accountId, first, last, most],
    );
  }

  override async change(
    userId: string,
    id: string,
    values: Partial<Pick<ExchangeAccount, 'label' | 'kind'>>,
  ): Promise<ExchangeAccount | null> {
    if (Object.values(values).some((value) => value !== undefined))
      // The kind changes the boxes of forms, which are cached with the history.
      await this.accounts().update(
        { ...connectedOf(userId), id },
        { ...values, revision: () => 'revision + 1' },
      );
    return this.find(userId, id);
  }

  override stateEmpty(userId: string, id: string, names: readonly string[], now: Date) {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'overlay', userId);
      const row = await manager.findOneBy(ExchangeAccountEntity, { ...connectedOf(userId), id });
      if (!row) return null;
      const refused = refusedLists(row.exchange, row.syncLists, row.listCovers).map(({ name }) => name);
      if (!names.every((name) => refused.includes(name))) return { refused };
      const filed = Object.entries(row.listCovers).filter(([, { by }]) => by === 'file');
      const stated = names.map((name) => [name, { by: 'owner', at: now.toISOString() }] as const);
      const listCovers: Record<string, ListCover> = Object.fromEntries([...stated, ...filed]);
      await manager.update(ExchangeAccountEntity, { id }, { listCovers });
      return { account: accountOf({ ...row, listCovers }) };
    });
  }

  override disconnect(userId: string, id: string, keepsData: boolean, now: Date): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      // The data of a disconnected account can still be deleted.
      await manager.delete(ExchangeCredentialsEntity, { userId, accountId: id });
      const ended = { disconnectedAt: now, nextSyncAt: null, apiKeyHint: null, readOnly: null };
      const { affected } = keepsData
        ? await manager.update(ExchangeAccountEntity, { ...connectedOf(userId), id }, ended)
        : await manager.delete(ExchangeAccountEntity, { userId, id });
      return affected === 1;
    });
  }

  override addRows(
    storer: Storer,
    accountId: string | null,
    rows: readonly StoredExchangeRow[],
    isDryRun: boolean,
    now: Date,
  ): Promise<ImportedRows> {
    return inEffect(this.dataSource, (manager) => addedRows(manager, storer, accountId, rows, isDryRun, now));
  }

  override async inventory(userId: string | null): Promise<ReviewedExchangeAccount[]> {
    const rows = await this.accounts().find({
      where: userId === null ? { disconnectedAt: IsNull() } : connectedOf(userId),
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return rows.map(({ id, userId: owner, exchange, lastSyncAt }) => ({
      id,
      userId: owner,
      exchange,
      lastSyncAt,
    }));
  }

  private accounts() {
    return this.dataSource.getRepository(ExchangeAccountEntity);
  }
}

async function newAccount(
  manager: EntityManager,
  account: NewExchangeAccount,
  cap: number | null,
  now: Date,
): Promise<NewAccount> {
  await lockKeyInTransaction(manager, 'overlay', account.userId);
  const count = await manager.countBy(ExchangeAccountEntity, connectedOf(account.userId));
  if (cap !== null && count >= cap) return { full: count };
  const row = await manager.save(
    manager.create(ExchangeAccountEntity, {
      ...account,
      createdAt: now,
      disconnectedAt: null,
      rowCount: 0,
      syncLists: {},
      listCovers: {},
    }),
  );
  return { account: accountOf(row) };
}

async function holderOf(
  manager: EntityManager,
  userId: string,
  exchange: string,
  rows: readonly StoredExchangeRow[],
): Promise<string | null> {
  if (rows.length === 0) return null;
  const accounts = await manager.findBy(ExchangeAccountEntity, { userId, exchange });
  for (const { id, rowCount } of accounts) if (rowCount > 0 && (await hasRows(manager, id, rows))) return id;
  return null;
}

async function addedRows(
  manager: EntityManager,
  { userId, plan }: Storer,
  accountId: string | null,
  rows: readonly StoredExchangeRow[],
  isDryRun: boolean,
  now: Date,
): Promise<ImportedRows> {
  const unique = [...new Map(rows.map((row) => [row.key, row])).values()];
  await lockKeyInTransaction(manager, 'overlay', userId);
  const [{ count: before = 0 } = {}] = await manager.query<{ count?: number }[]>(
    'SELECT coalesce(sum(row_count), 0)::integer AS count FROM exchange_accounts WHERE user_id = $1',
    [userId],
  );
  const fresh = accountId === null ? unique : await newRows(manager, accountId, unique);
  checkQuota('exchange_rows', plan, before, fresh.length);
  if (!isDryRun && accountId !== null && fresh.length > 0) {
    await insertRows(manager, accountId, fresh);
    await manager.query(
      `UPDATE exchange_accounts SET revision = revision + 1, row_count = row_count + $3
       WHERE id = $1 AND user_id = $2`,
      [accountId, userId, fresh.length],
    );
  }
  if (!isDryRun && accountId !== null) await coverLists(manager, accountId, rows, now);
  return { added: fresh.length, duplicate: rows.length - fresh.length };
}

export const connectedOf = (userId: string): FindOptionsWhere<ExchangeAccountEntity> => ({
  userId,
  disconnectedAt: IsNull(),
});

export const accountOf = (row: ExchangeAccountEntity): ExchangeAccount => ({
  id: row.id,
  userId: row.userId,
  exchange: row.exchange as ExchangeName,
  label: row.label,
  kind: row.kind as ExchangeAccountKind,
  rowCount: row.rowCount,
  createdAt: row.createdAt,
  source: row.source === 'api' ? 'api' : 'csv',
  apiKeyHint: row.apiKeyHint,
  readOnly: row.readOnly,
  lastSyncAt: row.lastSyncAt,
  lastError: errorOf(row),
});

/** The fault of the last sync, else the error of a refused list that no file replaces. */
export const errorOf = ({
  lastError,
  exchange,
  syncLists,
  listCovers,
}: ExchangeAccountEntity): string | null =>
  lastError ??
  refusedLists(exchange, syncLists, listCovers).find(({ cover }) => cover === null)?.error ??
  null;

/** Rows of a file replace refused lists of their part. Rows of a ledger replace every list. */
async function coverLists(
  manager: EntityManager,
  id: string,
  rows: readonly StoredExchangeRow[],
  now: Date,
): Promise<void> {
  const row = await manager.findOneBy(ExchangeAccountEntity, { id });
  if (!row) return;
  const parts = new Set(rows.map(({ part }) => part));
  const covered = refusedLists(row.exchange, row.syncLists, row.listCovers).filter(
    ({ part }) => parts.has(part) || parts.has('ledger'),
  );
  if (covered.length === 0) return;
  const cover = { by: 'file' as const, at: now.toISOString() };
  const listCovers = { ...row.listCovers, ...Object.fromEntries(covered.map(({ name }) => [name, cover])) };
  await manager.update(ExchangeAccountEntity, { id }, { listCovers });
}
