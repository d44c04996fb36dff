import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CalculationSummary } from '../../domain/jobs/calculation-news';
import { JsonText } from '../../common/json-text';
import { DomainEvents } from '../../ports/work/domain-events';
import { lockInTransaction } from '../persistence/advisory-locks';
import { isAnonymous, type Requester } from '../../domain/jobs/requester';
import type { JobOutcome, JobOwnership, JobRequest, JobStanding, JobType } from '../../ports/work/jobs';
import { inTransaction, reach } from '../persistence/outage';
import type { Claim } from './lease/lease';
import { byKind, type JobKind, SNAPSHOT_TYPES } from './job-kinds';
import { ENDED_JOB, type EndedJobRow, type Ending, eventOf } from './ended-job';
import { inEffect } from '../persistence/effects';

export interface ClaimedJob extends Claim {
  type: string;
  payload: unknown;
  owner: string | null;
  requestedBy: Requester;
}

interface EndedRow {
  id: string;
  status: JobOutcome['status'];
  error_code: string | null;
  error_details: Record<string, unknown> | null;
}

const ENDED = `'completed', 'failed', 'cancelled'`;
const CLAIMED = 'id, type, payload, fence, owner, requested_by AS "requestedBy"';
/** Jobs of a space are requested by the account that owns it, so that spaces add no turns. */
const USER_OF_REQUESTER = `CASE WHEN $9::text ~ '^user:[0-9a-f-]{36}$' THEN substr($9::text, 6)::uuid END`;
/** `isAnonymous` in SQL, for the table `waiting`. */
const IS_ANONYMOUS = `coalesce(waiting.requested_by LIKE 'network:%', false)`;

/**
 * Every statement commits on its own, but a job and its event end in one transaction. Work holds no lock and no
 * connection: a claim is a lease by the database clock. The holder of an older fence cannot write.
 */
