import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Response } from 'express';
import { Public } from '../auth/decorators';
import { HealthReport, Liveness } from './health.dto';
import { HealthService } from './health.service';

/** @source api.md 1.13 */
@ApiTags('Health')
@Controller()
@Public()
@SkipThrottle()
export class HealthController {
  constructor(private readonly standing: HealthService) {}

  /** Connectivity check: answers while the process can, and touches nothing. */
  @Get('api/v1/health')
  liveness(): Liveness {
    return { status: 'ok' };
  }

  /** What the service stands on; 503 when the database is down. */
  @Get(['health', 'api/health'])
  async health(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    return answer(await this.standing.report(), response);
  }

  /** As /health, and 503 too while this process is starting, migrating or shutting down. */
  @Get(['health/ready', 'api/health/ready'])
  async ready(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    return answer(await this.standing.ready(), response);
  }
}

function answer(report: HealthReport, response: Response): HealthReport {
  response.status(report.status === 'down' ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.OK);
  return report;
}
