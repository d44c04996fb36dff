import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, Needs } from '../../../http/auth/decorators';
import { Fails, Tells, fileResponse } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
import { TransactionDetailService } from './transaction-detail.service';
import { ExportQuery, TransactionQuery, TransactionsQuery } from './transactions.dto';
import { TransactionsService } from './transactions.service';
import { TransactionDetailResponse } from './transactions.shapes.dto';
import { TransactionResponse } from '../wallets.shapes.dto';

/** What happened in one wallet. */
@ApiTags('wallets')
@Controller('api/v1/wallets/:address/transactions')
export class TransactionsController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly details: TransactionDetailService,
  ) {}

  /** Every transaction with its legs, fee, values and gain; indexes the wallet on demand. */
  @Get()
  @Heavy()
  @Needs('read:transactions')
  @ApiOkResponse({ type: TransactionResponse, isArray: true })
  @Tells('freshness', 'limit')
  list(
    @WalletAddress() address: Address,
    @Query() query: TransactionsQuery,
    @Context() context: RequestContext,
  ) {
    return this.transactions.list(address, query, context);
  }

  /**
   * The same as a file, oldest first: CSV, or JSON with `transactions`, `count` and `truncated`. `X-Export-Count` is
   * the number of rows; `X-Export-Truncated` is `true` when the upstream provider hit its page cap.
   * `X-Export-Incomplete` is present when rows may be missing for another reason, `X-Export-Limited` when the plan cut
   * the file.
   */
  @Get('export')
  @Heavy()
  @Needs('read:transactions')
  @ApiOkResponse(fileResponse('text/csv', 'application/json'))
  @Tells('freshness')
  export(@WalletAddress() address: Address, @Query() query: ExportQuery, @Context() context: RequestContext) {
    return this.transactions.export(address, query, context);
  }

  /** One transaction explained: its prices, the lots it made and consumed, disposals, income and the rule applied. */
  @Get(':transaction_id')
  @Heavy()
  @Needs('read:transactions')
  @ApiOkResponse({ type: TransactionDetailResponse })
  @Tells('freshness', 'limit')
  @Fails('WALLET_NOT_FOUND')
  detail(
    @WalletAddress() address: Address,
    @Param('transaction_id') name: string,
    @Query() query: TransactionQuery,
    @Context() context: RequestContext,
  ) {
    return this.details.detail(address, name, query, context);
  }
}
