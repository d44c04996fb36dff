import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, UserNeeds } from '../../http/auth/decorators';
import { Responds } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { UnifiedHoldingsQuery, UnifiedTransactionsQuery, UnifiedYearQuery } from './unified.dto';
import { UnifiedService } from './unified.service';
import {
  UnifiedHoldingResponse,
  UnifiedSummaryResponse,
  UnifiedTaxSummaryResponse,
  UnifiedTransactionResponse,
} from './unified.shapes.dto';

/** All linked wallets and exchange accounts of the caller as one. */
@ApiTags('Unified')
@Controller('api/v1/unified')
@InSpace()
@Heavy()
export class UnifiedController {
  constructor(private readonly unified: UnifiedService) {}

  /** Get holdings over all wallets and exchange accounts */
  @Get('holdings')
  @UserNeeds('read:holdings')
  @Responds([UnifiedHoldingResponse], 'partial', 'syncStatus', 'covers')
  getUnifiedHoldings(@Query() query: UnifiedHoldingsQuery, @Context() context: RequestContext) {
    return this.unified.holdings(query, context);
  }

  /**
   * Get transactions over all wallets and exchange accounts
   *
   * @remarks With `updated_since`: the transactions that changed since, for a copy that is kept up to date.
   */
  @Get('transactions')
  @UserNeeds('read:transactions')
  @Responds([UnifiedTransactionResponse], 'syncStatus', 'limit', 'covers', 'changes')
  getUnifiedTransactions(@Query() query: UnifiedTransactionsQuery, @Context() context: RequestContext) {
    return this.unified.transactions(query, context);
  }

  /** Get the totals over all wallets and exchange accounts */
  @Get('summary')
  @UserNeeds('read:holdings')
  @Responds(UnifiedSummaryResponse, 'syncStatus', 'covers')
  getUnifiedSummary(@Context() context: RequestContext) {
    return this.unified.summary(context);
  }

  /**
   * Get the tax summary over all wallets and exchange accounts
   *
   * @remarks The whole history of every source is read first. Transfers between the sources are no sales.
   */
  @Get('tax-summary')
  @UserNeeds('read:tax-reports')
  @Responds(UnifiedTaxSummaryResponse, 'syncStatus', 'covers')
  getUnifiedTaxSummary(@Query() query: UnifiedYearQuery, @Context() context: RequestContext) {
    return this.unified.taxSummary(query, context);
  }
}
