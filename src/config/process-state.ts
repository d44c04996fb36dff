/** The role of this process, injected by class. Only entry files write it, before the app is initialised. */
export class ProcessState {
  /** True when the process runs background jobs. False in an API process with separate workers. */
  runsJobs = true;
}
