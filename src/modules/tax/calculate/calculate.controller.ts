import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, OptionalAuth } from '../../../http/auth/decorators';
import { Fails, Tells } from '../../../http/openapi/documented';
import { OwnedWalletsQuery, WalletAddress } from '../../../http/validation/fields';
import { TaxSummaryResponse } from '../../../presenters/shapes.dto';
import { Context, RequestContext } from '../../../http/request-context';
import { CalculateService } from './calculate.service';
import { CostBasisRequest, UnrealizedRequest } from './posted.dto';
import { PostedService } from './posted.service';
import {
  HarvestQuery,
  LotsQuery,
  TaxReportQuery,
  TaxSummaryQuery,
  UnrealizedQuery,
  WashSalesQuery,
} from '../tax.dto';
import {
  HarvestResponse,
  LotsResponse,
  PostedCostBasisResponse,
  ReconciliationResponse,
  TaxReportResponse,
  UnrealizedResponse,
  WashSalesResponse,
} from '../tax.shapes.dto';

/** The calculation family: plain bodies, open to callers without a credential under the limits of the free plan. */
@ApiTags('calculate')
@Controller('api/calculate')
@Heavy()
@OptionalAuth('read:tax-reports')
export class CalculateController {
  constructor(
    private readonly calculate: CalculateService,
    private readonly posted: PostedService,
  ) {}

  /** Lots, disposals, income and summary of a ledger sent in the body, under any method. */
  @Post('cost-basis')
  @HttpCode(200)
  @ApiOkResponse({ type: PostedCostBasisResponse })
  @Fails('INVALID_REQUEST')
  costBasis(@Body() request: CostBasisRequest, @Context() context: RequestContext) {
    return this.posted.costBasis(request, context);
  }

  /** Unrealized gain and loss at given prices, of a ledger in the body or of an address. */
  @Post('unrealized-gl')
  @HttpCode(200)
  @ApiOkResponse({ type: UnrealizedResponse })
  @Tells('freshness', 'addressLimit')
  @Fails('INVALID_REQUEST', 'INVALID_ADDRESS')
  unrealizedAt(@Body() request: UnrealizedRequest, @Context() context: RequestContext) {
    return this.posted.unrealized(request, context);
  }

  /** Unrealized gain and loss at current prices. */
  @Get('unrealized-gl/:address')
  @ApiOkResponse({ type: UnrealizedResponse })
  @Tells('freshness', 'limit')
  unrealized(
    @WalletAddress() address: Address,
    @Query() query: UnrealizedQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.unrealized(address, query, context);
  }

  /** Realized gains and losses, income and counts; on request the links between lots are kept. */
  @Get('tax-summary/:address')
  @ApiOkResponse({ type: TaxSummaryResponse })
  @Tells('freshness')
  taxSummary(
    @WalletAddress() address: Address,
    @Query() query: TaxSummaryQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.taxSummary(address, query, context);
  }

  /** Everything about one year in one answer. */
  @Get('tax-report/:address')
  @ApiOkResponse({ type: TaxReportResponse })
  @Tells('freshness', 'limit')
  taxReport(
    @WalletAddress() address: Address,
    @Query() query: TaxReportQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.taxReport(address, query, context);
  }

  /** Every lot of a wallet, open ones first. */
  @Get('lots/:address')
  @ApiOkResponse({ type: LotsResponse })
  @Tells('freshness', 'limit')
  lots(@WalletAddress() address: Address, @Query() query: LotsQuery, @Context() context: RequestContext) {
    return this.calculate.lots(address, query, context);
  }

  /** Losses the wash-sale rule disallows, or would. */
  @Get('wash-sales/:address')
  @ApiOkResponse({ type: WashSalesResponse })
  @Tells('freshness', 'limit')
  washSales(
    @WalletAddress() address: Address,
    @Query() query: WashSalesQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.washSales(address, query, context);
  }

  /** What is doubtful in the data. */
  @Get('reconciliation/:address')
  @ApiOkResponse({ type: ReconciliationResponse })
  @Tells('freshness')
  reconciliation(
    @WalletAddress() address: Address,
    @Query() query: OwnedWalletsQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.reconciliation(address, query.owned_wallets, context);
  }

  /** Open lots that could be sold at a loss. */
  @Get('tax-loss-harvesting/:address')
  @ApiOkResponse({ type: HarvestResponse })
  @Tells('freshness', 'limit')
  harvest(
    @WalletAddress() address: Address,
    @Query() query: HarvestQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.harvest(address, query, context);
  }
}
