import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Page } from '../../../../domain/kernel/page';
import { AttemptEntity } from './delivery.entity';

export type AttemptRow = Readonly<AttemptEntity>;
type AttemptStatus = AttemptRow['status'];

export interface LogFilter {
  eventType?: string;
  status?: AttemptStatus;
}

/** The log, and tests, whose whole life is one entry of it. */
@Injectable()
export class AttemptRepository {
  constructor(@InjectRepository(AttemptEntity) private readonly attempts: Repository<AttemptEntity>) {}

  /** Newest first. */
  async list(
    webhookId: string,
    { eventType, status }: LogFilter,
    page: number,
    perPage: number,
  ): Promise<Page<AttemptRow>> {
    const [items, total] = await this.attempts.findAndCount({
      where: { webhookId, ...(eventType === undefined ? {} : { eventType }), ...(status ? { status } : {}) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * perPage,
      take: perPage,
    });
    return { items, page, perPage, total };
  }

  /** The entry of a test, before it is sent. @returns false when the webhook is gone */
  async beginTest(id: string, webhookId: string, eventType: string, eventId: string): Promise<boolean> {
    const rows = await this.attempts.query<{ id: string }[]>(
      `INSERT INTO webhook_attempts (id, webhook_id, event_type, event_id, attempt)
       SELECT $1, w.id, $3, $4, 1 FROM webhooks w WHERE w.id = $2 RETURNING id`,
      [id, webhookId, eventType, eventId],
    );
    return rows.length > 0;
  }

  /** Writes how a test ended, and counts it. @returns null when the webhook is gone */
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
           response_time_ms = $4, error_message = $5, delivered_at = CASE WHEN $2 THEN now() END
         FROM held WHERE a.id = $1 AND a.webhook_id = held.id AND a.status = 'pending' RETURNING a.webhook_id)
       UPDATE webhooks w SET last_delivery_at = now(),
         successful_deliveries = w.successful_deliveries + CASE WHEN $2 THEN 1 ELSE 0 END,
         failed_deliveries = w.failed_deliveries + CASE WHEN $2 THEN 0 ELSE 1 END
       FROM ended WHERE w.id = ended.webhook_id`,
      [id, end.succeeded, end.statusCode, end.responseTimeMs, end.error],
    );
    return this.attempts.findOneBy({ id });
  }
}
