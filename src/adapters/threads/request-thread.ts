import { Injectable } from '@nestjs/common';
import { type Remote, wrap } from 'comlink';
import { ProcessState } from '../../common/process-state';
import type { JobOutcome } from '../../ports/work/jobs';
import type { RequestThreadApi } from './contracts';

/** Each report is a hint: the other thread also checks the database. */
const ignore = (): void => undefined;

/** The request thread beside this job thread. Without one nothing is sent. */
@Injectable()
export class RequestThread {
  readonly remote: Remote<RequestThreadApi> | null;

  constructor({ requestThread }: ProcessState) {
    this.remote = requestThread && wrap<RequestThreadApi>(requestThread);
  }

  noteChange(): void {
    this.remote?.noteChange().catch(ignore);
  }

  noteAccountChange(): void {
    this.remote?.noteAccountChange().catch(ignore);
  }

  reportOutcome(jobId: string, outcome: JobOutcome): void {
    this.remote?.reportOutcome(jobId, outcome).catch(ignore);
  }
}
