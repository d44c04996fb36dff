import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../domain/kernel/address';
import { Heavy, Needs } from '../../http/auth/decorators';
import { Tells } from '../../http/openapi/documented';
import { OwnedWalletsQuery, WalletAddress } from '../../http/validation/fields';
import { HoldingResponse } from '../../presenters/shapes.dto';
import { Context, RequestContext } from '../../http/request-context';
import { CostBasisQuery, HoldingsQuery } from './wallets.dto';
import { WalletsService } from './wallets.service';
import {
  CostBasisResponse,
  DashboardResponse,
  HoldingsSummaryResponse,
  PositionResponse,
} from './wallets.shapes.dto';

/** Chain data of one wallet; reading it for the first time starts indexing. */
@ApiTags('wallets')
@Controller('api/v1/wallets/:address')
export class WalletsController {
  constructor(private readonly wallets: WalletsService) {}

  /** One call that draws a screen: summary, positions, tax over all years, latest transactions. */
  @Get('dashboard')
  @Heavy()
  @Needs('read:holdings')
  @ApiOkResponse({ type: DashboardResponse })
  @Tells('freshness')
  dashboard(
    @WalletAddress() address: Address,
    @Query() query: OwnedWalletsQuery,
    @Context() context: RequestContext,
  ) {
    return this.wallets.dashboard(address, query.owned_wallets, context);
  }

  /** What the wallet holds and what it cost. */
  @Get('positions')
  @Heavy()
  @Needs('read:holdings')
  @ApiOkResponse({ type: PositionResponse, isArray: true })
  @Tells('page', 'freshness', 'deposits')
  positions(
    @WalletAddress() address: Address,
    @Query() query: OwnedWalletsQuery,
    @Context() context: RequestContext,
  ) {
    return this.wallets.positions(address, query.owned_wallets, context);
  }

  /** What the wallet holds, what it cost and what it is worth now; one entry per token and chain. */
  @Get('holdings')
  @Needs('read:holdings')
  @ApiOkResponse({ type: HoldingResponse, isArray: true })
  @Tells('partial', 'freshness', 'deposits')
  holdings(
    @WalletAddress() address: Address,
    @Query() query: HoldingsQuery,
    @Context() context: RequestContext,
  ) {
    return this.wallets.holdings(address, query, context);
  }

  /** Holdings added up. */
  @Get('holdings/summary')
  @Needs('read:holdings')
  @ApiOkResponse({ type: HoldingsSummaryResponse })
  @Tells('partial', 'freshness', 'deposits')
  summary(
    @WalletAddress() address: Address,
    @Query() query: OwnedWalletsQuery,
    @Context() context: RequestContext,
  ) {
    return this.wallets.summary(address, query.owned_wallets, context);
  }

  /** Open lots in the order a method would consume them; the lots are the same for every method. */
  @Get('cost-basis')
  @Heavy()
  @Needs('read:lots')
  @ApiOkResponse({ type: CostBasisResponse })
  @Tells('freshness', 'deposits', 'limit')
  costBasis(
    @WalletAddress() address: Address,
    @Query() query: CostBasisQuery,
    @Context() context: RequestContext,
  ) {
    return this.wallets.costBasis(address, query, context);
  }
}
