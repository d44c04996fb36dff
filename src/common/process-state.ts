import type { MessagePort } from 'node:worker_threads';

/** The role of this process, or of this thread where requests and jobs have one each. Injected by class. */
export class ProcessState {
  /**
   * @param runsJobs false when another thread or process runs background work
   * @param computesForOthers true when others answer from what is stored here
   * @param requestThread the thread that serves requests, in the thread that runs jobs beside it
   */
  constructor(
    readonly runsJobs = true,
    readonly computesForOthers = false,
    readonly requestThread: MessagePort | null = null,
  ) {}
}
