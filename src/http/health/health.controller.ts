import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Response } from 'express';
import { Public } from '../auth/decorators';
import { HealthReport, Liveness } from './health.dto';
import { HealthService } from './health.service';

const DOWN = { type: HealthReport, description: 'down: the same report' };

/** @source api.md 1.13 */
@ApiTags('Health')
@Controller()
@Public()
@SkipThrottle()
export class HealthController {
  constructor(private readonly standing: HealthService) {}

  /**
   * Check that the process answers
   *
   * @remarks Reads nothing: it answers as long as the process can.
   */
  @Get('api/v1/health')
  getLiveness(): Liveness {
    return { status: 'ok' };
  }

  /**
   * Get the state of the service and its dependencies
   *
   * @remarks Returns 503 when the database is down.
   */
  @Get(['health', 'api/health'])
  @ApiServiceUnavailableResponse(DOWN)
  async getHealth(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    return answer(await this.standing.report(), response);
  }

  /**
   * Check that the service is ready for requests
   *
   * @remarks Returns what /health returns. It also returns 503 while the process starts, migrates or shuts down.
   */
  @Get(['health/ready', 'api/health/ready'])
  @ApiServiceUnavailableResponse(DOWN)
  async getReadiness(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    return answer(await this.standing.ready(), response);
  }
}

function answer(report: HealthReport, response: Response): HealthReport {
  response.status(report.status === 'down' ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.OK);
  return report;
}
