import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, Needs, UserNeeds } from '../../../http/auth/decorators';
import { Fails, WithNotes, fileResponse } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
import { NeedsPriceService } from './needs-price.service';
import { NeedsPriceResponse } from './needs-price.shapes.dto';
import { TransactionDetailService } from './transaction-detail.service';
import { ExportQuery, NeedsPriceQuery, TransactionQuery, TransactionsQuery } from './transactions.dto';
import { TransactionsService } from './transactions.service';
import { TransactionDetailResponse } from './transactions.shapes.dto';
import { TransactionResponse } from '../wallets.shapes.dto';

/** Transactions of one wallet. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/transactions')
@Heavy()
export class TransactionsController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly details: TransactionDetailService,
    private readonly needs: NeedsPriceService,
  ) {}

  /**
   * List the transactions of a wallet
   *
   * @remarks Each transaction has its legs, fee, values and gain. The wallet is indexed on demand.
   */
  @Get()
  @Needs('read:transactions')
  @ApiOkResponse({ type: TransactionResponse, isArray: true })
  @WithNotes('syncStatus', 'limit')
  listTransactions(
    @WalletAddress() address: Address,
    @Query() query: TransactionsQuery,
    @Context() context: RequestContext,
  ) {
    return this.transactions.list(address, query, context);
  }

  /**
   * Export the transactions of a wallet as a file
   *
   * @remarks Oldest first, as CSV, or as JSON with `transactions`, `count` and `truncated`. `X-Export-Count` is the
   * number of rows. `X-Export-Truncated` is `true` when the upstream provider hit its page cap. `X-Export-Incomplete`
   * is present when rows may be missing for another reason, and `X-Export-Limited` when the plan limits the file.
   */
  @Get('export')
  @Needs('read:transactions')
  @ApiOkResponse(fileResponse('text/csv', 'application/json'))
  @WithNotes('syncStatus')
  exportTransactions(
    @WalletAddress() address: Address,
    @Query() query: ExportQuery,
    @Context() context: RequestContext,
  ) {
    return this.transactions.export(address, query, context);
  }

  /**
   * List transactions without a known value
   *
   * @remarks Their disposals and income are in no total. Transactions with the largest possible effect come first.
   */
  @Get('needs-price')
  @UserNeeds('read:transactions')
  @ApiOkResponse({ type: NeedsPriceResponse, isArray: true })
  @WithNotes('syncStatus', 'limit')
  @Fails('WALLET_NOT_FOUND')
  listTransactionsNeedingPrice(
    @WalletAddress() address: Address,
    @Query() query: NeedsPriceQuery,
    @Context() context: RequestContext,
  ) {
    return this.needs.list(address, query, context);
  }

  /**
   * Explain one transaction
   *
   * @remarks Returns its prices, the lots it created and consumed, its disposals and income, and the applied rule.
   */
  @Get(':transaction_id')
  @Needs('read:transactions')
  @ApiOkResponse({ type: TransactionDetailResponse })
  @WithNotes('syncStatus', 'limit')
  @Fails('WALLET_NOT_FOUND')
  getTransaction(
    @WalletAddress() address: Address,
    @Param('transaction_id') name: string,
    @Query() query: TransactionQuery,
    @Context() context: RequestContext,
  ) {
    return this.details.detail(address, name, query, context);
  }
}
