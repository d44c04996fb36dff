import { Injectable } from '@nestjs/common';
import { type Remote, wrap } from 'comlink';
import { ProcessState } from '../../common/process-state';
import type { JobOutcome } from '../../ports/work/jobs';
import type { RequestThreadApi } from './contracts';

/** The thread that serves requests beside this one, which runs jobs. Elsewhere there is none, and nothing is sent. */
@Injectable()
export class RequestThread {
  readonly #remote: Remote<RequestThreadApi> | null;

  constructor({ requestThread }: ProcessState) {
    this.#remote = requestThread && wrap<RequestThreadApi>(requestThread);
  }

  get remote(): Remote<RequestThreadApi> | null {
    return this.#remote;
  }

  noteChange(): void {
    void this.#remote?.noteChange();
  }

  reportOutcome(jobId: string, outcome: JobOutcome): void {
    void this.#remote?.reportOutcome(jobId, outcome);
  }
}
