import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../ports/clock';
import type { CallerTransaction } from '../../ports/domain-events';
import { type Watched, WatchList, type WatchReason } from '../../ports/watch-list';
import { reach } from '../persistence/outage';

/** Who watches what, in Postgres. */
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

  /** Lists count only for users with a webhook that hears of them: nobody else is told anything. */
  async watched(): Promise<Map<string, Watched>> {
    const rows = await this.run<{ address: string; given: string; since: Date }[]>(
      `SELECT address, min(given) AS given, min(since) AS since FROM (
         SELECT a.address, a.given, a.since FROM webhook_addresses a
           JOIN webhooks w ON w.id = a.webhook_id WHERE w.is_active
         UNION ALL SELECT t.address, t.given, t.since FROM watchers t
           WHERE EXISTS (SELECT FROM webhooks w
             WHERE w.user_id = t.user_id AND w.is_active AND w.addresses_filter = '{}')
       ) AS everything GROUP BY address ORDER BY address`,
      [],
    );
    return new Map(rows.map((row) => [row.address, { given: row.given, since: row.since.getTime() }]));
  }

  private run<T>(sql: string, parameters: unknown[], within?: CallerTransaction): Promise<T> {
    const manager = within ? (within as EntityManager) : this.dataSource.manager;
    return reach(() => manager.query<T>(sql, parameters));
  }
}
