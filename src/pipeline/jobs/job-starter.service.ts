import { Injectable } from '@nestjs/common';
import type { Principal } from '../../domain/access/principal';
import { ownerOf, USER_JOBS, type UserJob, type UserJobType } from '../../domain/jobs/user-job';
import type { Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { JobRecords } from '../../ports/storage/job-records';
import { Jobs, type JobPayloads } from '../../ports/work/jobs';

@Injectable()
export class JobStarter {
  constructor(
    private readonly jobs: Jobs,
    private readonly records: JobRecords,
  ) {}

  /**
   * Returns the active job of the same caller and key instead of a second one.
   * @param key unique within the owner's jobs of that type
   * @param address null for a job that is about no wallet
   * @param params request parameters in wire form
   * @throws AppError UNAUTHORIZED for a caller without a credential
   */
  async start<T extends UserJobType>(
    type: T,
    key: string,
    address: Address | null,
    principal: Principal,
    { payload, params }: { payload: JobPayloads[T]; params: Readonly<Record<string, unknown>> },
  ): Promise<UserJob> {
    const owner = ownerOf(principal);
    if (owner === null) throw new AppError('UNAUTHORIZED');
    const { jobId } = await this.jobs.enqueue(type, `${owner}|${key}`, payload, {
      owner,
      address: address && { value: address.value, given: address.given },
      params,
      keepsResult: USER_JOBS[type].keepsResult,
    });
    const job = await this.records.get(owner, jobId);
    if (!job) throw new AppError('CONFLICT', { resource: 'job' });
    return job;
  }
}
