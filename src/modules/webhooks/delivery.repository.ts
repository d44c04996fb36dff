import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MAX_REQUEUES } from '../../domain/webhooks/retry';
import { DeliveryRules } from './delivery-rules';

/** A delivery this process has claimed; `fence` proves it. Its log entry is committed. */
export interface ClaimedDelivery {
  id: string;
  fence: number;
  webhookId: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  eventType: string;
  eventId: string;
  /** Canonical bytes. */
  body: string;
  url: string;
  secret: string;
  headers: string;
}

/** What of a claim may have changed since. */
export type Receiver = Pick<ClaimedDelivery, 'url' | 'secret' | 'headers'>;

/** An attempt that ended: the receiver answered, or could not be reached. */
export interface EndedAttempt {
  id: string;
  fence: number;
  step: 'success' | 'retrying' | 'failed';
  delayMs: number;
  statusCode: number | null;
  responseTimeMs: number;
  error: string | null;
}

/** An attempt that did not run, or whose end nobody saw. It keeps its number. */
export interface UnendedAttempt {
  id: string;
  fence: number;
  delayMs: number;
  error: string;
}

const WORKER_LOST = 'worker lost; outcome unknown';
const SWEEP = 1_000;
/** A backlog is counted no further: who watches it must not slow it down. */
const COUNTED = 100_000;
const FAN_OUT = 200;

/** The oldest due moment of every webhook that has something waiting, one index probe each. */
const HEADS = `heads AS (
  (SELECT webhook_id, next_attempt_at FROM webhook_deliveries WHERE status = 'waiting'
   ORDER BY webhook_id, next_attempt_at LIMIT 1)
  UNION ALL
  SELECT next.webhook_id, next.next_attempt_at FROM heads CROSS JOIN LATERAL (
    SELECT d.webhook_id, d.next_attempt_at FROM webhook_deliveries d
    WHERE d.status = 'waiting' AND d.webhook_id > heads.webhook_id
    ORDER BY d.webhook_id, d.next_attempt_at LIMIT 1) AS next)`;

const inMs = (parameter: string): string => `make_interval(secs => ${parameter}::float8 / 1000)`;

/**
 * Takes back the deliveries of `source` (id, webhook_id, fence, delay_ms, error): each waits again, or ends when its
 * webhook is inactive or its requeues are used up. Its log entry says what is known.
 */
const putBack = (source: string): string => `WITH RECURSIVE ${source},
  held AS MATERIALIZED (
    SELECT id, is_active FROM webhooks WHERE id IN (SELECT webhook_id FROM source)
    ORDER BY id FOR NO KEY UPDATE),
  moved AS (
    UPDATE webhook_deliveries d SET
      status = CASE WHEN h.is_active AND d.requeues < ${MAX_REQUEUES} THEN 'waiting' ELSE 'failed' END,
      finished_at = CASE WHEN h.is_active AND d.requeues < ${MAX_REQUEUES} THEN NULL ELSE now() END,
      requeues = d.requeues + 1, lease_until = NULL, next_attempt_at = now() + ${inMs('s.delay_ms')}
    FROM source s JOIN held h ON h.id = s.webhook_id
    WHERE d.id = s.id AND d.fence = s.fence AND d.status = s.was
    RETURNING d.id, d.webhook_id, d.status, d.log_id, s.was, s.error),
  logged AS (
    UPDATE webhook_attempts a SET status = 'failed', error_message = m.error
    FROM moved m WHERE a.id = m.log_id AND a.status = 'pending'),
  counted AS (
    UPDATE webhooks w SET in_flight = w.in_flight - n.sent, failed_deliveries = w.failed_deliveries + n.failed
    FROM (SELECT webhook_id, count(*) FILTER (WHERE was = 'sending')::int AS sent,
            count(*) FILTER (WHERE status = 'failed')::int AS failed FROM moved GROUP BY webhook_id) AS n
    WHERE w.id = n.webhook_id)
  SELECT id FROM moved`;

