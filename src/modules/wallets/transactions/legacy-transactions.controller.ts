import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, OptionalAuth } from '../../../http/auth/decorators';
import { Tells } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
import { LegacyTransactionsQuery } from './transactions.dto';
import { TransactionsService } from './transactions.service';
import { LegacyTransactionsResponse } from './transactions.shapes.dto';

/** The unversioned twin of the transactions, without envelope. */
@ApiTags('wallets')
@Controller('api/wallets/:address')
export class LegacyTransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  /** Transactions newest first, paged by `limit`. */
  @Get('transactions')
  @Heavy()
  @OptionalAuth('read:transactions')
  @ApiOkResponse({ type: LegacyTransactionsResponse })
  @Tells('freshness', 'limit')
  list(
    @WalletAddress() address: Address,
    @Query() query: LegacyTransactionsQuery,
    @Context() context: RequestContext,
  ) {
    return this.transactions.legacyList(address, query, context);
  }
}
