import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, Needs, UserNeeds } from '../../../http/auth/decorators';
import { Fails, Tells } from '../../../http/openapi/documented';
import { PathId, WalletAddress } from '../../../http/validation/fields';
import { LotResponse } from '../../../presenters/shapes.dto';
import { Context, RequestContext } from '../../../http/request-context';
import { LineageQuery, LotsQuery, NeedsBasisQuery } from './lots.dto';
import { LotsService } from './lots.service';
import { LineageResponse, NeedsBasisResponse } from './lots.shapes.dto';

/**
 * Lots of one wallet as they are stored: a wallet not indexed yet is not found. The first look of a process at a long
 * history works the books out, so these have the longer wall clock.
 */
@ApiTags('wallets')
@Controller('api/v1/wallets/:address/lots')
export class LotsController {
  constructor(private readonly lots: LotsService) {}

  /** Lots that lie, or lay, in the wallet. */
  @Get()
  @Heavy()
  @Needs('read:lots')
  @ApiOkResponse({ type: LotResponse, isArray: true })
  @Tells('freshness', 'limit', 'deposits')
  @Fails('WALLET_NOT_FOUND')
  list(@WalletAddress() address: Address, @Query() query: LotsQuery, @Context() context: RequestContext) {
    return this.lots.list(address, query, context);
  }

  /** Lots whose basis nobody but their owner can tell, those with the largest effect on gains first. */
  @Get('needs-basis')
  @Heavy()
  @UserNeeds('read:lots')
  @ApiOkResponse({ type: NeedsBasisResponse, isArray: true })
  @Tells('freshness', 'limit')
  @Fails('WALLET_NOT_FOUND')
  needsBasis(
    @WalletAddress() address: Address,
    @Query() query: NeedsBasisQuery,
    @Context() context: RequestContext,
  ) {
    return this.lots.needsBasis(address, query, context);
  }

  /** Where the units of a lot came from and where they went, through every wallet of the owner. */
  @Get(':lot_id/lineage')
  @Heavy()
  @Needs('read:lots')
  @ApiOkResponse({ type: LineageResponse })
  @Tells('freshness', 'limit')
  @Fails('WALLET_NOT_FOUND')
  lineage(
    @WalletAddress() address: Address,
    @PathId('lot_id', 'LOT_NOT_FOUND') lotId: string,
    @Query() query: LineageQuery,
    @Context() context: RequestContext,
  ) {
    return this.lots.lineage(address, lotId, query, context);
  }
}
