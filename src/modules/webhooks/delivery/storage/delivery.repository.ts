import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Claim } from '../../../../adapters/queue/lease/lease';
import { DeliveryRules } from '../delivery-rules';
import { HEADS, inMs } from './delivery-sql';

/** Claimed by this process. Its log entry is committed. */
export interface ClaimedDelivery extends Claim {
  webhookId: string;
  /** From 1. */
  attempt: number;
  eventType: string;
  eventId: string;
  /** Canonical bytes. */
  body: string;
  /** Of a webhook in a space. `metadata` is JSON. */
  space: { id: string; metadata: string } | null;
  url: string;
  secret: string;
  /** Null without a rotation, or after its overlap. */
  previousSecret: string | null;
  headers: string;
}

/** The previous secret of a webhook `w`, while it still signs. */
const PREVIOUS = 'CASE WHEN w.previous_until > service_now() THEN w.previous_secret END';

export type Receiver = Pick<ClaimedDelivery, 'url' | 'secret' | 'previousSecret' | 'headers'>;

export interface EndedAttempt {
  id: string;
  fence: number;
  step: 'success' | 'retrying' | 'failed';
  delayMs: number;
  statusCode: number | null;
  responseTimeMs: number;
  error: string | null;
}

/**
 * Every statement commits by itself and locks webhooks before deliveries, webhooks in the order of their ids. No lock
 * or connection is held during a call of a receiver. A claim is a lease by the database's clock, and the holder of an
 * older fence writes nothing.
 */
