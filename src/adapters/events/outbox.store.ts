import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalJson } from '../../domain/webhooks/canonical-json';
import { eventId } from '../../domain/webhooks/events';
import { Clock } from '../../ports/clock';
import { type CallerTransaction, DomainEvents, type NewEvent } from '../../ports/work/domain-events';
import { WakeUp } from '../../ports/work/wake-up';
import { lockKeyInTransaction } from '../persistence/advisory-locks';
import { inTransaction, reach } from '../persistence/outage';

/** Stores events in the transaction of the data they describe. */
@Injectable()
export class Outbox extends DomainEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly wakeUp: WakeUp,
  ) {
    super();
  }

  async append(events: readonly NewEvent[], within?: CallerTransaction): Promise<number> {
    if (events.length === 0) return 0;
    const manager = within ? (within as EntityManager) : this.dataSource.manager;
    const timestamp = new Date(this.clock.now()).toISOString();
    const ids = events.map(() => this.clock.newId());
    const rows = await reach(() =>
      manager.query<{ id: string }[]>(
        `INSERT INTO events (id, type, address, user_id, occurred_at, key, body)
         SELECT id, type, lower(address), owner, to_timestamp(occurred::float8 / 1000), key, body
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::text[], $7::text[])
           AS new (id, type, address, owner, occurred, key, body)
         ON CONFLICT (key) DO NOTHING RETURNING id`,
        [
          ids,
          events.map((event) => event.type),
          events.map((event) => event.address),
          events.map((event) => event.userId),
          events.map((event) => event.occurredAt),
          events.map((event) => event.key),
          events.map(({ type, data }, i) =>
            canonicalJson({ event: type, event_id: eventId(ids[i] ?? ''), timestamp, data }),
          ),
        ],
      ),
    );
    if (!within && rows.length > 0) this.notify();
    return rows.length;
  }

  async appendUnless(topic: string, others: readonly string[], event: NewEvent): Promise<boolean> {
    const isNew = await inTransaction(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'event topic', topic);
      const kept = await manager.query<unknown[]>('SELECT FROM events WHERE key = ANY ($1) LIMIT 1', [
        others,
      ]);
      return kept.length === 0 && (await this.append([event], manager)) > 0;
    });
    if (isNew) this.notify();
    return isNew;
  }

  async caughtUpAt(): Promise<number | null> {
    const [row] = await reach(() =>
      this.dataSource.query<{ at: Date }[]>('SELECT caught_up_at AS at FROM news_cursor'),
    );
    return row?.at.getTime() ?? null;
  }

  async catchUp(at: number): Promise<void> {
    await reach(() =>
      this.dataSource.query(
        `INSERT INTO news_cursor (caught_up_at) VALUES (to_timestamp($1::float8 / 1000)) ON CONFLICT (id)
         DO UPDATE SET caught_up_at = greatest(news_cursor.caught_up_at, excluded.caught_up_at)`,
        [at],
      ),
    );
  }

  notify(): void {
    this.wakeUp.call('deliver_webhooks');
  }
}
