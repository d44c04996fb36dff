import type { MessagePort } from 'node:worker_threads';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { expose } from 'comlink';
import { AccountChanges } from '../../common/account-changes';
import { ProcessState } from '../../common/process-state';
import { StoredChanges } from '../../common/stored-changes';
import { Cache } from '../../ports/cache';
import { Metrics } from '../../ports/metrics';
import { OutcomeWatch } from './outcome-watch';
import { Processors } from './wake-up/processors';
import type { JobThreadApi, RequestThreadApi } from '../threads/contracts';
import { JobThread } from '../threads/job-thread';
import { RequestThread } from '../threads/request-thread';

/** Connects the request thread and the job thread of a process. */
@Injectable()
export class ThreadOffers implements OnApplicationBootstrap {
  constructor(
    private readonly state: ProcessState,
    private readonly cache: Cache,
    private readonly changes: StoredChanges,
    private readonly accounts: AccountChanges,
    private readonly outcomes: OutcomeWatch,
    private readonly processors: Processors,
    private readonly metrics: Metrics,
    private readonly jobThread: JobThread,
    private readonly requestThread: RequestThread,
  ) {}

  onApplicationBootstrap(): void {
    const { requestThread } = this.state;
    if (requestThread === null) return;
    this.accounts.onChange(() => this.requestThread.noteAccountChange());
    const offered: JobThreadApi = {
      call: (work) => void this.processors.call(work),
      measured: () => this.metrics.measured(),
    };
    expose(offered, requestThread);
  }

  /** In the thread that serves requests. @param port to a job thread that has just started */
  attach(port: MessagePort): void {
    const offered: RequestThreadApi = {
      noteChange: () => this.changes.note(),
      noteAccountChange: () => this.accounts.note(),
      reportOutcome: (jobId, outcome) => this.outcomes.report(jobId, outcome),
      cacheGet: (key) => this.cache.get(key),
      cacheSet: (key, value, ttlMs) => this.cache.set(key, value, ttlMs),
      cacheClear: (prefix) => this.cache.clear(prefix),
    };
    this.jobThread.attach(port, offered);
    this.metrics.include(() => this.jobThread.measured());
  }

  /** The job thread has ended. Its stored changes are checked. */
  detach(): void {
    this.jobThread.detach();
    this.changes.note();
  }
}
