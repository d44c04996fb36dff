import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { isExchangeName, PARTS, type ExchangeName, type Part } from '../../../domain/exchanges';
import type { Storer } from '../../../ports/storage/overlays';
import {
  ExchangeSyncs,
  refusedLists,
  type ConnectResult,
  type NewConnection,
  type StoredCredentials,
  type SyncResult,
  type SyncState,
  type TrialVerdict,
} from '../../../ports/exchanges/exchange-syncs';
import { lockKeyInTransaction } from '../advisory-locks';
import { inTransaction } from '../outage';
import { inEffect } from '../effects';
import { checkQuota } from '../quota';
import { ExchangeAccountEntity } from './exchange-account.entity';
import { accountOf, connectedOf, errorOf } from './exchange-accounts.store';
import { ExchangeCredentialsEntity } from './exchange-credentials.entity';
import { upsertRows } from './exchange-rows';

@Injectable()
export class PostgresExchangeSyncs extends ExchangeSyncs {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async beginTrial(credentials: StoredCredentials, now: Date): Promise<void> {
    await this.secrets().insert({ ...credentials, verdict: null, createdAt: now });
  }

  override async decide(accountId: string, verdict: TrialVerdict): Promise<boolean> {
    const { affected } = await this.secrets().update({ accountId }, { verdict });
    return affected === 1;
  }

  override async endTrial(accountId: string): Promise<TrialVerdict | null> {
    const row = await this.secrets().findOneBy({ accountId });
    await this.secrets().delete({ accountId });
    return row?.verdict ?? null;
  }

  /** Trials have no account: credentials of an account have its id. */
  override async pruneTrials(before: Date): Promise<void> {
    // Two statements: Citus joins these tables only in a read.
    const ended = await this.dataSource.query<{ id: string }[]>(
      `SELECT c.account_id AS id FROM exchange_credentials c LEFT JOIN exchange_accounts a ON a.id = c.account_id
       WHERE c.created_at < $1 AND a.id IS NULL`,
      [before],
    );
    if (ended.length > 0) await this.secrets().delete({ accountId: In(ended.map(({ id }) => id)) });
  }

  override connect(
    connection: NewConnection,
    seal: (accountId: string) => Pick<StoredCredentials, 'dataKey' | 'sealed'>,
    cap: number | null,
    now: Date,
  ): Promise<ConnectResult> {
    const { userId, exchange, ownerHash, label, kind, apiKeyHint, readOnly } = connection;
    return inEffect(this.dataSource, async (manager): Promise<ConnectResult> => {
      await lockKeyInTransaction(manager, 'overlay', userId);
      const same = await manager.find(ExchangeAccountEntity, {
        where: { userId, exchange, ownerHash },
        order: { disconnectedAt: { direction: 'DESC', nulls: 'FIRST' } },
      });
      const [known] = same;
      if (known && known.disconnectedAt === null) return { exists: known.id };
      const named = await namedOf(manager, connection);
      if (named === 'mismatch' || (named && known)) return 'mismatch';
      const existing = named ?? known ?? null;
      const count = await manager.countBy(ExchangeAccountEntity, connectedOf(userId));
      if (!named && cap !== null && count >= cap) return { full: count };
      const facts = { source: 'api', ownerHash, apiKeyHint, readOnly, lastError: null, nextSyncAt: now };
      const row = await manager.save(
        existing
          ? Object.assign(existing, facts, { disconnectedAt: null }, label === '' ? {} : { label })
          : manager.create(ExchangeAccountEntity, {
              userId,
              exchange,
              label,
              kind,
              ...facts,
              createdAt: now,
              disconnectedAt: null,
              rowCount: 0,
              syncLists: {},
              listCovers: {},
            }),
      );
      await manager.save(
        manager.create(ExchangeCredentialsEntity, {
          accountId: row.id,
          userId,
          exchange,
          ...seal(row.id),
          verdict: null,
          createdAt: now,
        }),
      );
      return { account: accountOf(row) };
    });
  }

  override async credentials(userId: string, accountId: string): Promise<StoredCredentials | null> {
    const row = await this.secrets().findOneBy({ userId, accountId });
    return row && isExchangeName(row.exchange)
      ? { accountId, userId, exchange: row.exchange, dataKey: row.dataKey, sealed: row.sealed }
      : null;
  }

