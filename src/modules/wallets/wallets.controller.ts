import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StoredAnswer } from '../../http/stored-answer';
import { Heavy, InSpace, Needs } from '../../http/auth/decorators';
import { Responds } from '../../http/openapi/documented';
import { OwnedWalletsQuery, Wallet, type WalletRequest } from '../../http/validation/fields';
import { HoldingResponse } from '../../presenters/shapes.dto';
import { CostBasisQuery, HoldingsQuery, HoldingsSummaryQuery } from './wallets.dto';
import { WalletsService } from './wallets.service';
import {
  CostBasisResponse,
  DashboardResponse,
  HoldingsSummaryResponse,
  PositionResponse,
} from './wallets.shapes.dto';

/** Data of one wallet. The first read of a wallet starts indexing. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address')
@InSpace()
export class WalletsController {
  constructor(private readonly wallets: WalletsService) {}

  /**
   * Get the data of a wallet dashboard
   *
   * @remarks Returns the summary, positions, taxes of all years and latest transactions in one response.
   */
  @Get('dashboard')
  @StoredAnswer('current')
  @Heavy()
  @Needs('read:holdings')
  @Responds(DashboardResponse, 'syncStatus', 'limit')
  getDashboard(@Wallet() wallet: WalletRequest, @Query() query: OwnedWalletsQuery) {
    return this.wallets.dashboard(wallet.address, query.owned_wallets, wallet.context);
  }

  /** List positions with cost basis */
  @Get('positions')
  @StoredAnswer('current')
  @Heavy()
  @Needs('read:holdings')
  @Responds([PositionResponse], 'page', 'syncStatus', 'deposits')
  listPositions(@Wallet() wallet: WalletRequest, @Query() query: OwnedWalletsQuery) {
    return this.wallets.positions(wallet.address, query.owned_wallets, wallet.context);
  }

  /**
   * List holdings with cost basis and current value
   *
   * @remarks One entry per token and chain. With `as_of`, the holdings of the history until the end of that day.
   */
  @Get('holdings')
  @StoredAnswer('current')
  @Needs('read:holdings')
  @Responds([HoldingResponse], 'partial', 'syncStatus', 'deposits')
  listHoldings(@Wallet() wallet: WalletRequest, @Query() query: HoldingsQuery) {
    return this.wallets.holdings(wallet.address, query, wallet.context);
  }

  /** Get the totals of all holdings */
  @Get('holdings/summary')
  @StoredAnswer('current')
  @Needs('read:holdings')
  @Responds(HoldingsSummaryResponse, 'partial', 'syncStatus', 'deposits')
  getHoldingsSummary(@Wallet() wallet: WalletRequest, @Query() query: HoldingsSummaryQuery) {
    return this.wallets.summary(wallet.address, query, wallet.context);
  }

  /**
   * List open lots in consumption order
   *
   * @remarks The order depends on the method. The lots are the same for every method.
   */
  @Get('cost-basis')
  @StoredAnswer('current')
  @Heavy()
  @Needs('read:lots')
  @Responds(CostBasisResponse, 'syncStatus', 'deposits', 'limit')
  getCostBasis(@Wallet() wallet: WalletRequest, @Query() query: CostBasisQuery) {
    return this.wallets.costBasis(wallet.address, query, wallet.context);
  }
}
