export interface Checks {
  database: 'up' | 'down';
  /** `degraded`: it answers, and the oldest queued job has waited longer than QUEUE_DEGRADED_AFTER_MS. */
  queue: 'up' | 'degraded' | 'down';
  cache: 'up' | 'down';
}

export interface DependencyReport {
  checks: Checks;
  /** How long the oldest queued job that may run has waited; 0 when none waits, null when unknown. */
  oldestQueuedSeconds: number | null;
}

/** Whether what the service stands on answers now. The in-process twins of queue and cache are never down. */
export abstract class DependencyHealth {
  /** Never throws and never waits longer than two seconds. */
  abstract check(): Promise<DependencyReport>;
}
