import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, OptionalAuth } from '../../../http/auth/decorators';
import { WithNotes } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
import { LegacyTransactionsQuery } from './transactions.dto';
import { TransactionsService } from './transactions.service';
import { LegacyTransactionsResponse } from './transactions.shapes.dto';

/** The unversioned form of the transactions, without envelope. */
@ApiTags('Wallets')
@Controller('api/wallets/:address')
export class LegacyTransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  /**
   * List transactions without an envelope
   *
   * @remarks Newest first, paged by `limit`.
   */
  @Get('transactions')
  @Heavy()
  @OptionalAuth('read:transactions')
  @ApiOkResponse({ type: LegacyTransactionsResponse })
  @WithNotes('syncStatus', 'limit')
  listLegacyTransactions(
    @WalletAddress() address: Address,
    @Query() query: LegacyTransactionsQuery,
    @Context() context: RequestContext,
  ) {
    return this.transactions.legacyList(address, query, context);
  }
}
