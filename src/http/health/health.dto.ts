/** Answer of the liveness check. */
export class Liveness {
  status!: 'ok';
}

/** Each thing the service stands on. */
export class DependencyStates {
  /** `degraded`: the database of some wallets is down, or a disk is full: reads are served, and nothing is stored. */
  database!: 'up' | 'degraded' | 'down';
  /** `degraded`: jobs wait longer than they should. */
  queue!: 'up' | 'degraded' | 'down';
  cache!: 'up' | 'down';
}

/** Answer of the health and readiness checks. */
export class HealthReport {
  /** `degraded`: slower, but serving; `down`: 503. */
  status!: 'ok' | 'degraded' | 'down';
  version!: string;
  uptime_seconds!: number;
  checks!: DependencyStates;
  /** How long the oldest queued job that may run has waited; 0 when none waits, null without a database. */
  oldest_queued_seconds!: number | null;
}
