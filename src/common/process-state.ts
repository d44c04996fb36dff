import type { MessagePort } from 'node:worker_threads';

/** What this process does, or this thread where a process has one for requests and one for jobs. Injected by class. */
export class ProcessState {
  /**
   * @param runsJobs true when background work runs here. False where another thread or process does it
   * @param computesForOthers true when others answer from what is stored here
   * @param requestThread the thread that serves requests, in the thread that runs jobs beside it
   */
  constructor(
    readonly runsJobs = true,
    readonly computesForOthers = false,
    readonly requestThread: MessagePort | null = null,
  ) {}
}
