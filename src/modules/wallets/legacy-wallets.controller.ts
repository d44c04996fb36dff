import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StoredAnswer } from '../../http/stored-answer';
import { Heavy, InSpace, OptionalAuth } from '../../http/auth/decorators';
import { Responds } from '../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../http/validation/fields';
import { LegacyTransactionsQuery } from './transactions/transactions.dto';
import { TransactionsService } from './transactions/transactions.service';
import { LegacyTransactionsResponse } from './transactions/transactions.shapes.dto';
import { LegacyPositionsQuery } from './wallets.dto';
import { WalletsService } from './wallets.service';
import { LegacyPositionsResponse } from './wallets.shapes.dto';

/** The unversioned forms of positions and transactions, without envelope. */
@ApiTags('Wallets')
@Controller('api/wallets/:address')
@InSpace()
@Heavy()
export class LegacyWalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly transactions: TransactionsService,
  ) {}

  /**
   * List positions without an envelope
   *
   * @remarks Current positions with cost basis, paged by `limit`.
   */
  @Get('positions')
  @StoredAnswer('current')
  @OptionalAuth('read:holdings')
  @Responds(LegacyPositionsResponse, 'syncStatus', 'deposits')
  listLegacyPositions(@Wallet() wallet: WalletRequest, @Query() query: LegacyPositionsQuery) {
    return this.wallets.legacyPositions(wallet.address, query, wallet.context);
  }

  /**
   * List transactions without an envelope
   *
   * @remarks Newest first, paged by `limit`.
   */
  @Get('transactions')
  @StoredAnswer('current')
  @OptionalAuth('read:transactions')
  @Responds(LegacyTransactionsResponse, 'syncStatus', 'limit')
  listLegacyTransactions(@Wallet() wallet: WalletRequest, @Query() query: LegacyTransactionsQuery) {
    return this.transactions.legacyList(wallet.address, query, wallet.context);
  }
}
