import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, OptionalAuth } from '../../../http/auth/decorators';
import { Fails, WithNotes } from '../../../http/openapi/documented';
import { OwnedWalletsQuery, WalletAddress } from '../../../http/validation/fields';
import { TaxSummaryResponse } from '../../../presenters/shapes.dto';
import { Context, RequestContext } from '../../../http/request-context';
import { RawBytes } from '../../../http/response/raw';
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

/** Calculations with plain bodies. Callers without a credential have the limits of the free plan. */
@ApiTags('Calculations')
@Controller('api/calculate')
@Heavy()
@OptionalAuth('read:tax-reports')
export class CalculateController {
  constructor(
    private readonly calculate: CalculateService,
    private readonly posted: PostedService,
  ) {}

  /**
   * Calculate lots and gains of a posted ledger
   *
   * @remarks Returns lots, disposals, income and a summary under the given method.
   */
  @Post('cost-basis')
  @HttpCode(200)
  @ApiBody({ type: CostBasisRequest })
  @ApiOkResponse({ type: PostedCostBasisResponse })
  @Fails('INVALID_REQUEST')
  calculateCostBasis(@RawBytes() body: Uint8Array, @Context() context: RequestContext) {
    return this.posted.costBasis(body, context);
  }

  /**
   * Calculate unrealized gains at given prices
   *
   * @remarks Takes a ledger in the body, or an address.
   */
  @Post('unrealized-gl')
  @HttpCode(200)
  @ApiBody({ type: UnrealizedRequest })
  @ApiOkResponse({ type: UnrealizedResponse })
  @WithNotes('syncStatus', 'addressLimit')
  @Fails('INVALID_REQUEST', 'INVALID_ADDRESS')
  calculateUnrealized(@RawBytes() body: Uint8Array, @Context() context: RequestContext) {
    return this.posted.unrealized(body, context);
  }

  /** Get unrealized gains at current prices */
  @Get('unrealized-gl/:address')
  @ApiOkResponse({ type: UnrealizedResponse })
  @WithNotes('syncStatus', 'limit')
  getUnrealized(
    @WalletAddress() address: Address,
    @Query() query: UnrealizedQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.unrealized(address, query, context);
  }

  /**
   * Calculate realized gains, losses and income
   *
   * @remarks Stores the links between lots when `persist_lineage` is true.
   */
  @Get('tax-summary/:address')
  @ApiOkResponse({ type: TaxSummaryResponse })
  @WithNotes('syncStatus')
  calculateTaxSummary(
    @WalletAddress() address: Address,
    @Query() query: TaxSummaryQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.taxSummary(address, query, context);
  }

  /** Get the complete tax report of a year */
  @Get('tax-report/:address')
  @ApiOkResponse({ type: TaxReportResponse })
  @WithNotes('syncStatus', 'limit')
  getTaxReport(
    @WalletAddress() address: Address,
    @Query() query: TaxReportQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.taxReport(address, query, context);
  }

  /** List all lots of a wallet, open lots first */
  @Get('lots/:address')
  @ApiOkResponse({ type: LotsResponse })
  @WithNotes('syncStatus', 'limit')
  listAllLots(
    @WalletAddress() address: Address,
    @Query() query: LotsQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.lots(address, query, context);
  }

  /**
   * List losses that the wash-sale rule disallows
   *
   * @remarks When wash sales are not enabled, lists the losses that the rule would disallow.
   */
  @Get('wash-sales/:address')
  @ApiOkResponse({ type: WashSalesResponse })
  @WithNotes('syncStatus', 'limit')
  @Fails('PAYLOAD_TOO_LARGE')
  findWashSales(
    @WalletAddress() address: Address,
    @Query() query: WashSalesQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.washSales(address, query, context);
  }

  /** List issues in the data of a wallet */
  @Get('reconciliation/:address')
  @ApiOkResponse({ type: ReconciliationResponse })
  @WithNotes('syncStatus')
  reconcileWallet(
    @WalletAddress() address: Address,
    @Query() query: OwnedWalletsQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.reconciliation(address, query.owned_wallets, context);
  }

  /** List open lots that can be sold at a loss */
  @Get('tax-loss-harvesting/:address')
  @ApiOkResponse({ type: HarvestResponse })
  @WithNotes('syncStatus', 'limit')
  findHarvestingCandidates(
    @WalletAddress() address: Address,
    @Query() query: HarvestQuery,
    @Context() context: RequestContext,
  ) {
    return this.calculate.harvest(address, query, context);
  }
}
