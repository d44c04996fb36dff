import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StoredAnswer } from '../../../http/stored-answer';
import { InSpace, Needs } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { HoldingDetailService } from './holding-detail.service';
import { HoldingQuery } from '../wallets.dto';
import { HoldingDetailResponse } from '../wallets.shapes.dto';

/** Registered after `holdings/summary`: a token with that symbol is addressed as `chain:summary`. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/holdings')
@InSpace()
export class HoldingDetailController {
  constructor(private readonly holdings: HoldingDetailService) {}

  /**
   * Get one holding with its lots
   *
   * @remarks Takes a symbol or a token key. A symbol held on several chains is summed.
   */
  @Get(':symbol')
  @StoredAnswer('current')
  @Needs('read:holdings')
  @Responds(HoldingDetailResponse, 'partial', 'syncStatus', 'limit')
  getHolding(@Wallet() wallet: WalletRequest, @Param('symbol') symbol: string, @Query() query: HoldingQuery) {
    return this.holdings.detail(wallet.address, symbol, query, wallet.context);
  }
}
