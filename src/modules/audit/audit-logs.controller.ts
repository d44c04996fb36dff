import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { AdminOnly, Caller, Heavy } from '../../http/auth/decorators';
import { Responds } from '../../http/openapi/documented';
import { AccessReviewQuery, AuditLogsQuery, ErrorAnalysisQuery, PeriodQuery } from './audit.dto';
import { AuditService } from './audit.service';
import { AuditLogResponse, AuditSummaryResponse } from './audit.shapes.dto';

/** Requests of the own account, or, for operators, of all accounts. */
@ApiTags('Audit')
@Controller('api/v1/audit-logs')
@AdminOnly()
export class AuditLogsController {
  constructor(private readonly audit: AuditService) {}

  /** List requests, newest first */
  @Get()
  @Responds([AuditLogResponse])
  listAuditLogs(@Caller() caller: Principal, @Query() query: AuditLogsQuery) {
    return this.audit.list(caller, query);
  }

  /** Get request counts, results and durations */
  @Get('summary')
  @Heavy()
  getAuditSummary(@Caller() caller: Principal, @Query() query: PeriodQuery): Promise<AuditSummaryResponse> {
    return this.audit.summary(caller, query);
  }

  /**
   * Review what has access to the account
   *
   * @remarks Lists API keys, webhooks and exchange connections, and marks those that need attention.
   */
  @Get('access-review')
  reviewAccess(@Caller() caller: Principal, @Query() query: AccessReviewQuery) {
    return this.audit.accessReview(caller, query);
  }

  /** Analyze failed requests by error, route and time */
  @Get('errors')
  @Heavy()
  analyzeErrors(@Caller() caller: Principal, @Query() query: ErrorAnalysisQuery) {
    return this.audit.errors(caller, query);
  }
}
