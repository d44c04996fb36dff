import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Page, PageRequest } from '../../../../domain/kernel/page';
import { AttemptEntity } from './delivery.entity';

export type AttemptRow = Readonly<AttemptEntity>;
type AttemptStatus = AttemptRow['status'];

export interface LogFilter {
  eventType?: string;
  status?: AttemptStatus;
}

/** A `timestamptz` keeps microseconds, more than a Date. */
const fromMicroseconds = (parameter: string): string =>
  `timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond'`;

@Injectable()
export class AttemptRepository {
  constructor(@InjectRepository(AttemptEntity) private readonly attempts: Repository<AttemptEntity>) {}

  /** Newest first. */
  async list(
    webhookId: string,
    { eventType, status }: LogFilter,
    { page, perPage, after }: PageRequest,
  ): Promise<Page<AttemptRow>> {
    const query = this.attempts
      .createQueryBuilder('a')
      .where({ webhookId, ...(eventType === undefined ? {} : { eventType }), ...(status ? { status } : {}) });
    const total = await query.getCount();
    if (after)
      query.andWhere(`(a.created_at, a.id) < (${fromMicroseconds(':micros')}, :id)`, {
        micros: after[0],
        id: after[1],
      });
    const { entities, raw } = await query
      .addSelect('(extract(epoch FROM a.created_at) * 1000000)::bigint', 'micros')
      .orderBy('a.created_at', 'DESC')
      .addOrderBy('a.id', 'DESC')
      .offset(after ? 0 : (page - 1) * perPage)
      .limit(perPage + 1)
      .getRawAndEntities<{ micros: string }>();
    const items = entities.slice(0, perPage);
    const last = items.at(-1);
    const micros = raw[items.length - 1]?.micros;
    return {
      items,
      page,
      perPage,
      total,
      next: last && entities.length > perPage ? [Number(micros), last.id] : null,
    };
  }

  /** Stored before the test is sent. @returns false when the webhook is gone */
  async beginTest(id: string, webhookId: string, eventType: string, eventId: string): Promise<boolean> {
    const rows = await this.attempts.query<{ id: string }[]>(
      `INSERT INTO webhook_attempts (id, webhook_id, event_type, event_id, attempt)
       SELECT $1, w.id, $3, $4, 1 FROM webhooks w WHERE w.id = $2 RETURNING id`,
      [id, webhookId, eventType, eventId],
    );
    return rows.length > 0;
  }

  /** Counts the test too. @returns null when the webhook is gone */
  async endTest(
    id: string,
    end: { succeeded: boolean; statusCode: number | null; responseTimeMs: number; error: string | null },
  ): Promise<AttemptRow | null> {
    await this.attempts.query(
      `WITH held AS MATERIALIZED (
         SELECT w.id FROM webhooks w JOIN webhook_attempts a ON a.webhook_id = w.id WHERE a.id = $1
         FOR NO KEY UPDATE OF w),
       ended AS (
         UPDATE webhook_attempts a SET status = CASE WHEN $2 THEN 'success' ELSE 'failed' END, status_code = $3,
           response_time_ms = $4, error_message = $5, delivered_at = CASE WHEN $2 THEN service_now() END
         FROM held WHERE a.id = $1 AND a.webhook_id = held.id AND a.status = 'pending' RETURNING a.webhook_id)
       UPDATE webhooks w SET last_delivery_at = service_now(),
         successful_deliveries = w.successful_deliveries + CASE WHEN $2 THEN 1 ELSE 0 END,
         failed_deliveries = w.failed_deliveries + CASE WHEN $2 THEN 0 ELSE 1 END
       FROM ended WHERE w.id = ended.webhook_id`,
      [id, end.succeeded, end.statusCode, end.responseTimeMs, end.error],
    );
    return this.attempts.findOneBy({ id });
  }
}
