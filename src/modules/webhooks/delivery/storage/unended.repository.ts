import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MAX_REQUEUES } from '../../../../domain/webhooks/retry';
import { HEADS, inMs } from './delivery-sql';

/** Did not run, or its end is unknown. It keeps its number. */
export interface UnendedAttempt {
  id: string;
  fence: number;
  delayMs: number;
  error: string;
}

const WORKER_LOST = 'worker lost; outcome unknown';
const NOT_SENT = 'not sent: the receiver has failed too often';
const SWEEP = 1_000;

/**
 * Takes back the deliveries of `source` (id, webhook_id, fence, delay_ms, error). Each waits again, or ends when its
 * webhook is inactive or its requeues are used up. Its log entry states what is known. A delivery that ends unsent
 * gets an entry, so that it can be found and sent again.
 */
const putBack = (source: string): string => `WITH RECURSIVE ${source},
  held AS MATERIALIZED (
    SELECT id, is_active FROM webhooks WHERE id IN (SELECT webhook_id FROM source)
    ORDER BY id FOR NO KEY UPDATE),
  moved AS (
    UPDATE webhook_deliveries d SET
      status = CASE WHEN h.is_active AND d.requeues < ${MAX_REQUEUES} THEN 'waiting' ELSE 'failed' END,
      finished_at = CASE WHEN h.is_active AND d.requeues < ${MAX_REQUEUES} THEN NULL ELSE service_now() END,
      log_id = CASE WHEN h.is_active AND d.requeues >= ${MAX_REQUEUES}
        THEN coalesce(d.log_id, gen_random_uuid()) ELSE d.log_id END,
      requeues = d.requeues + 1, lease_until = NULL, next_attempt_at = service_now() + ${inMs('s.delay_ms')}
    FROM source s JOIN held h ON h.id = s.webhook_id
    WHERE d.id = s.id AND d.fence = s.fence AND d.status = s.was
    RETURNING d.id, d.webhook_id, d.event_id, d.attempts + 1 AS attempt, d.status, d.log_id, s.was, s.error),
  logged AS (
    UPDATE webhook_attempts a SET status = 'failed', error_message = m.error
    FROM moved m WHERE a.id = m.log_id AND a.status = 'pending'),
  unsent AS (
    INSERT INTO webhook_attempts (id, webhook_id, delivery_id, event_type, event_id, attempt, status, error_message)
    SELECT m.log_id, m.webhook_id, m.id, e.type, 'evt_' || e.id, m.attempt, 'failed', '${NOT_SENT}'
    FROM moved m JOIN events e ON e.id = m.event_id WHERE m.status = 'failed' AND m.log_id IS NOT NULL
    ON CONFLICT (id) DO NOTHING),
  counted AS (
    UPDATE webhooks w SET in_flight = w.in_flight - n.sent, failed_deliveries = w.failed_deliveries + n.failed
    FROM (SELECT webhook_id, count(*) FILTER (WHERE was = 'sending')::int AS sent,
            count(*) FILTER (WHERE status = 'failed')::int AS failed FROM moved GROUP BY webhook_id) AS n
    WHERE w.id = n.webhook_id)
  SELECT id FROM moved`;

/** Takes the locks of `DeliveryRepository`. */
@Injectable()
export class UnendedRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The end of their attempts is unknown, or they never began. */
  async release(attempts: readonly UnendedAttempt[]): Promise<void> {
    await this.rows(
      putBack(`source AS MATERIALIZED (
        SELECT g.id, d.webhook_id, g.fence, g.delay_ms, g.error, 'sending' AS was
        FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::text[]) AS g (id, fence, delay_ms, error)
        JOIN webhook_deliveries d ON d.id = g.id)`),
      [
        attempts.map((attempt) => attempt.id),
        attempts.map((attempt) => attempt.fence),
        attempts.map((attempt) => attempt.delayMs),
        attempts.map((attempt) => attempt.error),
      ],
    );
  }

  /** Takes over deliveries of silent workers: repeated at once, with the same number. @returns how many */
  async reclaim(): Promise<number> {
    const rows = await this.rows(
      putBack(`source AS MATERIALIZED (
        SELECT id, webhook_id, fence, 0 AS delay_ms, '${WORKER_LOST}' AS error, 'sending' AS was
        FROM webhook_deliveries WHERE status = 'sending' AND lease_until < service_now() LIMIT ${SWEEP})`),
      [],
    );
    return rows.length;
  }

  async postpone(requeueDelayMs: number): Promise<void> {
    await this.rows(
      putBack(`${HEADS}, source AS MATERIALIZED (
        SELECT due.id, w.id AS webhook_id, due.fence, $1::integer AS delay_ms, NULL AS error, 'waiting' AS was
        FROM heads JOIN webhooks w ON w.id = heads.webhook_id CROSS JOIN LATERAL (
          SELECT d.id, d.fence FROM webhook_deliveries d
          WHERE d.webhook_id = w.id AND d.status = 'waiting' AND (d.next_attempt_at <= service_now() OR NOT w.is_active)
          LIMIT ${SWEEP}) AS due
        WHERE NOT w.is_active OR w.blocked_until > service_now())`),
      [requeueDelayMs],
    );
  }

  /** Ends tests whose process died. @param olderMs than any test may take */
  async endLostTests(olderMs: number): Promise<void> {
    await this.rows(
      `WITH lost AS MATERIALIZED (
         SELECT id, webhook_id FROM webhook_attempts
         WHERE status = 'pending' AND delivery_id IS NULL AND created_at < service_now() - ${inMs('$1')}),
       held AS MATERIALIZED (
         SELECT id FROM webhooks WHERE id IN (SELECT webhook_id FROM lost) ORDER BY id FOR NO KEY UPDATE),
       ended AS (
         UPDATE webhook_attempts a SET status = 'failed', error_message = '${WORKER_LOST}'
         FROM lost JOIN held ON held.id = lost.webhook_id WHERE a.id = lost.id AND a.status = 'pending'
         RETURNING a.webhook_id),
       counted AS (
         UPDATE webhooks w SET failed_deliveries = w.failed_deliveries + n.ended
         FROM (SELECT webhook_id, count(*)::int AS ended FROM ended GROUP BY webhook_id) AS n
         WHERE w.id = n.webhook_id)
       SELECT count(*) FROM ended`,
      [olderMs],
    );
  }

  private rows<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    return this.dataSource.query<T[]>(sql, parameters);
  }
}
