import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Needs } from '../../../http/auth/decorators';
import { Tells } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
import { HoldingDetailService } from './holding-detail.service';
import { HoldingQuery } from '../wallets.dto';
import { HoldingDetailResponse } from '../wallets.shapes.dto';

/** Registered behind `holdings/summary`: a token of that symbol is reached as `chain:summary`. */
@ApiTags('wallets')
@Controller('api/v1/wallets/:address/holdings')
export class HoldingDetailController {
  constructor(private readonly holdings: HoldingDetailService) {}

  /** One symbol, or one token by its key, with its lots; a symbol held on several chains is summed. */
  @Get(':symbol')
  @Needs('read:holdings')
  @ApiOkResponse({ type: HoldingDetailResponse })
  @Tells('partial', 'freshness', 'limit')
  detail(
    @WalletAddress() address: Address,
    @Param('symbol') symbol: string,
    @Query() query: HoldingQuery,
    @Context() context: RequestContext,
  ) {
    return this.holdings.detail(address, symbol, query, context);
  }
}
