import { Injectable } from '@nestjs/common';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { pagingOf } from '../../http/queries/cursor';
import { reply, type Reply } from '../../http/reply';
import { ApiKeyInventory, ExchangeInventory, WebhookInventory } from '../../ports/access/access-inventory';
import { Clock } from '../../ports/clock';
import { toAccessReview } from './access-review.presenter';
import { AuditLogsRepository, type Scope, type Span } from './audit-logs.repository';
import type { AccessReviewQuery, AuditLogsQuery, ErrorAnalysisQuery, PeriodQuery } from './audit.dto';
import {
  toAuditLog,
  toErrorCode,
  toErrorHour,
  toErrorRate,
  toFailingEndpoints,
  toPeriod,
  toSummary,
} from './audit.presenter';
import type {
  AccessReviewResponse,
  AuditLogResponse,
  AuditSummaryResponse,
  ErrorAnalysisResponse,
} from './audit.shapes.dto';
import { BatchedRequestLog } from './batched-request-log';
import { DAY_MS } from '../../domain/kernel/durations';

const DAYS = { default: 30, max: 366 };
/** A reader waits this long for the entries of this process to be stored. */
const SETTLE_MS = 500;

/** Users see their own account, operators everything. */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditLogsRepository,
    private readonly log: BatchedRequestLog,
    private readonly keys: ApiKeyInventory,
    private readonly webhooks: WebhookInventory,
    private readonly exchanges: ExchangeInventory,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError VALIDATION_ERROR for a period that ends before it begins */
  async list(principal: Principal, query: AuditLogsQuery): Promise<Reply<AuditLogResponse[]>> {
    const paging = pagingOf(query, 'audit logs', ['number', 'number']);
    const span = { from: query.start_date ?? null, to: query.end_date ?? null };
    if (span.from !== null && span.to !== null && span.from > span.to) throw backwards();
    await this.log.settle(SETTLE_MS);
    const filter = { ...span, status: query.status_code, path: query.path, keyId: query.key_id };
    const page = await this.entries.list(scopeOf(principal), filter, paging.request);
    return reply(page.items.map(toAuditLog), { pagination: paging.paginationOf(page) });
  }

  /** @throws AppError VALIDATION_ERROR for a period that ends before it begins, or longer than 366 days */
  async summary(principal: Principal, query: PeriodQuery): Promise<AuditSummaryResponse> {
    const span = this.spanOf(query);
    await this.log.settle(SETTLE_MS);
    const scope = scopeOf(principal);
    const [groups, spread] = await Promise.all([
      this.entries.groups(scope, span),
      this.entries.spread(scope, span),
    ]);
    return toSummary(toPeriod(span), groups, spread);
  }

  /** @throws AppError VALIDATION_ERROR for a period that ends before it begins, or longer than 366 days */
  async errors(principal: Principal, query: ErrorAnalysisQuery): Promise<ErrorAnalysisResponse> {
    const span = this.spanOf(query);
    await this.log.settle(SETTLE_MS);
    const scope = scopeOf(principal);
    const [groups, codes, hours, recent] = await Promise.all([
      this.entries.groups(scope, span),
      this.entries.errors(scope, span),
      this.entries.errorHours(scope, span),
      this.entries.recentErrors(scope, span, query.limit),
    ]);
    const { errors, rate } = toErrorRate(groups);
    return {
      period: toPeriod(span),
      total_errors: errors,
      error_rate: rate,
      by_code: codes.map(toErrorCode),
      by_endpoint: toFailingEndpoints(groups),
      by_hour: hours.map(toErrorHour),
      recent: recent.map(toAuditLog),
    };
  }

  async accessReview(principal: Principal, query: AccessReviewQuery): Promise<AccessReviewResponse> {
    const scope = scopeOf(principal);
    const userId = scope === 'everybody' ? null : scope.userId;
    const [keys, webhooks, exchangeAccounts] = await Promise.all([
      this.keys.inForce(userId),
      this.webhooks.all(userId),
      this.exchanges.all(userId),
    ]);
    return toAccessReview(this.clock.now(), query.inactive_days, { keys, webhooks, exchangeAccounts });
  }

  private spanOf({ start_date, end_date }: PeriodQuery): Span & { from: number; to: number } {
    const to = end_date ?? this.clock.now();
    const from = start_date ?? to - DAYS.default * DAY_MS;
    if (from > to) throw backwards();
    if (to - from > DAYS.max * DAY_MS)
      throw new AppError(
        'VALIDATION_ERROR',
        { max_days: DAYS.max },
        { field: 'start_date', message: `start_date: at most ${DAYS.max} days before the end` },
      );
    return { from, to };
  }
}

/** Any user may make an admin key, so it opens its own account only. @source api.md 4 (case 4) */
function scopeOf(principal: Principal): Scope {
  if (principal.kind !== 'user' && principal.kind !== 'api_key') throw new AppError('UNAUTHORIZED');
  return principal.isOperator ? 'everybody' : { userId: principal.userId };
}

const backwards = (): AppError =>
  new AppError('VALIDATION_ERROR', undefined, {
    field: 'end_date',
    message: 'end_date: not before start_date',
  });
