import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../ports/clock';
import type { CallerTransaction } from '../../ports/work/domain-events';
import { type Watch, WatchList, type WatchReason } from '../../ports/storage/watch-list';
import { reach } from '../persistence/outage';

@Injectable()
export class PostgresWatchList extends WatchList {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  async watch(
    userId: string,
    address: string,
    given: string,
    reason: WatchReason,
    within?: CallerTransaction,
  ): Promise<void> {
    await this.run(
      `INSERT INTO watches (user_id, address, reason, given, since)
       VALUES ($1, lower($2), $3, $4, to_timestamp($5::float8 / 1000)) ON CONFLICT DO NOTHING`,
      [userId, address, reason, given, this.clock.now()],
      within,
    );
  }

  async unwatch(
    userId: string,
    address: string,
    reason: WatchReason,
    within?: CallerTransaction,
  ): Promise<void> {
    await this.run(
      'DELETE FROM watches WHERE user_id = $1 AND address = lower($2) AND reason = $3',
      [userId, address, reason],
      within,
    );
  }

  /** Only users with a webhook for these events count: others get no notification. */
  async watched(address?: string): Promise<Watch[]> {
    const rows = await this.run<(Omit<Watch, 'since'> & { since: Date })[]>(
      `SELECT user_id AS "userId", min(given) AS address, min(since) AS since,
         ARRAY(
           SELECT l.given FROM linked_wallets l WHERE l.user_id = everything.user_id
           UNION SELECT o.given FROM portfolios p JOIN portfolio_addresses a ON a.portfolio_id = p.id
             JOIN portfolio_addresses o ON o.portfolio_id = p.id
             WHERE p.user_id = everything.user_id AND lower(a.address) = everything.address
           ORDER BY given) AS owned
       FROM (
         SELECT w.user_id, a.address, a.given, a.since FROM webhook_addresses a
           JOIN webhooks w ON w.id = a.webhook_id WHERE w.is_active
         UNION ALL SELECT t.user_id, t.address, t.given, greatest(t.since, w.since) FROM watchers t
           JOIN (SELECT user_id, min(active_since) AS since FROM webhooks
             WHERE is_active AND addresses_filter = '{}' GROUP BY user_id) AS w ON w.user_id = t.user_id
       ) AS everything WHERE $1::text IS NULL OR address = lower($1)
       GROUP BY user_id, address ORDER BY address, user_id`,
      [address ?? null],
    );
    return rows.map((row) => ({ ...row, since: row.since.getTime() }));
  }

  async isOfOthers(address: string, userId: string | null): Promise<boolean> {
    const [row] = await this.run<{ others: boolean }[]>(
      `SELECT EXISTS (SELECT FROM watchers
         WHERE address = lower($1) AND user_id IS DISTINCT FROM $2::uuid) AS others`,
      [address, userId],
    );
    return row?.others ?? false;
  }

  private run<T>(sql: string, parameters: unknown[], within?: CallerTransaction): Promise<T> {
    const manager = within ? (within as EntityManager) : this.dataSource.manager;
    return reach(() => manager.query<T>(sql, parameters));
  }
}