@Injectable()
export class DeliveryRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rules: DeliveryRules,
  ) {}

  /**
   * Leases due deliveries, at most five per webhook over all processes, and writes a log entry for each, in one
   * statement: returned claims are committed. A webhook whose circuit was open lets one attempt through.
   */
  claim(limit: number, requeueDelayMs: number): Promise<ClaimedDelivery[]> {
    return this.rows<ClaimedDelivery>(
      `WITH RECURSIVE ${HEADS},
       lanes AS MATERIALIZED (
         SELECT w.id, w.user_id, w.url, w.secret, ${PREVIOUS} AS previous, w.headers,
           least($2 - w.in_flight, CASE WHEN w.blocked_until IS NULL THEN $2 ELSE 1 END) AS room
         FROM heads JOIN webhooks w ON w.id = heads.webhook_id
         WHERE heads.next_attempt_at <= service_now() AND w.is_active AND w.in_flight < $2
           AND (w.blocked_until IS NULL OR w.blocked_until <= service_now())
         ORDER BY heads.next_attempt_at LIMIT $1 FOR NO KEY UPDATE OF w SKIP LOCKED),
       picked AS MATERIALIZED (
         SELECT due.id FROM lanes CROSS JOIN LATERAL (
           SELECT d.id FROM webhook_deliveries d
           WHERE d.webhook_id = lanes.id AND d.status = 'waiting' AND d.next_attempt_at <= service_now()
           ORDER BY d.next_attempt_at, d.id LIMIT lanes.room FOR UPDATE SKIP LOCKED) AS due
         LIMIT $1),
       taken AS (
         UPDATE webhook_deliveries d SET status = 'sending', fence = d.fence + 1, log_id = gen_random_uuid(),
           lease_until = service_now() + ${inMs('$3')}
         FROM picked WHERE d.id = picked.id AND d.status = 'waiting'
         RETURNING d.id, d.fence, d.webhook_id, d.event_id, d.attempts + 1 AS attempt, d.log_id),
       logged AS (
         INSERT INTO webhook_attempts (id, webhook_id, delivery_id, event_type, event_id, attempt)
         SELECT t.log_id, t.webhook_id, t.id, e.type, 'evt_' || e.id, t.attempt
         FROM taken t JOIN events e ON e.id = t.event_id),
       counted AS (
         UPDATE webhooks w SET in_flight = w.in_flight + n.taken,
           blocked_until = CASE WHEN w.blocked_until IS NOT NULL THEN service_now() + ${inMs('$4')} END
         FROM (SELECT webhook_id, count(*)::int AS taken FROM taken GROUP BY webhook_id) AS n
         WHERE w.id = n.webhook_id)
       SELECT t.id, t.fence, t.webhook_id AS "webhookId", t.attempt, e.type AS "eventType",
         'evt_' || e.id AS "eventId", e.body, l.url, l.secret,
         CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'metadata', p.metadata) END AS space, l.previous AS "previousSecret", l.headers
       FROM taken t JOIN lanes l ON l.id = t.webhook_id JOIN events e ON e.id = t.event_id
         LEFT JOIN portfolios p ON p.id = l.user_id AND p.is_space`,
      [limit, this.rules.perWebhook, this.rules.leaseMs, requeueDelayMs],
    );
  }

  async current(claims: readonly ClaimedDelivery[]): Promise<Map<string, Receiver>> {
    const rows = await this.rows<Receiver & { id: string }>(
      `SELECT d.id, w.url, w.secret, ${PREVIOUS} AS "previousSecret", w.headers FROM unnest($1::uuid[], $2::integer[]) AS held (id, fence)
       JOIN webhook_deliveries d ON d.id = held.id AND d.fence = held.fence AND d.status = 'sending'
       JOIN webhooks w ON w.id = d.webhook_id WHERE w.is_active AND d.lease_until > service_now()`,
      [claims.map((claim) => claim.id), claims.map((claim) => claim.fence)],
    );
    return new Map(rows.map(({ id, ...receiver }) => [id, receiver]));
  }

  /** All claims of this process at once. @returns claims that are still held */
  renew(claims: readonly Claim[]): Promise<Claim[]> {
    return this.rows<Claim>(
      `WITH renewed AS (
         UPDATE webhook_deliveries d SET lease_until = service_now() + ${inMs('$3')}
         FROM unnest($1::uuid[], $2::integer[]) AS held (id, fence)
         WHERE d.id = held.id AND d.fence = held.fence AND d.status = 'sending' RETURNING d.id, d.fence)
       SELECT id, fence FROM renewed`,
      [claims.map((claim) => claim.id), claims.map((claim) => claim.fence), this.rules.leaseMs],
    );
  }

  async complete(ended: readonly EndedAttempt[], requeueDelayMs: number): Promise<void> {
    await this.rows(
      `WITH ended AS MATERIALIZED (
         SELECT * FROM unnest($1::uuid[], $2::integer[], $3::text[], $4::integer[], $5::integer[], $6::integer[],
           $7::text[]) AS e (id, fence, step, delay_ms, status_code, response_ms, error)),
       held AS MATERIALIZED (
         SELECT id, is_active FROM webhooks
         WHERE id IN (SELECT d.webhook_id FROM webhook_deliveries d JOIN ended USING (id))
         ORDER BY id FOR NO KEY UPDATE),
       moved AS (
         UPDATE webhook_deliveries d SET attempts = d.attempts + 1, lease_until = NULL,
           status = CASE WHEN e.step = 'success' THEN 'delivered'
             WHEN e.step = 'retrying' AND h.is_active THEN 'waiting' ELSE 'failed' END,
           finished_at = CASE WHEN e.step = 'retrying' AND h.is_active THEN NULL ELSE service_now() END,
           next_attempt_at = service_now() + ${inMs('e.delay_ms')}
         FROM ended e, held h
         WHERE d.id = e.id AND d.fence = e.fence AND d.status = 'sending' AND h.id = d.webhook_id
         RETURNING d.webhook_id, d.status, d.log_id, e.step, e.status_code, e.response_ms, e.error),
       logged AS (
         UPDATE webhook_attempts a SET status_code = m.status_code, response_time_ms = m.response_ms,
           error_message = m.error, delivered_at = CASE WHEN m.step = 'success' THEN service_now() END,
           status = CASE m.status WHEN 'delivered' THEN 'success' WHEN 'waiting' THEN 'retrying' ELSE 'failed' END
         FROM moved m WHERE a.id = m.log_id AND a.status = 'pending'),
       counted AS (
         UPDATE webhooks w SET in_flight = w.in_flight - n.every, last_delivery_at = service_now(),
           successful_deliveries = w.successful_deliveries + n.delivered,
           failed_deliveries = w.failed_deliveries + n.failed,
           failures_in_a_row = CASE WHEN n.delivered > 0 THEN 0 ELSE w.failures_in_a_row + n.every END,
           failing_since = CASE WHEN n.delivered = 0 THEN coalesce(w.failing_since, service_now()) END,
           blocked_until = CASE WHEN n.delivered > 0 THEN NULL
             WHEN w.failures_in_a_row + n.every >= $9 AND w.failing_since <= service_now() - ${inMs('$10')}
               THEN service_now() + ${inMs('$8')}
             ELSE w.blocked_until END
         FROM (SELECT webhook_id, count(*)::int AS every,
                 count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
                 count(*) FILTER (WHERE status = 'failed')::int AS failed FROM moved GROUP BY webhook_id) AS n
         WHERE w.id = n.webhook_id)
       SELECT count(*) FROM moved`,
      [
        ended.map((attempt) => attempt.id),
        ended.map((attempt) => attempt.fence),
        ended.map((attempt) => attempt.step),
        ended.map((attempt) => attempt.delayMs),
        ended.map((attempt) => attempt.statusCode),
        ended.map((attempt) => attempt.responseTimeMs),
        ended.map((attempt) => attempt.error),
        requeueDelayMs,
        this.rules.circuitFailures,
        this.rules.circuitMs,
      ],
    );
  }

  private rows<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    return this.dataSource.query<T[]>(sql, parameters);
  }
}
