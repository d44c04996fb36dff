import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { Caller, UserNeeds } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { PageQuery, WalletAddress } from '../../http/validation/fields';
import {
  CreatePortfolioRequest,
  PortfolioAddressInput,
  UpdatePortfolioRequest,
  PortfolioId,
} from './portfolios.dto';
import { PortfoliosService } from './portfolios.service';
import { DeletedPortfolioResponse, PortfolioResponse } from './portfolios.shapes.dto';

/** The caller's portfolios: named groups of wallets of one taxpayer. */
@ApiTags('Portfolios')
@Controller('api/v1/portfolios')
@UserNeeds('write:portfolios')
export class PortfoliosController {
  constructor(private readonly portfolios: PortfoliosService) {}

  /** List portfolios, newest first */
  @Get()
  @ApiOkResponse({ type: PortfolioResponse, isArray: true })
  listPortfolios(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.portfolios.list(caller, query);
  }

  /**
   * Create a portfolio
   *
   * @remarks Its wallets are indexed in the background.
   */
  @Post()
  @ApiCreatedResponse({ type: PortfolioResponse })
  @Fails('WALLET_LIMIT_EXCEEDED', 'INVALID_ADDRESS')
  createPortfolio(@Caller() caller: Principal, @Body() body: CreatePortfolioRequest) {
    return this.portfolios.create(caller, body);
  }

  /** Get a portfolio with its addresses */
  @Get(':portfolio_id')
  @ApiOkResponse({ type: PortfolioResponse })
  getPortfolio(@Caller() caller: Principal, @PortfolioId() id: string) {
    return this.portfolios.get(caller, id);
  }

  /**
   * Update a portfolio
   *
   * @remarks Absent fields keep their value. `metadata` is replaced as a whole.
   */
  @Put(':portfolio_id')
  @ApiOkResponse({ type: PortfolioResponse })
  updatePortfolio(
    @Caller() caller: Principal,
    @PortfolioId() id: string,
    @Body() body: UpdatePortfolioRequest,
  ) {
    return this.portfolios.update(caller, id, body);
  }

  /**
   * Delete a portfolio
   *
   * @remarks Manual entries of its wallets are kept.
   */
  @Delete(':portfolio_id')
  @ApiOkResponse({ type: DeletedPortfolioResponse })
  deletePortfolio(@Caller() caller: Principal, @PortfolioId() id: string) {
    return this.portfolios.remove(caller, id);
  }

  /**
   * Add a wallet to a portfolio
   *
   * @remarks All wallets of a portfolio belong to one taxpayer.
   */
  @Post(':portfolio_id/addresses')
  @ApiCreatedResponse({ type: PortfolioResponse })
  @Fails('WALLET_LIMIT_EXCEEDED', 'CONFLICT', 'INVALID_ADDRESS')
  addPortfolioAddress(
    @Caller() caller: Principal,
    @PortfolioId() id: string,
    @Body() body: PortfolioAddressInput,
  ) {
    return this.portfolios.addAddress(caller, id, body);
  }

  /**
   * Remove a wallet from a portfolio
   *
   * @remarks Manual entries of the wallet are kept.
   */
  @Delete(':portfolio_id/addresses/:address')
  @ApiOkResponse({ type: PortfolioResponse })
  removePortfolioAddress(
    @Caller() caller: Principal,
    @PortfolioId() id: string,
    @WalletAddress() address: Address,
  ) {
    return this.portfolios.removeAddress(caller, id, address);
  }
}
