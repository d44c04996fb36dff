import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JobStatus, UserJob, UserJobType } from '../../domain/jobs/user-job';
import type { Page, PageRequest } from '../../domain/kernel/page';
import { type JobFilter, JobRecords } from '../../ports/storage/job-records';
import { seesEffect } from '../persistence/effects';
import { inTransaction, reach } from '../persistence/outage';
import { JobRules } from './job-rules';

interface RecordRow {
  id: string;
  type: UserJobType;
  status: JobStatus;
  progress: number;
  stage: string;
  address_given: string | null;
  params: Record<string, unknown> | null;
  error_code: string | null;
  error_details: Record<string, unknown> | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

const COLUMNS = `id, type, status, progress, stage, address_given, params, error_code, error_details,
  created_at, started_at, finished_at`;

/** A frozen tax year is bound to the report. */
const IS_FILED = `EXISTS (SELECT FROM filed_years WHERE report_id = jobs.id AND unfrozen_at IS NULL)`;

/** Expired jobs are not returned, even before they are deleted. */
@Injectable()
export class PostgresJobRecords extends JobRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rules: JobRules,
  ) {
    super();
  }

  async list(
    owner: string,
    filter: JobFilter,
    { page, perPage, after }: PageRequest,
  ): Promise<Page<UserJob>> {
    const where = `owner = $1 AND type = ANY($2) AND ${this.alive}
      AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR address = $4)`;
    const parameters = [owner, filter.types, filter.status ?? null, filter.address ?? null];
    const [{ total } = { total: 0 }] = await this.rows<{ total: number }>(
      `SELECT count(*)::integer AS total FROM jobs WHERE ${where}`,
      parameters,
    );
    const rows = await this.rows<RecordRow & { micros: string }>(
      `SELECT ${COLUMNS}, ${this.expiry}, (extract(epoch FROM created_at) * 1000000)::bigint AS micros
       FROM jobs WHERE ${where} AND ($7::bigint IS NULL
         OR (created_at, id) < (timestamptz 'epoch' + $7::bigint * interval '1 microsecond', $8::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $5 OFFSET $6`,
      [...parameters, perPage + 1, after ? 0 : (page - 1) * perPage, after?.[0] ?? null, after?.[1] ?? null],
    );
    const shown = rows.slice(0, perPage);
    const last = rows.length > perPage ? shown.at(-1) : undefined;
    const next = last ? [Number(last.micros), last.id] : null;
    return { items: shown.map(toUserJob), page, perPage, total, next };
  }

  async get(owner: string, id: string): Promise<UserJob | null> {
    const [row] = await reach(() =>
      seesEffect(this.dataSource).query<RecordRow[]>(
        `SELECT ${COLUMNS}, ${this.expiry} FROM jobs WHERE owner = $1 AND id = $2 AND ${this.alive}`,
        [owner, id],
      ),
    );
    return row ? toUserJob(row) : null;
  }

  async result(owner: string, id: string): Promise<unknown> {
    const [row] = await this.rows<{ result: unknown }>(
      `SELECT result FROM jobs WHERE owner = $1 AND id = $2 AND status = 'completed' AND ${this.alive}`,
      [owner, id],
    );
    return row?.result ?? null;
  }

  async before(jobId: string): Promise<unknown> {
    const [row] = await this.rows<{ result: unknown }>(
      `SELECT last.result FROM jobs JOIN jobs last USING (type, dedupe_key)
       WHERE jobs.id = $1 AND last.id <> jobs.id AND last.status = 'completed'
       ORDER BY last.finished_at DESC LIMIT 1`,
      [jobId],
    );
    return row?.result ?? null;
  }

  async remove(owner: string, id: string): Promise<JobStatus | 'filed' | null> {
    return inTransaction(this.dataSource, async (manager) => {
      // The statement locks the report. A separate, later statement reads whether it is filed.
      const locked = await manager.query<unknown[]>(
        `SELECT FROM jobs WHERE owner = $1 AND id = $2 AND ${this.alive} FOR UPDATE`,
        [owner, id],
      );
      if (locked.length === 0) return null;
      const [rows] = await manager.query<[{ status: JobStatus }[], number]>(
        `DELETE FROM jobs WHERE id = $1 AND NOT ${IS_FILED} RETURNING status`,
        [id],
      );
      return rows[0]?.status ?? 'filed';
    });
  }

  private get alive(): string {
    return `(finished_at IS NULL OR (keeps_result AND status = 'completed')
      OR finished_at > service_now() - make_interval(days => ${this.rules.keepDays}))`;
  }

  private get expiry(): string {
    return `CASE WHEN NOT (keeps_result AND status = 'completed')
      THEN finished_at + make_interval(days => ${this.rules.keepDays}) END AS expires_at`;
  }

  private rows<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    return reach(() => this.dataSource.query<T[]>(sql, parameters));
  }
}

const toUserJob = (row: RecordRow): UserJob => ({
  id: row.id,
  type: row.type,
  status: row.status,
  progress: row.progress,
  stage: row.stage,
  given: row.address_given,
  params: row.params ?? {},
  errorCode: row.error_code,
  errorDetails: row.error_details,
  createdAt: row.created_at.getTime(),
  startedAt: row.started_at?.getTime() ?? null,
  finishedAt: row.finished_at?.getTime() ?? null,
  expiresAt: row.expires_at?.getTime() ?? null,
});
