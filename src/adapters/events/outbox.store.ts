import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalJson } from '../../domain/webhooks/canonical-json';
import { eventId } from '../../domain/webhooks/events';
import { Clock } from '../../ports/clock';
import { DeliveryBell } from '../../ports/delivery-bell';
import { type CallerTransaction, DomainEvents, type NewEvent } from '../../ports/domain-events';
import { reach } from '../persistence/outage';

/** Events as rows, kept with what they speak of. */
@Injectable()
export class Outbox extends DomainEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly bell: DeliveryBell,
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
    if (!within && rows.length > 0) this.announce();
    return rows.length;
  }

  async anyKept(keys: readonly string[]): Promise<boolean> {
    const [row] = await reach(() =>
      this.dataSource.query<{ kept: boolean }[]>(
        'SELECT EXISTS (SELECT FROM events WHERE key = ANY ($1)) AS kept',
        [keys],
      ),
    );
    return row?.kept ?? false;
  }

  announce(): void {
    this.bell.ring();
  }
}
