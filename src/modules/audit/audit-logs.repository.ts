import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Page, PageRequest, Position } from '../../domain/kernel/page';
import type { AuditRow } from './audit.presenter';

/** One account, or everybody for operators. Every read names the scope. */
export type Scope = { userId: string } | 'everybody';

/** Both inclusive, milliseconds UTC; null: open. */
export interface Span {
  from: number | null;
  to: number | null;
}

export interface EntryFilter extends Span {
  status?: number;
  path?: string;
  keyId?: string;
}

export interface RequestGroup {
  method: string;
  route: string;
  status: number;
  authType: string;
  requests: number;
}

export interface Spread {
  p50: number | null;
  p95: number | null;
  ips: number;
  keys: number;
}

export interface ErrorGroup {
  code: string | null;
  status: number;
  count: number;
  lastSeenAt: Date;
}

export interface ErrorHour {
  hour: Date;
  errors: number;
}

@Injectable()
export class AuditLogsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list(
    scope: Scope,
    filter: EntryFilter,
    { page, perPage, after }: PageRequest,
  ): Promise<Page<AuditRow>> {
    const where = new Conditions(scope, filter);
    if (filter.status !== undefined) where.add('status = ?', filter.status);
    if (filter.keyId !== undefined) where.add('api_key_id = ?', filter.keyId);
    if (filter.path !== undefined) where.add('(starts_with(path, ?) OR starts_with(route, ?))', filter.path);
    const [counted] = await this.query<{ total: string }>(`SELECT count(*) AS total ${where.text}`, where);
    const total = Number(counted?.total ?? 0);
    const offset = after ? 0 : (page - 1) * perPage;
    if (after) where.addBehind(after);
    const rows =
      offset >= total
        ? []
        : await this.query<AuditRow & { seq: string }>(
            `SELECT ${COLUMNS}, seq ${where.text} ORDER BY at DESC, seq DESC LIMIT ${perPage + 1} OFFSET ${offset}`,
            where,
          );
    const items = rows.slice(0, perPage);
    const last = rows.length > perPage ? items.at(-1) : undefined;
    return { items, page, perPage, total, next: last ? [last.at.getTime(), Number(last.seq)] : null };
  }

  groups(scope: Scope, span: Span): Promise<RequestGroup[]> {
    const where = new Conditions(scope, span);
    return this.query(
      `SELECT method, route, status, auth_type AS "authType", count(*)::integer AS requests ${where.text}
       GROUP BY 1, 2, 3, 4`,
      where,
    );
  }

  async spread(scope: Scope, span: Span): Promise<Spread> {
    const where = new Conditions(scope, span);
    const [row] = await this.query<Spread>(
      `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50,
         percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95,
         count(DISTINCT ip)::integer AS ips, count(DISTINCT api_key_id)::integer AS keys ${where.text}`,
      where,
    );
    return row ?? { p50: null, p95: null, ips: 0, keys: 0 };
  }

  errors(scope: Scope, span: Span): Promise<ErrorGroup[]> {
    const where = failed(scope, span);
    return this.query(
      `SELECT error_code AS code, status, count(*)::integer AS count, max(at) AS "lastSeenAt" ${where.text}
       GROUP BY 1, 2 ORDER BY count DESC, status, code`,
      where,
    );
  }

  /** Hours with a failure, oldest first. */
  errorHours(scope: Scope, span: Span): Promise<ErrorHour[]> {
    const where = failed(scope, span);
    return this.query(
      `SELECT date_trunc('hour', at, 'UTC') AS hour, count(*)::integer AS errors ${where.text}
       GROUP BY 1 ORDER BY 1`,
      where,
    );
  }

  /** Newest first. */
  recentErrors(scope: Scope, span: Span, limit: number): Promise<AuditRow[]> {
    const where = failed(scope, span);
    return this.query(
      `SELECT ${COLUMNS} ${where.text} ORDER BY at DESC, seq DESC LIMIT ${Math.trunc(limit)}`,
      where,
    );
  }

  private query<T>(statement: string, { values }: Conditions): Promise<T[]> {
    return this.dataSource.query<T[]>(statement, values);
  }
}

const COLUMNS = `id, at, request_id AS "requestId", method, path, route, status, error_code AS "errorCode",
  duration_ms AS "durationMs", auth_type AS "authType", user_id AS "userId", api_key_id AS "apiKeyId",
  key_prefix AS "keyPrefix", partner_id AS "partnerId", ip, user_agent AS "userAgent"`;

class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[] = [];

  constructor(scope: Scope, { from, to }: Span) {
    if (scope !== 'everybody') this.add('user_id = ?', scope.userId);
    if (from !== null) this.add('at >= ?', new Date(from));
    if (to !== null) this.add('at <= ?', new Date(to));
  }

  get text(): string {
    return `FROM audit_logs${this.parts.length > 0 ? ` WHERE ${this.parts.join(' AND ')}` : ''}`;
  }

  add(condition: string, value: unknown): this {
    this.values.push(value);
    this.parts.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  /** Only entries behind a position: time in milliseconds UTC, and number in the chain. */
  addBehind([at, seq]: Position): void {
    this.values.push(new Date(Number(at)), seq);
    this.parts.push(`(at, seq) < ($${this.values.length - 1}, $${this.values.length})`);
  }
}

/** @source api.md 1.8: 400 and above */
const failed = (scope: Scope, span: Span): Conditions => new Conditions(scope, span).add('status >= ?', 400);
