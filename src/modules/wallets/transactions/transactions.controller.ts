import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StoredAnswer } from '../../../http/stored-answer';
import { Heavy, InSpace, Needs, UserNeeds } from '../../../http/auth/decorators';
import { Fails, fileResponse, Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { NeedsPriceService } from './needs-price.service';
import { NeedsPriceResponse } from './needs-price.shapes.dto';
import { TransactionDetailService } from './transaction-detail.service';
import { ExportQuery, NeedsPriceQuery, TransactionQuery, TransactionsQuery } from './transactions.dto';
import { TransactionsService } from './transactions.service';
import { TransactionDetailResponse } from './transactions.shapes.dto';
import { TransactionResponse } from '../../../presenters/transactions/transaction.shapes.dto';

/** Transactions of one wallet. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/transactions')
@InSpace()
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
   * @remarks Each transaction has its legs, fee, values and gain. The wallet is indexed on demand. With `updated_since`:
   * the transactions that changed since, for a copy that is kept up to date.
   */
  @Get()
  @StoredAnswer('current')
  @Needs('read:transactions')
  @Responds([TransactionResponse], 'syncStatus', 'limit', 'changes')
  listTransactions(@Wallet() wallet: WalletRequest, @Query() query: TransactionsQuery) {
    return this.transactions.list(wallet.address, query, wallet.context);
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
  @Responds(fileResponse('text/csv', 'application/json'), 'syncStatus')
  exportTransactions(@Wallet() wallet: WalletRequest, @Query() query: ExportQuery) {
    return this.transactions.export(wallet.address, query, wallet.context);
  }

  /**
   * List transactions without a known value
   *
   * @remarks Their disposals and income are in no total. Transactions with the largest possible effect come first.
   */
  @Get('needs-price')
  @UserNeeds('read:transactions')
  @Responds([NeedsPriceResponse], 'syncStatus', 'limit')
  @Fails('WALLET_NOT_FOUND')
  listTransactionsNeedingPrice(@Wallet() wallet: WalletRequest, @Query() query: NeedsPriceQuery) {
    return this.needs.list(wallet.address, query, wallet.context);
  }

  /**
   * Explain one transaction
   *
   * @remarks Returns its prices, the lots it created and consumed, its disposals and income, and the applied rule.
   */
  @Get(':transaction_id')
  @Needs('read:transactions')
  @Responds(TransactionDetailResponse, 'syncStatus', 'limit')
  @Fails('WALLET_NOT_FOUND')
  getTransaction(
    @Wallet() wallet: WalletRequest,
    @Param('transaction_id') name: string,
    @Query() query: TransactionQuery,
  ) {
    return this.details.detail(wallet.address, name, query, wallet.context);
  }
}