  override async state(userId: string, id: string): Promise<SyncState | null> {
    const row = await this.dataSource
      .getRepository(ExchangeAccountEntity)
      .findOneBy({ ...connectedOf(userId), id });
    if (!row) return null;
    const counts = await this.dataSource.query<{ part: string; count: number }[]>(
      'SELECT part, count(*)::integer AS count FROM exchange_rows WHERE account_id = $1 GROUP BY part',
      [id],
    );
    const isPart = (part: string): part is Part => PARTS.some((one) => one === part);
    return {
      accountId: id,
      source: row.source === 'api' ? 'api' : 'csv',
      lastSyncAt: row.lastSyncAt,
      nextSyncAt: row.nextSyncAt,
      lastError: errorOf(row),
      jobId: row.syncJobId,
      lists: row.syncLists,
      refused: refusedLists(row.exchange, row.syncLists, row.listCovers),
      balances: row.balances,
      counts: new Map(counts.flatMap(({ part, count }) => (isPart(part) ? [[part, count] as const] : []))),
    };
  }

  override async startedJob(userId: string, id: string, syncJobId: string): Promise<void> {
    await inEffect(this.dataSource, (manager) =>
      manager.update(ExchangeAccountEntity, { ...connectedOf(userId), id }, { syncJobId }),
    );
  }

  override save(
    { userId, plan }: Storer,
    accountId: string,
    { rows, lists, balances, error, nextSyncAt }: SyncResult,
    now: Date,
  ): Promise<{ added: number; changed: number } | null> {
    return inTransaction(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'overlay', userId);
      const account = await manager.findOneBy(ExchangeAccountEntity, {
        ...connectedOf(userId),
        id: accountId,
      });
      if (!account || !(await manager.existsBy(ExchangeCredentialsEntity, { userId, accountId })))
        return null;
      const written = await upsertRows(manager, accountId, rows);
      const [{ count = 0 } = {}] = await manager.query<{ count?: number }[]>(
        'SELECT coalesce(sum(row_count), 0)::integer AS count FROM exchange_accounts WHERE user_id = $1',
        [userId],
      );
      checkQuota('exchange_rows', plan, count, written.added);
      await manager.query(
        `UPDATE exchange_accounts SET row_count = row_count + $2, revision = revision + $3, sync_lists = $4,
           balances = coalesce($5, balances), last_error = $6, next_sync_at = $7,
           last_sync_at = CASE WHEN $6::text IS NULL THEN $8 ELSE last_sync_at END
         WHERE id = $1`,
        [
          accountId,
          written.added,
          written.added + written.changed > 0 ? 1 : 0,
          JSON.stringify(lists),
          balances === null ? null : JSON.stringify(balances),
          error,
          nextSyncAt,
          now,
        ],
      );
      return written;
    });
  }

  override async claimDue(now: Date, next: Date, limit: number) {
    const rows = await this.dataSource.query<
      { id: string; user_id: string; exchange: ExchangeName; is_retry: boolean }[]
    >(
      `WITH due AS (
         SELECT id FROM exchange_accounts WHERE next_sync_at <= $1 AND disconnected_at IS NULL AND source = 'api'
         ORDER BY next_sync_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE exchange_accounts SET next_sync_at = $2 FROM due WHERE exchange_accounts.id = due.id
         RETURNING exchange_accounts.id, user_id, exchange, sync_job_id
       ) SELECT id, user_id, exchange, EXISTS (
           SELECT 1 FROM jobs WHERE jobs.id = claimed.sync_job_id AND jobs.status = 'failed'
         ) AS is_retry
       FROM claimed ORDER BY id`,
      [now, next, limit],
    );
    return rows.map(({ id, user_id: userId, exchange, is_retry: isRetry }) => ({
      userId,
      accountId: id,
      exchange,
      isRetry,
    }));
  }

  private secrets() {
    return this.dataSource.getRepository(ExchangeCredentialsEntity);
  }
}

/** The account with files that a key continues. */
async function namedOf(
  manager: EntityManager,
  { userId, exchange, accountId }: NewConnection,
): Promise<ExchangeAccountEntity | null | 'mismatch'> {
  if (accountId === null) return null;
  const row = await manager.findOneBy(ExchangeAccountEntity, {
    ...connectedOf(userId),
    id: accountId,
    exchange,
    source: 'csv',
  });
  return row ?? 'mismatch';
}
