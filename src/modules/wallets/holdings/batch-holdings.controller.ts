import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { batchCost } from '../../../http/validation/batch';
import { Heavy, InSpace, Needs } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { Weight } from '../../../http/rate-limit/rate-limit.guard';
import { Context, RequestContext } from '../../../http/request-context';
import { BatchHoldingsService } from './batch-holdings.service';
import { BatchHoldingsInput } from './batch.dto';

@ApiTags('Batch')
@Controller('api/v1/batch')
@InSpace()
export class BatchHoldingsController {
  constructor(private readonly batch: BatchHoldingsService) {}

  /**
   * List the holdings of several wallets
   *
   * @remarks A failed row does not affect the other rows. Each address counts as one request.
   */
  @Post('holdings')
  @HttpCode(200)
  @Heavy()
  @Needs('read:holdings')
  @Weight(batchCost)
  @Fails('INVALID_ADDRESS')
  batchHoldings(@Body() body: BatchHoldingsInput, @Context() context: RequestContext) {
    return this.batch.holdings(body, context);
  }
}
