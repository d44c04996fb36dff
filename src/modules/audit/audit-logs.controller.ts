import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { AdminOnly, CurrentPrincipal, Heavy } from '../../http/auth/decorators';
import { AccessReviewQuery, AuditLogsQuery, ErrorAnalysisQuery, PeriodQuery } from './audit.dto';
import { AuditService } from './audit.service';
import {
  AccessReviewResponse,
  AuditLogResponse,
  AuditSummaryResponse,
  ErrorAnalysisResponse,
} from './audit.shapes.dto';

/** What was asked of the service: of the own account, or, for operators, by everybody. */
@ApiTags('Audit')
@Controller('api/v1/audit-logs')
@AdminOnly()
export class AuditLogsController {
  constructor(private readonly audit: AuditService) {}

  /** Requests, newest first. */
  @Get()
  @ApiOkResponse({ type: AuditLogResponse, isArray: true })
  list(@CurrentPrincipal() principal: Principal, @Query() query: AuditLogsQuery) {
    return this.audit.list(principal, query);
  }

  /** How many requests, how they ended and how long they took. */
  @Get('summary')
  @Heavy()
  summary(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PeriodQuery,
  ): Promise<AuditSummaryResponse> {
    return this.audit.summary(principal, query);
  }

  /** What opens the account: keys, webhooks, accounts at exchanges, and what of it deserves a look. */
  @Get('access-review')
  accessReview(
    @CurrentPrincipal() principal: Principal,
    @Query() query: AccessReviewQuery,
  ): Promise<AccessReviewResponse> {
    return this.audit.accessReview(principal, query);
  }

  /** What failed, where and when. */
  @Get('errors')
  @Heavy()
  errors(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ErrorAnalysisQuery,
  ): Promise<ErrorAnalysisResponse> {
    return this.audit.errors(principal, query);
  }
}
