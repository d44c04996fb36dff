import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, OptionalAuth } from '../../../http/auth/decorators';
import { Fails, Responds } from '../../../http/openapi/documented';
import { OwnedWalletsQuery, Wallet, type WalletRequest } from '../../../http/validation/fields';
import { TaxSummaryResponse } from '../../../presenters/shapes.dto';
import { Context, RequestContext } from '../../../http/request-context';
import { RawBytes } from '../../../http/response/raw';
import { WashSalesService } from '../wash-sales/wash-sales.service';
import { CalculateService } from './calculate.service';
import { CostBasisRequest, UnrealizedRequest } from './posted.dto';
import { PostedService } from './posted.service';
import {
  HarvestQuery,
  AllLotsQuery,
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
@InSpace()
@Heavy()
@OptionalAuth('read:tax-reports')
export class CalculateController {
  constructor(
    private readonly calculate: CalculateService,
    private readonly washSales: WashSalesService,
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
  @Responds(PostedCostBasisResponse)
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
  @Responds(UnrealizedResponse, 'optionalSyncStatus', 'optionalLimit')
  @Fails('INVALID_REQUEST', 'INVALID_ADDRESS')
  calculateUnrealized(@RawBytes() body: Uint8Array, @Context() context: RequestContext) {
    return this.posted.unrealized(body, context);
  }

  /** Get unrealized gains at current prices */
  @Get('unrealized-gl/:address')
  @Responds(UnrealizedResponse, 'syncStatus', 'limit')
  getUnrealized(@Wallet() wallet: WalletRequest, @Query() query: UnrealizedQuery) {
    return this.calculate.unrealized(wallet.address, query, wallet.context);
  }

  /**
   * Calculate realized gains, losses and income
   *
   * @remarks Stores the links between lots when `persist_lineage` is true.
   */
  @Get('tax-summary/:address')
  @Responds(TaxSummaryResponse, 'syncStatus')
  calculateTaxSummary(@Wallet() wallet: WalletRequest, @Query() query: TaxSummaryQuery) {
    return this.calculate.taxSummary(wallet.address, query, wallet.context);
  }

  /** Get the complete tax report of a year */
  @Get('tax-report/:address')
  @Responds(TaxReportResponse, 'syncStatus', 'limit')
  getTaxReport(@Wallet() wallet: WalletRequest, @Query() query: TaxReportQuery) {
    return this.calculate.taxReport(wallet.address, query, wallet.context);
  }

  /** List all lots of a wallet, open lots first */
  @Get('lots/:address')
  @Responds(LotsResponse, 'syncStatus', 'limit')
  listAllLots(@Wallet() wallet: WalletRequest, @Query() query: AllLotsQuery) {
    return this.calculate.lots(wallet.address, query, wallet.context);
  }

  /**
   * List losses that the wash-sale rule disallows
   *
   * @remarks When wash sales are not enabled, lists the losses that the rule would disallow.
   */
  @Get('wash-sales/:address')
  @Responds(WashSalesResponse, 'syncStatus', 'limit')
  @Fails('PAYLOAD_TOO_LARGE')
  findWashSales(@Wallet() wallet: WalletRequest, @Query() query: WashSalesQuery) {
    return this.washSales.list(wallet.address, query, wallet.context);
  }

  /** List issues in the data of a wallet */
  @Get('reconciliation/:address')
  @Responds(ReconciliationResponse, 'syncStatus', 'limit')
  reconcileWallet(@Wallet() wallet: WalletRequest, @Query() query: OwnedWalletsQuery) {
    return this.calculate.reconciliation(wallet.address, query.owned_wallets, wallet.context);
  }

  /** List open lots that can be sold at a loss */
  @Get('tax-loss-harvesting/:address')
  @Responds(HarvestResponse, 'syncStatus', 'limit')
  findHarvestingCandidates(@Wallet() wallet: WalletRequest, @Query() query: HarvestQuery) {
    return this.calculate.harvest(wallet.address, query, wallet.context);
  }
}
