import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { batchCost } from '../../../http/validation/batch';
import { Heavy, InSpace, Needs } from '../../../http/auth/decorators';
import { Weight } from '../../../http/rate-limit/rate-limit.guard';
import { Context, RequestContext } from '../../../http/request-context';
import { BatchTaxSummaryService } from './batch-tax-summary.service';
import { BatchTaxSummaryInput } from './batch.dto';

@ApiTags('Batch')
@Controller('api/v1/batch')
@InSpace()
export class BatchTaxSummaryController {
  constructor(private readonly batch: BatchTaxSummaryService) {}

  /**
   * Summarize taxes of several wallets and their sum
   *
   * @remarks A failed row does not affect the other rows. Each address counts as one request.
   */
  @Post('tax-summary')
  @HttpCode(200)
  @Heavy()
  @Needs('read:tax-reports')
  @Weight(batchCost)
  batchTaxSummaries(@Body() body: BatchTaxSummaryInput, @Context() context: RequestContext) {
    return this.batch.summaries(body, context);
  }
}
