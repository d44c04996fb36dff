/** The role of this process, injected by class. */
export class ProcessState {
  /** @param runsJobs true when the process runs background work. False in an API process with separate workers */
  constructor(readonly runsJobs = true) {}
}
