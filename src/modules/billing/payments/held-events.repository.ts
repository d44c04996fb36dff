import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { nextRetryMs, type HeldReason } from '../../../domain/billing/held';
import { PaymentEventEntity } from './payment-event.entity';

export type HeldEvent = Readonly<PaymentEventEntity>;

@Injectable()
export class HeldEventsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Longest waiting first. */
  async due(now: Date, limit: number): Promise<HeldEvent[]> {
    return this.events()
      .createQueryBuilder('event')
      .where(`event.outcome = 'held' AND event.retry_at <= :now`, { now })
      .orderBy('event.retry_at')
      .addOrderBy('event.id')
      .limit(limit)
      .getMany();
  }

  /** Oldest first. */
  list(limit: number): Promise<HeldEvent[]> {
    return this.events().find({
      where: { outcome: 'held' },
      order: { receivedAt: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  async counts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.dataSource.query<{ reason: string; count: number }[]>(
      `SELECT reason, count(*)::integer AS count FROM payment_events WHERE outcome = 'held' GROUP BY reason`,
    );
    return new Map(rows.map(({ reason, count }) => [reason, count]));
  }

  async postpone(event: HeldEvent, now: Date): Promise<void> {
    const entry = { ...event, tries: event.tries + 1 };
    await holdEvent(this.dataSource.manager, entry, event.reason ?? 'unreadable', now);
  }

  private events() {
    return this.dataSource.getRepository(PaymentEventEntity);
  }
}

/** May be part of the caller's transaction. */
export async function holdEvent(
  manager: EntityManager,
  entry: HeldEvent,
  reason: HeldReason,
  now: Date,
): Promise<void> {
  const waitMs = nextRetryMs(reason, entry.tries, now.getTime() - entry.receivedAt.getTime());
  const retryAt = waitMs === null ? null : new Date(now.getTime() + waitMs);
  await manager.update(
    PaymentEventEntity,
    { id: entry.id, outcome: 'held' },
    { reason, retryAt, tries: entry.tries },
  );
}