/**
 * Tables of deliveries. Every statement commits by itself and locks webhooks before deliveries, webhooks in the order
 * of their ids; nobody holds a lock or a connection while a receiver is being called. A claim is a lease by the
 * database's clock, and whoever holds an older fence writes nothing.
 */
@Injectable()
export class DeliveryRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rules: DeliveryRules,
  ) {}

  /**
   * New events -> one delivery per webhook that wants to hear of them.
   * @returns how many events were looked at
   * @source api.md 6 (watch list)
   */
  async fanOut(): Promise<number> {
    const rows = await this.rows<{ id: string }>(
      `WITH batch AS MATERIALIZED (
         SELECT id, type, address, user_id, occurred_at FROM events WHERE fanned_out_at IS NULL
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED),
       targets AS (
         SELECT b.id AS event_id, w.id AS webhook_id
           FROM batch b JOIN webhook_addresses a ON a.address = b.address JOIN webhooks w ON w.id = a.webhook_id
           WHERE w.is_active AND b.type = ANY (w.events) AND (b.user_id IS NULL OR b.user_id = w.user_id)
             AND (b.occurred_at IS NULL OR b.occurred_at > a.since)
         UNION SELECT b.id, w.id
           FROM batch b JOIN watchers t ON t.address = b.address JOIN webhooks w ON w.user_id = t.user_id
           WHERE w.is_active AND b.type = ANY (w.events) AND w.addresses_filter = '{}'
             AND (b.user_id IS NULL OR b.user_id = w.user_id)
             AND (b.occurred_at IS NULL OR b.occurred_at > greatest(t.since, w.created_at))
         UNION SELECT b.id, w.id
           FROM batch b JOIN webhooks w ON w.user_id = b.user_id
           WHERE w.is_active AND b.type = ANY (w.events) AND w.addresses_filter = '{}'
             AND (b.occurred_at IS NULL OR b.occurred_at > w.created_at)),
       made AS (
         INSERT INTO webhook_deliveries (event_id, webhook_id) SELECT event_id, webhook_id FROM targets
         ON CONFLICT (event_id, webhook_id) DO NOTHING),
       told AS (
         UPDATE events e SET fanned_out_at = now() FROM batch b WHERE e.id = b.id RETURNING e.id)
       SELECT id FROM told`,
      [FAN_OUT],
    );
    return rows.length;
  }

  /**
   * Leases what is due, at most five per webhook and in all processes, and writes a log entry for each, in one
   * statement: what comes back is committed. A webhook whose circuit was open lets one attempt through.
   */
  claim(limit: number, requeueDelayMs: number): Promise<ClaimedDelivery[]> {
    return this.rows<ClaimedDelivery>(
      `WITH RECURSIVE ${HEADS},
       lanes AS MATERIALIZED (
         SELECT w.id, w.url, w.secret, w.headers,
           least($2 - w.in_flight, CASE WHEN w.blocked_until IS NULL THEN $2 ELSE 1 END) AS room
         FROM heads JOIN webhooks w ON w.id = heads.webhook_id
         WHERE heads.next_attempt_at <= now() AND w.is_active AND w.in_flight < $2
           AND (w.blocked_until IS NULL OR w.blocked_until <= now())
         ORDER BY heads.next_attempt_at LIMIT $1 FOR NO KEY UPDATE OF w SKIP LOCKED),
       picked AS MATERIALIZED (
         SELECT due.id FROM lanes CROSS JOIN LATERAL (
           SELECT d.id FROM webhook_deliveries d
           WHERE d.webhook_id = lanes.id AND d.status = 'waiting' AND d.next_attempt_at <= now()
           ORDER BY d.next_attempt_at, d.id LIMIT lanes.room FOR UPDATE SKIP LOCKED) AS due
         LIMIT $1),
       taken AS (
         UPDATE webhook_deliveries d SET status = 'sending', fence = d.fence + 1, log_id = gen_random_uuid(),
           lease_until = now() + ${inMs('$3')}
         FROM picked WHERE d.id = picked.id AND d.status = 'waiting'
         RETURNING d.id, d.fence, d.webhook_id, d.event_id, d.attempts + 1 AS attempt, d.log_id),
       logged AS (
         INSERT INTO webhook_attempts (id, webhook_id, delivery_id, event_type, event_id, attempt)
         SELECT t.log_id, t.webhook_id, t.id, e.type, 'evt_' || e.id, t.attempt
         FROM taken t JOIN events e ON e.id = t.event_id),
       counted AS (
         UPDATE webhooks w SET in_flight = w.in_flight + n.taken,
           blocked_until = CASE WHEN w.blocked_until IS NOT NULL THEN now() + ${inMs('$4')} END
         FROM (SELECT webhook_id, count(*)::int AS taken FROM taken GROUP BY webhook_id) AS n
         WHERE w.id = n.webhook_id)
       SELECT t.id, t.fence, t.webhook_id AS "webhookId", t.attempt, e.type AS "eventType",
         'evt_' || e.id AS "eventId", e.body, l.url, l.secret, l.headers
       FROM taken t JOIN lanes l ON l.id = t.webhook_id JOIN events e ON e.id = t.event_id`,
      [limit, this.rules.perWebhook, this.rules.leaseMs, requeueDelayMs],
    );
  }

  /** What is to be sent now, of the claims still held whose webhook is still active. */
  async current(claims: readonly ClaimedDelivery[]): Promise<Map<string, Receiver>> {
    const rows = await this.rows<Receiver & { id: string }>(
      `SELECT d.id, w.url, w.secret, w.headers FROM unnest($1::uuid[], $2::integer[]) AS held (id, fence)
       JOIN webhook_deliveries d ON d.id = held.id AND d.fence = held.fence AND d.status = 'sending'
       JOIN webhooks w ON w.id = d.webhook_id WHERE w.is_active AND d.lease_until > now()`,
      [claims.map((claim) => claim.id), claims.map((claim) => claim.fence)],
    );
    return new Map(rows.map(({ id, ...receiver }) => [id, receiver]));
  }

  /** Renews every claim of this process at once. @returns ids of those still held */
  async renew(claims: readonly { id: string; fence: number }[]): Promise<Set<string>> {
    const rows = await this.rows<{ id: string }>(
      `WITH renewed AS (
         UPDATE webhook_deliveries d SET lease_until = now() + ${inMs('$3')}
         FROM unnest($1::uuid[], $2::integer[]) AS held (id, fence)
         WHERE d.id = held.id AND d.fence = held.fence AND d.status = 'sending' RETURNING d.id)
       SELECT id FROM renewed`,
      [claims.map((claim) => claim.id), claims.map((claim) => claim.fence), this.rules.leaseMs],
    );
    return new Set(rows.map((row) => row.id));
  }

  /** Writes how attempts ended, with the log and the counters, for the claims that are still held. */
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
           finished_at = CASE WHEN e.step = 'retrying' AND h.is_active THEN NULL ELSE now() END,
           next_attempt_at = now() + ${inMs('e.delay_ms')}
         FROM ended e, held h
         WHERE d.id = e.id AND d.fence = e.fence AND d.status = 'sending' AND h.id = d.webhook_id
         RETURNING d.webhook_id, d.status, d.log_id, e.step, e.status_code, e.response_ms, e.error),
       logged AS (
         UPDATE webhook_attempts a SET status_code = m.status_code, response_time_ms = m.response_ms,
           error_message = m.error, delivered_at = CASE WHEN m.step = 'success' THEN now() END,
           status = CASE m.status WHEN 'delivered' THEN 'success' WHEN 'waiting' THEN 'retrying' ELSE 'failed' END
         FROM moved m WHERE a.id = m.log_id AND a.status = 'pending'),
       counted AS (
         UPDATE webhooks w SET in_flight = w.in_flight - n.every, last_delivery_at = now(),
           successful_deliveries = w.successful_deliveries + n.delivered,
           failed_deliveries = w.failed_deliveries + n.failed,
           failures_in_a_row = CASE WHEN n.delivered > 0 THEN 0 ELSE w.failures_in_a_row + n.every END,
           failing_since = CASE WHEN n.delivered = 0 THEN coalesce(w.failing_since, now()) END,
           blocked_until = CASE WHEN n.delivered > 0 THEN NULL
             WHEN w.failures_in_a_row + n.every >= $9 AND w.failing_since <= now() - ${inMs('$10')}
               THEN now() + ${inMs('$8')}
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

  /** Gives claims back: nobody knows how their attempts ended, or they never began. */
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

  /** Deliveries whose worker has gone silent: done again at once, with the same number. @returns how many */
  async reclaim(): Promise<number> {
    const rows = await this.rows(
      putBack(`source AS MATERIALIZED (
        SELECT id, webhook_id, fence, 0 AS delay_ms, '${WORKER_LOST}' AS error, 'sending' AS was
        FROM webhook_deliveries WHERE status = 'sending' AND lease_until < now() LIMIT ${SWEEP})`),
      [],
    );
    return rows.length;
  }

  /** What is due while its circuit is open waits longer; what waits for a webhook that is inactive ends. */
  async postpone(requeueDelayMs: number): Promise<void> {
    await this.rows(
      putBack(`${HEADS}, source AS MATERIALIZED (
        SELECT due.id, w.id AS webhook_id, due.fence, $1::integer AS delay_ms, NULL AS error, 'waiting' AS was
        FROM heads JOIN webhooks w ON w.id = heads.webhook_id CROSS JOIN LATERAL (
          SELECT d.id, d.fence FROM webhook_deliveries d
          WHERE d.webhook_id = w.id AND d.status = 'waiting' AND (d.next_attempt_at <= now() OR NOT w.is_active)
          LIMIT ${SWEEP}) AS due
        WHERE NOT w.is_active OR w.blocked_until > now())`),
      [requeueDelayMs],
    );
  }

  /** Tests whose process died: they have ended too. @param olderMs than any test may take */
  async endLostTests(olderMs: number): Promise<void> {
    await this.rows(
      `WITH lost AS MATERIALIZED (
         SELECT id, webhook_id FROM webhook_attempts
         WHERE status = 'pending' AND delivery_id IS NULL AND created_at < now() - ${inMs('$1')}),
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

  /** @returns deliveries that have not ended, each number counted up to 100,000 */
  async backlog(): Promise<{ waiting: number; due: number; sending: number }> {
    const count = (condition: string): string =>
      `(SELECT count(*)::integer FROM (SELECT FROM webhook_deliveries WHERE ${condition} LIMIT ${COUNTED}) AS counted)`;
    const [numbers] = await this.rows<{ waiting: number; due: number; sending: number }>(
      `SELECT ${count(`status = 'waiting' AND next_attempt_at > now()`)} AS waiting,
         ${count(`status = 'waiting' AND next_attempt_at <= now()`)} AS due,
         ${count(`status = 'sending'`)} AS sending`,
      [],
    );
    return numbers ?? { waiting: 0, due: 0, sending: 0 };
  }

  /** @returns seconds since the oldest moment at which a delivery was due, or an event told; 0 when nothing waits */
  async overdueSeconds(): Promise<number> {
    const [row] = await this.rows<{ seconds: number | null }>(
      `WITH RECURSIVE ${HEADS}
       SELECT greatest(0, extract(epoch FROM now() - least(
         (SELECT min(next_attempt_at) FROM heads),
         (SELECT min(created_at) FROM events WHERE fanned_out_at IS NULL))))::float8 AS seconds`,
      [],
    );
    return row?.seconds ?? 0;
  }

  /** Old deliveries and events go; the log of attempts stays as long as its webhook. */
  async forget(): Promise<void> {
    await this.rows(
      `WITH old AS (SELECT e.id FROM events e
         WHERE e.created_at < now() - make_interval(days => $1) AND e.fanned_out_at IS NOT NULL
           AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.finished_at IS NULL)
         LIMIT 10000),
       gone AS (DELETE FROM events e USING old WHERE e.id = old.id RETURNING e.id)
       SELECT count(*) FROM gone`,
      [this.rules.keepDays],
    );
  }

  private rows<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    return this.dataSource.query<T[]>(sql, parameters);
  }
}
