import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { Caller, InSpace, SessionOnly, UserNeeds } from '../../http/auth/decorators';
import { Fails, Responds } from '../../http/openapi/documented';
import { PageQuery, WalletAddress } from '../../http/validation/fields';
import { LinkWalletRequest } from './linked-wallets.dto';
import { LinkedWalletsService } from './linked-wallets.service';
import { LinkedWalletResponse } from './linked-wallets.shapes.dto';
import { Idempotent } from '../../http/idempotent';

/** The caller's own wallets. */
@ApiTags('Linked wallets')
@Controller('api/v1/linked-wallets')
@InSpace('ownership')
export class LinkedWalletsController {
  constructor(private readonly wallets: LinkedWalletsService) {}

  /** List linked wallets and their sync status */
  @Get()
  @UserNeeds('read:holdings')
  @Responds([LinkedWalletResponse])
  listLinkedWallets(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.wallets.list(caller, query);
  }

  /**
   * Link a wallet to the account
   *
   * @remarks The wallet is indexed in the background. It counts as owned in requests without `owned_wallets`.
   */
  @Post()
  @Idempotent()
  @SessionOnly()
  @Fails('WALLET_LIMIT_EXCEEDED', 'CONFLICT', 'INVALID_ADDRESS')
  linkWallet(@Caller() caller: Principal, @Body() body: LinkWalletRequest): Promise<LinkedWalletResponse> {
    return this.wallets.link(caller, body);
  }

  /**
   * Unlink a wallet
   *
   * @remarks Manual entries of the wallet are kept.
   */
  @Delete(':address')
  @SessionOnly()
  @Fails('RESOURCE_NOT_FOUND')
  unlinkWallet(@Caller() caller: Principal, @WalletAddress() address: Address) {
    return this.wallets.unlink(caller, address);
  }
}
