/** Answer of the liveness check. */
export class Liveness {
  status!: 'ok';
}

/** Each thing the service stands on. */
export class DependencyStates {
  database!: 'up' | 'down';
  queue!: 'up' | 'down';
  cache!: 'up' | 'down';
}

/** Answer of the health and readiness checks. */
export class HealthReport {
  /** `degraded`: slower, but serving; `down`: 503. */
  status!: 'ok' | 'degraded' | 'down';
  version!: string;
  uptime_seconds!: number;
  checks!: DependencyStates;
}
