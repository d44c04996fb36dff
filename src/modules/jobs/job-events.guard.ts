import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../domain/kernel/errors';
import { contextOf } from '../../http/request-context';
import { whenClosed } from '../../http/request/when-closed';
import { UUID } from '../../http/validation/fields';
import { JobEvents } from './job-events.service';
import { JobsService } from './jobs.service';

/** Refuses a stream before its status line is sent. */
@Injectable()
export class JobEventsGuard implements CanActivate {
  constructor(
    private readonly jobs: JobsService,
    private readonly events: JobEvents,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND for the job, RATE_LIMIT_EXCEEDED for too many streams */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const { principal, caller } = contextOf(request);
    const id = String(request.params['job_id']).toLowerCase();
    if (!UUID.test(id)) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'job' });
    await this.jobs.status(id, principal);
    whenClosed(http.getResponse<Response>(), this.events.reserve(caller));
    return true;
  }
}
