import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { Caller, SpaceOfPath, UserNeeds } from '../../http/auth/decorators';
import { Fails, Responds } from '../../http/openapi/documented';
import { type ObjectRequest, PageQuery, WalletAddress } from '../../http/validation/fields';
import {
  CreatePortfolioRequest,
  PortfolioAddressInput,
  UpdatePortfolioRequest,
  PortfolioParam,
} from './portfolios.dto';
import { PortfoliosService } from './portfolios.service';
import { PortfolioResponse } from './portfolios.shapes.dto';
import { Idempotent } from '../../http/idempotent';

/** The caller's portfolios: named groups of wallets of one taxpayer. */
@ApiTags('Portfolios')
@Controller('api/v1/portfolios')
@UserNeeds('write:portfolios')
export class PortfoliosController {
  constructor(private readonly portfolios: PortfoliosService) {}

  /** List portfolios, newest first */
  @Get()
  @Responds([PortfolioResponse])
  listPortfolios(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.portfolios.list(caller, query);
  }

  /**
   * Create a portfolio
   *
   * @remarks Its wallets are indexed in the background. With `is_space` it has records of its own: the other routes
   * read and write them with `space_id`.
   */
  @Post()
  @Idempotent()
  @Fails('WALLET_LIMIT_EXCEEDED', 'INVALID_ADDRESS')
  createPortfolio(@Caller() caller: Principal, @Body() body: CreatePortfolioRequest) {
    return this.portfolios.create(caller, body);
  }

  /** Get a portfolio with its addresses */
  @Get(':portfolio_id')
  @SpaceOfPath()
  getPortfolio(@PortfolioParam() { id, context }: ObjectRequest) {
    return this.portfolios.get(context.principal, id);
  }

  /**
   * Update a portfolio
   *
   * @remarks Absent fields keep their value. `metadata` is replaced as a whole.
   */
  @Put(':portfolio_id')
  @SpaceOfPath('ownership')
  updatePortfolio(@PortfolioParam() { id, context }: ObjectRequest, @Body() body: UpdatePortfolioRequest) {
    return this.portfolios.update(context.principal, id, body);
  }

  /**
   * Delete a portfolio
   *
   * @remarks Manual entries of its wallets are kept. A space is deleted with all of its records.
   */
  @Delete(':portfolio_id')
  @SpaceOfPath('ownership')
  deletePortfolio(@PortfolioParam() { id, context }: ObjectRequest) {
    return this.portfolios.remove(context.principal, id);
  }

  /**
   * Add a wallet to a portfolio
   *
   * @remarks All wallets of a portfolio belong to one taxpayer.
   */
  @Post(':portfolio_id/addresses')
  @SpaceOfPath('ownership')
  @Idempotent()
  @Fails('WALLET_LIMIT_EXCEEDED', 'CONFLICT', 'INVALID_ADDRESS')
  addPortfolioAddress(@PortfolioParam() { id, context }: ObjectRequest, @Body() body: PortfolioAddressInput) {
    return this.portfolios.addAddress(context.principal, id, body);
  }

  /**
   * Remove a wallet from a portfolio
   *
   * @remarks Manual entries of the wallet are kept.
   */
  @Delete(':portfolio_id/addresses/:address')
  @SpaceOfPath('ownership')
  removePortfolioAddress(
    @PortfolioParam() { id, context }: ObjectRequest,
    @WalletAddress() address: Address,
  ) {
    return this.portfolios.removeAddress(context.principal, id, address);
  }
}
