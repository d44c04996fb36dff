import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace, Needs } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import { StoredAnswer } from '../../../http/stored-answer';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { ValueHistoryQuery } from './value-history.dto';
import { ValueHistoryService } from './value-history.service';
import { ValueHistoryResponse } from './value-history.shapes.dto';

@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/value-history')
@InSpace()
export class ValueHistoryController {
  constructor(private readonly values: ValueHistoryService) {}

  /**
   * Get the value of a wallet over time
   *
   * @remarks Each value is that of the holdings at the end of the day, at the prices of that time (`holdings` with
   * `as_of`). A day without a price is null, with the reason. Prices that are not stored yet are fetched in the
   * background: the answer is `partial` until then.
   */
  @Get()
  @StoredAnswer('current')
  @Needs('read:holdings')
  @Responds(ValueHistoryResponse, 'partial', 'syncStatus')
  getValueHistory(@Wallet() wallet: WalletRequest, @Query() query: ValueHistoryQuery) {
    return this.values.history(wallet.address, query, wallet.context);
  }
}
