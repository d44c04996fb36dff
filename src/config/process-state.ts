/**
 * What this process is for and how far along its life is; injected by class. Written by the entry files alone
 * (before the app is initialised, and at shutdown), read by everyone.
 */
export class ProcessState {
  /** Takes background jobs. False in an API process beside workers. */
  runsJobs = true;
  /** Answers requests and has finished booting. */
  ready = false;
  /** Shutting down: readiness answers 503, connections are let go, nothing new is begun. */
  draining = false;
}
