/**
 * What this process is for; injected by class. Written by the entry files alone, before the app is initialised.
 */
export class ProcessState {
  /** Takes background jobs. False in an API process that has workers beside it. */
  runsJobs = true;
}
