import { Injectable } from '@nestjs/common';
import type { Principal } from '../../domain/access/principal';
import { isJobFile, type JobFile } from '../../domain/jobs/job-file';
import { isEnded, jobTypesOf, ownerOf, type UserJob } from '../../domain/jobs/user-job';
import { parseAddress } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { Download } from '../../http/response/download';
import { toJob, toJobError } from '../../presenters/job.presenter';
import { toProgress, type toLimit } from '../../presenters/sync-status.presenter';
import type { JobResponse } from '../../presenters/jobs.shapes.dto';
import { pagingOf } from '../../http/queries/cursor';
import { reply, type Reply } from '../../http/reply';
import { IndexingProgressService } from '../../pipeline/history/indexing-progress.service';
import { JobRecords } from '../../ports/storage/job-records';
import type { JobsQuery } from './jobs.dto';
import type { JobDeletedResponse } from './jobs.shapes.dto';

/** A job of another user does not exist. */
@Injectable()
export class JobsService {
  constructor(
    private readonly records: JobRecords,
    private readonly progress: IndexingProgressService,
  ) {}

  /** @throws AppError INVALID_ADDRESS naming the field, for a filter that is no address */
  async list(query: JobsQuery, principal: Principal): Promise<Reply<JobResponse[]>> {
    const paging = pagingOf(query, 'jobs', ['number', 'uuid']);
    const owner = ownerOf(principal);
    const types = jobTypesOf(principal).filter((type) => query.type === undefined || type === query.type);
    const address = query.address === undefined ? undefined : valueOf(query.address);
    const page =
      owner === null
        ? { ...paging.request, items: [], total: 0 }
        : await this.records.list(owner, { types, status: query.status, address }, paging.request);
    return reply(page.items.map(toJob), { pagination: paging.paginationOf(page) });
  }

  async status(jobId: string, principal: Principal): Promise<JobResponse> {
    const { job } = await this.find(jobId, principal);
    return { ...toJob(job), ...(await this.indexingOf(job)) };
  }

  /** Read progress of the wallet of a running job. Empty once the wallet is read completely. */
  private async indexingOf({ status, given }: UserJob): Promise<Pick<JobResponse, 'indexing'>> {
    if (given === null || isEnded(status)) return {};
    const progress = await this.progress.of([parseAddress(given)]);
    const isDone = progress.chainsDone === progress.chainsTotal && progress.etaSeconds === null;
    return isDone ? {} : { indexing: toProgress(progress) };
  }

  /**
   * A file comes as an attachment. @throws AppError JOB_NOT_READY, JOB_FAILED; RESOURCE_NOT_FOUND also after its time
   */
  async result(jobId: string, principal: Principal): Promise<unknown> {
    const { owner, job } = await this.find(jobId, principal);
    if (job.status === 'completed') {
      const result = await this.records.result(owner, jobId);
      return isJobFile(result) ? toDownload(result) : reply(result, { meta: cutOf(result) });
    }
    const { status, progress } = job;
    if (!isEnded(status)) throw new AppError('JOB_NOT_READY', { status, progress });
    throw new AppError('JOB_FAILED', { status, error: toJobError(job) });
  }

  /** Cancels a job that has not ended. @throws AppError CONFLICT for the report of a frozen tax year */
  async remove(jobId: string, principal: Principal): Promise<JobDeletedResponse> {
    const { owner } = await this.find(jobId, principal);
    const status = await this.records.remove(owner, jobId);
    if (status === null) throw missing();
    if (status === 'filed') throw new AppError('CONFLICT', { resource: 'filed_year' });
    return { deleted: true, job_id: jobId, was_cancelled: !isEnded(status) };
  }

  private async find(jobId: string, principal: Principal): Promise<{ owner: string; job: UserJob }> {
    const owner = ownerOf(principal);
    const job = owner === null ? null : await this.records.get(owner, jobId);
    if (owner === null || !job || !jobTypesOf(principal).includes(job.type)) throw missing();
    return { owner, job };
  }
}

const toDownload = ({ file: { name, type, base64 }, ...facts }: JobFile): Download =>
  new Download(
    [Buffer.from(base64, 'base64')],
    { name, type },
    { ...facts.headers, 'X-Report-Id': facts.report_id, 'X-Input-Hash': facts.input_hash },
  );

/** What the plan hides of a report, stated beside the report too. */
function cutOf(result: unknown): Record<string, unknown> {
  const { is_limited, tx_limit, tx_total } = (result ?? {}) as Partial<ReturnType<typeof toLimit>>;
  return is_limited === undefined ? {} : { is_limited, tx_limit, ...(is_limited && { tx_total }) };
}

const missing = (): AppError => new AppError('RESOURCE_NOT_FOUND', { resource: 'job' });

function valueOf(address: string): string {
  try {
    return parseAddress(address).value;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.details, { field: 'address' });
  }
}
