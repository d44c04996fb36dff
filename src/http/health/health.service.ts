import { Injectable } from '@nestjs/common';
import { DependencyHealth } from '../../ports/health';
import { API_VERSION } from '../dialects';
import type { HealthReport } from './health.dto';
import { Readiness } from './readiness';

/** @source api.md 1.13 */
@Injectable()
export class HealthService {
  constructor(
    private readonly readiness: Readiness,
    private readonly dependencies: DependencyHealth,
  ) {}

  async report(): Promise<HealthReport> {
    const { checks, oldestQueuedSeconds } = await this.dependencies.check();
    const isDegraded = Object.values(checks).some((state) => state !== 'up');
    return {
      status: checks.database === 'down' ? 'down' : isDegraded ? 'degraded' : 'ok',
      version: API_VERSION,
      uptime_seconds: Math.floor(process.uptime()),
      checks,
      oldest_queued_seconds: oldestQueuedSeconds === null ? null : Math.floor(oldestQueuedSeconds),
    };
  }

  /** Also down while this process starts, migrates or shuts down. */
  async ready(): Promise<HealthReport> {
    const report = await this.report();
    return this.readiness.phase === 'ready' ? report : { ...report, status: 'down' };
  }
}
