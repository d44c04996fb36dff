import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { CurrentPrincipal, UserNeeds } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { PageQuery, PathId, WalletAddress } from '../../http/validation/fields';
import { CreatePortfolioRequest, PortfolioAddressInput, UpdatePortfolioRequest } from './portfolios.dto';
import { PortfoliosService } from './portfolios.service';
import { DeletedPortfolioResponse, PortfolioResponse } from './portfolios.shapes.dto';

const PortfolioId = () => PathId('portfolio_id', 'RESOURCE_NOT_FOUND', 'portfolio');

/** The caller's portfolios: wallets of one taxpayer, under a name. */
@ApiTags('Portfolios')
@Controller('api/v1/portfolios')
@UserNeeds('write:portfolios')
export class PortfoliosController {
  constructor(private readonly portfolios: PortfoliosService) {}

  /** Newest first. */
  @Get()
  @ApiOkResponse({ type: PortfolioResponse, isArray: true })
  list(@CurrentPrincipal() principal: Principal, @Query() query: PageQuery) {
    return this.portfolios.list(principal, query);
  }

  /** Its addresses are read in the background from then on. */
  @Post()
  @ApiCreatedResponse({ type: PortfolioResponse })
  @Fails('WALLET_LIMIT_EXCEEDED', 'INVALID_ADDRESS')
  create(@CurrentPrincipal() principal: Principal, @Body() body: CreatePortfolioRequest) {
    return this.portfolios.create(principal, body);
  }

  /** One portfolio with its addresses. */
  @Get(':portfolio_id')
  @ApiOkResponse({ type: PortfolioResponse })
  get(@CurrentPrincipal() principal: Principal, @PortfolioId() id: string) {
    return this.portfolios.get(principal, id);
  }

  /** What is not given stays as it is; `metadata` is replaced whole. */
  @Put(':portfolio_id')
  @ApiOkResponse({ type: PortfolioResponse })
  update(
    @CurrentPrincipal() principal: Principal,
    @PortfolioId() id: string,
    @Body() body: UpdatePortfolioRequest,
  ) {
    return this.portfolios.update(principal, id, body);
  }

  /** Entries made by hand about its wallets are kept. */
  @Delete(':portfolio_id')
  @ApiOkResponse({ type: DeletedPortfolioResponse })
  remove(@CurrentPrincipal() principal: Principal, @PortfolioId() id: string) {
    return this.portfolios.remove(principal, id);
  }

  /** One more wallet of the same taxpayer. */
  @Post(':portfolio_id/addresses')
  @ApiCreatedResponse({ type: PortfolioResponse })
  @Fails('WALLET_LIMIT_EXCEEDED', 'CONFLICT', 'INVALID_ADDRESS')
  addAddress(
    @CurrentPrincipal() principal: Principal,
    @PortfolioId() id: string,
    @Body() body: PortfolioAddressInput,
  ) {
    return this.portfolios.addAddress(principal, id, body);
  }

  /** One wallet less; entries made by hand about it are kept. */
  @Delete(':portfolio_id/addresses/:address')
  @ApiOkResponse({ type: PortfolioResponse })
  removeAddress(
    @CurrentPrincipal() principal: Principal,
    @PortfolioId() id: string,
    @WalletAddress() address: Address,
  ) {
    return this.portfolios.removeAddress(principal, id, address);
  }
}
