import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Response } from 'express';
import { AppError } from '../../domain/kernel/errors';
import { Metrics } from '../../ports/metrics';
import { ScrapersOnly } from '../auth/decorators';
import { RawResponse } from '../reply';

/** For the operator's Prometheus, not a part of the API. @source operating.md */
@ApiExcludeController()
@Controller()
@ScrapersOnly()
@SkipThrottle()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** What this process has measured, in the text format of Prometheus. */
  @Get('metrics')
  async read(@Res({ passthrough: true }) response: Response): Promise<RawResponse> {
    const page = await this.metrics.text();
    if (!page) throw new AppError('RESOURCE_NOT_FOUND');
    response.setHeader('Content-Type', page.type);
    return new RawResponse(page.body);
  }
}
