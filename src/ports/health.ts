export interface Checks {
  /** `degraded`: its disk is full. */
  database: 'up' | 'degraded' | 'down';
  /**
   * `degraded`: the queue answers, and the oldest queued job has waited longer than QUEUE_DEGRADED_AFTER_MS.
   */
  queue: 'up' | 'degraded' | 'down';
  cache: 'up' | 'down';
}

export interface DependencyReport {
  checks: Checks;
  /** Waiting time of the oldest queued job that may run. 0 when none waits, null when unknown. */
  oldestQueuedSeconds: number | null;
}

/** Checks whether the dependencies of the service answer. The in-process queue and cache are never down. */
export abstract class DependencyHealth {
  /** Never throws and never waits longer than two seconds. */
  abstract check(): Promise<DependencyReport>;
}
