import { Controller, Delete, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Principal } from '../../domain/access/principal';
import { CurrentPrincipal, Needs } from '../../http/auth/decorators';
import { Fails, OrFiles } from '../../http/openapi/documented';
import { PathId } from '../../http/validation/fields';
import { JobResponse } from '../../presenters/jobs.shapes.dto';
import { JobsQuery } from './jobs.dto';
import { JobsService } from './jobs.service';
import { JobDeletedResponse } from './jobs.shapes.dto';

/** Seconds after which it is worth asking again. @source api.md 1.3 */
const ASK_AGAIN = '2';

/** Results by type of job, and what a file is sent as; their shapes belong to the rooms that make them. */
const RESULTS = ['TrackResultResponse', 'PrecomputeResultResponse', 'FrozenReport'] as const;

const JobId = () => PathId('job_id', 'RESOURCE_NOT_FOUND', 'job');

/** Background jobs somebody asked for: an API key sees those it may start. */
@ApiTags('jobs')
@Controller('api/v1/jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  /** Own jobs, newest first. */
  @Get()
  @Needs()
  @ApiOkResponse({ type: JobResponse, isArray: true })
  @Fails('INVALID_ADDRESS')
  list(@Query() query: JobsQuery, @CurrentPrincipal() principal: Principal) {
    return this.jobs.list(query, principal);
  }

  /** How far a job is; says with `Retry-After` when to ask again. */
  @Get(':job_id')
  @Needs()
  @ApiOkResponse({ type: JobResponse })
  async status(
    @JobId() jobId: string,
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const job = await this.jobs.status(jobId, principal);
    if (job.status === 'queued' || job.status === 'running') response.setHeader('Retry-After', ASK_AGAIN);
    return job;
  }

  /** What a completed job came to, a file as an attachment; kept for seven days, a tax report until it is deleted. */
  @Get(':job_id/result')
  @Needs()
  @ApiOkResponse({ schema: { oneOf: RESULTS.map((name) => ({ $ref: `#/components/schemas/${name}` })) } })
  @OrFiles('text/csv', 'application/pdf', 'application/zip')
  @Fails('JOB_NOT_READY', 'JOB_FAILED')
  result(@JobId() jobId: string, @CurrentPrincipal() principal: Principal) {
    return this.jobs.result(jobId, principal);
  }

  /** Removes a job and its result; one that has not ended is cancelled. */
  @Delete(':job_id')
  @Needs()
  @ApiOkResponse({ type: JobDeletedResponse })
  remove(@JobId() jobId: string, @CurrentPrincipal() principal: Principal) {
    return this.jobs.remove(jobId, principal);
  }
}