@Injectable()
export class JobRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: DomainEvents,
  ) {}

  async open(
    type: string,
    dedupeKey: string,
    payload: unknown,
    origin?: JobOwnership | JobRequest,
  ): Promise<{ id: string; created: boolean }> {
    const ownership = origin && 'owner' in origin ? origin : undefined;
    const requester = origin && 'requester' in origin ? origin.requester : (ownership?.owner ?? null);
    for (;;) {
      const [created] = await this.opened<{ id: string }>(
        ownership !== undefined,
        `INSERT INTO jobs (type, dedupe_key, payload, owner, address, address_given, params, keeps_result,
           requested_by)
         VALUES ($1, $2, $3::json, $4, $5, $6, $7::json, $8,
           coalesce((SELECT 'user:' || space_owner_id FROM users WHERE id = ${USER_OF_REQUESTER}), $9::text))
         ON CONFLICT (type, dedupe_key) WHERE finished_at IS NULL DO NOTHING RETURNING id`,
        [
          type,
          dedupeKey,
          JSON.stringify(payload),
          ownership?.owner ?? null,
          ownership?.address?.value ?? null,
          ownership?.address?.given ?? null,
          jsonOrNull(ownership?.params),
          ownership?.keepsResult ?? false,
          requester,
        ],
      );
      if (created) return { id: created.id, created: true };
      const [open] = await this.opened<{ id: string; requestedBy: Requester }>(
        ownership !== undefined,
        `SELECT id, requested_by AS "requestedBy" FROM jobs
         WHERE type = $1 AND dedupe_key = $2 AND finished_at IS NULL`,
        [type, dedupeKey],
      );
      // The job ended between the two statements, so a new one can be created.
      if (!open) continue;
      const isPromoted = isAnonymous(open.requestedBy) && !isAnonymous(requester);
      if (isPromoted) await this.promote(open.id, requester);
      return { id: open.id, created: isPromoted };
    }
  }

  /** A job of a user is an effect of a keyed request. A service job commits separately: requests wait for it. */
  private opened<T>(isOwned: boolean, sql: string, parameters: unknown[]): Promise<T[]> {
    if (!isOwned) return this.rows<T>(sql, parameters);
    return reach(() => inEffect(this.dataSource, (manager) => manager.query<T[]>(sql, parameters)));
  }

  async active(type: string, dedupeKeys: readonly string[]): Promise<Set<string>> {
    const rows = await this.rows<{ key: string }>(
      `SELECT dedupe_key AS key FROM jobs
       WHERE type = $1 AND dedupe_key = ANY($2::text[]) AND finished_at IS NULL`,
      [type, dedupeKeys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** A caller with a credential joined the job of an anonymous one, so the job leaves the anonymous queue. */
  private async promote(id: string, requester: Requester): Promise<void> {
    await this.changed(`UPDATE jobs SET requested_by = $2 WHERE id = $1 AND status = 'queued' RETURNING id`, [
      id,
      requester,
    ]);
  }

  /** Types that have queued jobs, the type with the oldest job first. */
  async queuedTypes(): Promise<JobType[]> {
    const rows = await this.rows<{ type: JobType }>(
      `SELECT type FROM jobs WHERE status = 'queued' GROUP BY type ORDER BY min(created_at)`,
      [],
    );
    return rows.map(({ type }) => type);
  }

  /**
   * Claims service jobs in turns: first the requester with the fewest jobs that run or ended within the last minute,
   * and its oldest job.
   * @param anonymousLimit most jobs of anonymous callers
   * @returns at most `limit` jobs, leased to the caller
   */
  claim(type: string, limit: number, leaseMs: number, anonymousLimit: number): Promise<ClaimedJob[]> {
    return this.changed<ClaimedJob>(
      `UPDATE jobs SET status = 'running', attempts = attempts + 1, fence = fence + 1,
         lease_until = service_now() + make_interval(secs => $3::float8 / 1000), started_at = coalesce(started_at, service_now())
       WHERE id IN (
         SELECT jobs.id FROM jobs JOIN (
           SELECT *, row_number() OVER (PARTITION BY is_anonymous ORDER BY turn, created_at, id) AS rank
           FROM (
             SELECT waiting.id, waiting.created_at, ${IS_ANONYMOUS} AS is_anonymous,
               coalesce(busy.jobs, 0)
                 + row_number() OVER (PARTITION BY waiting.requested_by ORDER BY waiting.created_at, waiting.id) AS turn
             FROM jobs waiting LEFT JOIN (
               SELECT requested_by, count(*) AS jobs FROM jobs
               WHERE owner IS NULL AND (status = 'running' OR finished_at > service_now() - interval '1 minute')
               GROUP BY requested_by
             ) busy ON busy.requested_by IS NOT DISTINCT FROM waiting.requested_by
             WHERE waiting.status = 'queued' AND waiting.type = $1 AND waiting.owner IS NULL
           ) turns
         ) ranked ON ranked.id = jobs.id
         WHERE jobs.status = 'queued' AND (NOT is_anonymous OR rank <= $4)
         ORDER BY turn, ranked.created_at LIMIT $2 FOR UPDATE OF jobs SKIP LOCKED
       ) RETURNING ${CLAIMED}`,
      [type, limit, leaseMs, anonymousLimit],
    );
  }

  /** User jobs can wait for service jobs, so they must never use the slots of service jobs. */
  async claimOwned(type: string, limit: number, leaseMs: number, perOwner: number): Promise<ClaimedJob[]> {
    const waiting = await this.rows(
      `SELECT 1 FROM jobs WHERE status = 'queued' AND type = $1 AND owner IS NOT NULL LIMIT 1`,
      [type],
    );
    if (waiting.length === 0) return [];
    return inTransaction(this.dataSource, async (manager) => {
      await lockInTransaction(manager, 'ownedJobs');
      const [claims] = await manager.query<[ClaimedJob[], number]>(
        `UPDATE jobs SET status = 'running', attempts = attempts + 1, fence = fence + 1,
           lease_until = service_now() + make_interval(secs => $3::float8 / 1000), started_at = coalesce(started_at, service_now())
         WHERE status = 'queued' AND id IN (
           SELECT id FROM (
             SELECT id, created_at, row_number() OVER (PARTITION BY coalesce(requested_by, owner) ORDER BY created_at, id) + (
               SELECT count(*) FROM jobs other WHERE coalesce(other.requested_by, other.owner) = coalesce(waiting.requested_by, waiting.owner)
                 AND other.owner IS NOT NULL AND other.status = 'running'
             ) AS place
             FROM jobs waiting WHERE status = 'queued' AND type = $1 AND owner IS NOT NULL
           ) AS places WHERE place <= $4 ORDER BY created_at LIMIT $2
         ) RETURNING ${CLAIMED}`,
        [type, limit, leaseMs, perOwner],
      );
      return claims;
    });
  }

  /** Queues jobs of dead workers again, or ends them when they are cancelled or out of attempts. */
  async reclaim(maxAttempts: number): Promise<void> {
    await this.ending(
      null,
      `UPDATE jobs SET lease_until = NULL,
         status = CASE WHEN cancel_requested THEN 'cancelled' WHEN attempts >= $1 THEN 'failed' ELSE 'queued' END,
         finished_at = CASE WHEN cancel_requested OR attempts >= $1 THEN service_now() END,
         error_code = CASE WHEN NOT cancel_requested AND attempts >= $1 THEN 'INTERNAL_ERROR' END,
         error_details = CASE WHEN NOT cancel_requested AND attempts >= $1
           THEN json_build_object('reason', 'worker lost', 'attempts', attempts) END
       WHERE id IN (
         SELECT id FROM jobs WHERE status = 'running' AND lease_until < service_now() FOR UPDATE SKIP LOCKED
       ) RETURNING ${ENDED_JOB}`,
      [maxAttempts],
    );
  }

  /** In one statement. @returns the claims still held, and whether each was cancelled */
  renew(
    claims: readonly ClaimedJob[],
    leaseMs: number,
  ): Promise<{ id: string; fence: number; cancelRequested: boolean }[]> {
    return this.changed(
      `UPDATE jobs SET lease_until = service_now() + make_interval(secs => $3::float8 / 1000)
       FROM unnest($1::uuid[], $2::integer[]) AS held (job, claim)
       WHERE id = job AND fence = claim AND status = 'running'
       RETURNING id, fence, cancel_requested AS "cancelRequested"`,
      [claims.map((claim) => claim.id), claims.map((claim) => claim.fence), leaseMs],
    );
  }

  async standing(type: string, dedupeKey: string): Promise<JobStanding | null> {
    const [row] = await this.rows<JobStanding>(
      `SELECT id AS "jobId", progress AS percent, stage, (extract(epoch FROM service_now() - started_at) * 1000)::float8 AS "elapsedMs"
       FROM jobs WHERE type = $1 AND dedupe_key = $2 AND status = 'running' AND started_at IS NOT NULL`,
      [type, dedupeKey],
    );
    return row ?? null;
  }

  /** Whether a process holds the lease of a job. */
  async isWorked(): Promise<boolean> {
    const one = `SELECT 1 FROM jobs WHERE status = 'running' AND lease_until > service_now() LIMIT 1`;
    return (await this.rows(one, [])).length > 0;
  }

  /** @returns false when the claim was lost; nothing is written then */
  async progress(claim: ClaimedJob, percent: number, stage: string): Promise<boolean> {
    const rows = await this.changed(
      `UPDATE jobs SET progress = $3, stage = $4 WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING id`,
      [claim.id, claim.fence, Math.round(Math.min(100, Math.max(0, percent))), stage],
    );
    return rows.length > 0;
  }

  /** @returns false when the claim was lost; nothing is written then */
  async finish(claim: ClaimedJob, ending: Ending): Promise<boolean> {
    const failed = ending.status === 'failed' ? ending : null;
    const completed = ending.status === 'completed' ? ending : null;
    const rows = await this.ending(
      completed?.summary ?? null,
      `UPDATE jobs SET status = $3, lease_until = NULL, finished_at = service_now(), result = $4::json,
         error_code = $5, error_details = $6::json,
         progress = CASE WHEN $3 = 'completed' THEN 100 ELSE progress END,
         stage = CASE WHEN $3 = 'completed' THEN 'done' ELSE stage END
       WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING ${ENDED_JOB}`,
      [
        claim.id,
        claim.fence,
        ending.status,
        jsonOrNull(completed?.result),
        failed?.errorCode ?? null,
        jsonOrNull(failed?.errorDetails),
      ],
    );
    return rows.length > 0;
  }

  backlog(): Promise<{ type: string; state: 'queued' | 'running'; count: number }[]> {
    return this.rows(
      `SELECT type, status AS state, count(*)::integer AS count
       FROM jobs WHERE finished_at IS NULL GROUP BY type, status`,
      [],
    );
  }

  /**
   * Age in seconds of the oldest queued job of each kind; 0 when none is queued. Jobs blocked by a limit of their
   * owner or of anonymous callers do not count.
   * @param withoutAnonymous kinds without a free slot for anonymous callers
   */
  async oldestQueuedSeconds(
    perOwner: number,
    withoutAnonymous: readonly JobKind[] = [],
  ): Promise<Record<JobKind, number>> {
    const rows = await this.rows<{ kind: JobKind; seconds: number }>(
      `SELECT kind, extract(epoch FROM service_now() - min(created_at))::float8 AS seconds FROM (
         SELECT *, CASE WHEN owner IS NOT NULL THEN 'owned' WHEN type = ANY($3::text[]) THEN 'snapshots' ELSE 'own' END AS kind
         FROM jobs WHERE status = 'queued'
       ) waiting
       WHERE (kind <> ALL($2::text[]) OR NOT ${IS_ANONYMOUS}) AND (owner IS NULL OR coalesce(requested_by, owner) NOT IN (
         SELECT coalesce(requested_by, owner) FROM jobs WHERE status = 'running' AND owner IS NOT NULL
         GROUP BY 1 HAVING count(*) >= $1
       )) GROUP BY 1`,
      [perOwner, withoutAnonymous, SNAPSHOT_TYPES],
    );
    return byKind((kind) => rows.find((row) => row.kind === kind)?.seconds ?? 0);
  }

  /** At a clean shutdown. The jobs can be claimed at once, and the attempt does not count. */
  async release(claims: readonly ClaimedJob[]): Promise<void> {
    await this.changed(
      `UPDATE jobs SET status = 'queued', lease_until = NULL, attempts = attempts - 1
       FROM unnest($1::uuid[], $2::integer[]) AS held (job, claim)
       WHERE id = job AND fence = claim AND status = 'running' RETURNING id`,
      [claims.map((claim) => claim.id), claims.map((claim) => claim.fence)],
    );
  }

  /**
   * Leaves a job to its lease without counting the attempt: a part of the system is down, and no worker died.
   * @param since ms for which the job may exist; then it counts
   * @returns false when nothing was changed
   */
  async excuse(claim: ClaimedJob, since: number): Promise<boolean> {
    const rows = await this.changed(
      `UPDATE jobs SET attempts = attempts - 1 WHERE id = $1 AND fence = $2 AND status = 'running'
         AND created_at > service_now() - make_interval(secs => $3::float8 / 1000) RETURNING id`,
      [claim.id, claim.fence, since],
    );
    return rows.length > 0;
  }

  /** @returns false when the job had already ended or does not exist */
  async cancel(id: string): Promise<boolean> {
    const rows = await this.changed(
      `UPDATE jobs SET cancel_requested = true,
         status = CASE WHEN status = 'queued' THEN 'cancelled' ELSE status END,
         finished_at = CASE WHEN status = 'queued' THEN service_now() END
       WHERE id = $1 AND finished_at IS NULL RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  async outcomes(ids: readonly string[]): Promise<{ ended: Map<string, JobOutcome>; existing: Set<string> }> {
    const rows = await this.rows<EndedRow>(
      'SELECT id, status, error_code, error_details FROM jobs WHERE id = ANY($1::uuid[])',
      [ids],
    );
    const ended = rows.filter((row) => isEnded(row.status));
    return {
      ended: new Map(ended.map((row) => [row.id, toOutcome(row)])),
      existing: new Set(rows.map((row) => row.id)),
    };
  }

  async prune(keepDays: number): Promise<number> {
    const rows = await this.changed(
      `DELETE FROM jobs WHERE finished_at < service_now() - make_interval(days => $1) AND status IN (${ENDED})
         AND NOT (keeps_result AND status = 'completed') RETURNING id`,
      [keepDays],
    );
    return rows.length;
  }

  /** Stores the events of ended jobs in the same transaction. */
  private async ending(
    summary: CalculationSummary | null,
    sql: string,
    parameters: unknown[],
  ): Promise<EndedJobRow[]> {
    let stored = 0;
    const rows = await inTransaction(this.dataSource, async (manager: EntityManager) => {
      const [ended] = await manager.query<[EndedJobRow[], number]>(sql, parameters);
      const news = ended.flatMap((row) => eventOf(row, summary) ?? []);
      stored = await this.events.append(news, manager);
      return ended;
    });
    if (stored > 0) this.events.notify();
    return rows;
  }

  private rows<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    return reach(() => this.dataSource.query<T[]>(sql, parameters));
  }

  /** For UPDATE and DELETE, for which the driver returns rows and a count. */
  private async changed<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    const [rows] = await reach(() => this.dataSource.query<[T[], number]>(sql, parameters));
    return rows;
  }
}

const isEnded = (status: string): boolean => status !== 'queued' && status !== 'running';

const toOutcome = (row: EndedRow): JobOutcome => ({
  status: row.status,
  errorCode: row.error_code,
  errorDetails: row.error_details,
});

function jsonOrNull(value: unknown): string | null {
  if (value instanceof JsonText) return value.text;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
