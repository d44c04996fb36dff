import { Controller, Delete, Get, Query, Req, Res, Sse, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { EMPTY } from 'rxjs';
import type { Principal } from '../../domain/access/principal';
import { isEnded } from '../../domain/jobs/user-job';
import { Caller, InSpace, Needs, OpenEnded } from '../../http/auth/decorators';
import { Context, RequestContext } from '../../http/request-context';
import { Fails, OrFiles, Responds } from '../../http/openapi/documented';
import { PathId } from '../../http/validation/fields';
import { JobResponse } from '../../presenters/jobs.shapes.dto';
import { JobEventsGuard } from './job-events.guard';
import { JobEvents } from './job-events.service';
import { JobsQuery } from './jobs.dto';
import { JobsService } from './jobs.service';

/** Seconds after which it is worth asking again. @source api.md 1.3 */
const ASK_AGAIN = '2';

/** Results by type of job, and what a file is sent as; their shapes belong to the modules that make them. */
const RESULTS = ['TrackResultResponse', 'PrecomputeResultResponse', 'FrozenReport'] as const;

const WAITING = {
  'Retry-After': {
    description: 'seconds to wait, while the job is queued or running',
    schema: { type: 'integer' },
  },
} as const;

const JobId = () => PathId('job_id', 'RESOURCE_NOT_FOUND', 'job');

/** Background jobs of the caller. An API key reads only jobs of types that it may start. */
@ApiTags('Jobs')
@Controller('api/v1/jobs')
@InSpace('report')
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly events: JobEvents,
  ) {}

  /** List own jobs, newest first */
  @Get()
  @Needs()
  @Responds([JobResponse])
  @Fails('INVALID_ADDRESS')
  listJobs(@Query() query: JobsQuery, @Caller() caller: Principal) {
    return this.jobs.list(query, caller);
  }

  /**
   * Get the status and progress of a job
   *
   * @remarks While the job is queued or running, `Retry-After` gives the seconds to wait before the next request.
   */
  @Get(':job_id')
  @Needs()
  @Responds({ type: JobResponse, headers: WAITING })
  async getJob(
    @JobId() jobId: string,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const job = await this.jobs.status(jobId, caller);
    if (!isEnded(job.status)) response.setHeader('Retry-After', ASK_AGAIN);
    return job;
  }

  /**
   * Follow a job as server-sent events
   *
   * @remarks `progress` events carry the job as it is now, at once and with each change; `end` is the last. A comment is
   * sent every 15 seconds. The stream ends with the job, with its credential, after 15 minutes, and when the process stops:
   * connect again. A user has at most 10 streams at once, a partner 100.
   */
  @Sse(':job_id/events')
  @Needs()
  @OpenEnded()
  @UseGuards(JobEventsGuard)
  @Responds({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  followJob(@JobId() jobId: string, @Context() context: RequestContext, @Req() { method }: Request) {
    // The answer to HEAD has no body: it would end with the job, and hold up what follows on the connection.
    return method === 'HEAD' ? EMPTY : this.events.of(jobId, context);
  }

  /**
   * Get the result of a completed job
   *
   * @remarks A file is returned as an attachment. Results are stored for seven days; a tax report is stored until it
   * is deleted.
   */
  @Get(':job_id/result')
  @Needs()
  @Responds(
    { schema: { oneOf: RESULTS.map((name) => ({ $ref: `#/components/schemas/${name}` })) } },
    'optionalLimit',
  )
  @OrFiles('text/csv', 'application/pdf', 'application/zip')
  @Fails('JOB_NOT_READY', 'JOB_FAILED')
  getJobResult(@JobId() jobId: string, @Caller() caller: Principal) {
    return this.jobs.result(jobId, caller);
  }

  /**
   * Delete a job and its result
   *
   * @remarks A job that is queued or running is cancelled. The report of a frozen tax year is not deleted.
   */
  @Delete(':job_id')
  @Needs()
  @Fails('CONFLICT')
  deleteJob(@JobId() jobId: string, @Caller() caller: Principal) {
    return this.jobs.remove(jobId, caller);
  }
}
