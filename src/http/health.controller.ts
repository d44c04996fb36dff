import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Response } from 'express';
import { DependencyHealth } from '../ports/health';
import { Public } from './decorators';
import { API_VERSION } from './dialects';
import { HealthReport, Liveness } from './health.dto';
import { Readiness } from './readiness';

/** @source api.md 1.13 */
@ApiTags('Health')
@Controller()
@Public()
@SkipThrottle()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly dependencies: DependencyHealth,
  ) {}

  /** Connectivity check: answers while the process can, and touches nothing. */
  @Get('api/v1/health')
  liveness(): Liveness {
    return { status: 'ok' };
  }

  /** What the service stands on; 503 when the database is down. */
  @Get(['health', 'api/health'])
  async health(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    return this.answer(await this.report(), response);
  }

  /** As /health, and 503 too while this process is starting, migrating or shutting down. */
  @Get(['health/ready', 'api/health/ready'])
  async ready(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    const report = await this.report();
    return this.answer(this.readiness.phase === 'ready' ? report : { ...report, status: 'down' }, response);
  }

  private async report(): Promise<HealthReport> {
    const checks = await this.dependencies.check();
    const isDegraded = Object.values(checks).includes('down');
    return {
      status: checks.database === 'down' ? 'down' : isDegraded ? 'degraded' : 'ok',
      version: API_VERSION,
      uptime_seconds: Math.floor(process.uptime()),
      checks,
    };
  }

  private answer(report: HealthReport, response: Response): HealthReport {
    response.status(report.status === 'down' ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.OK);
    return report;
  }
}
