import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { Caller, SessionOnly, UserNeeds } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import type { Reply } from '../../http/reply';
import { PageQuery, PathId } from '../../http/validation/fields';
import {
  ConnectExchangeRequest,
  DisconnectQuery,
  UpdateExchangeAccountRequest,
} from './exchange-accounts.dto';
import { ExchangeAccountsService } from './exchange-accounts.service';
import { DisconnectedResponse, ExchangeAccountResponse } from './exchange-accounts.shapes.dto';

const AccountId = () => PathId('account_id', 'RESOURCE_NOT_FOUND', 'exchange_account');

/** The caller's accounts at exchanges. */
@ApiTags('Exchange accounts')
@Controller('api/v1/exchange-accounts')
export class ExchangeAccountsController {
  constructor(private readonly accounts: ExchangeAccountsService) {}

  /** List exchange accounts */
  @Get()
  @UserNeeds('read:transactions')
  @ApiOkResponse({ type: ExchangeAccountResponse, isArray: true })
  listExchangeAccounts(
    @Caller() caller: Principal,
    @Query() query: PageQuery,
  ): Promise<Reply<ExchangeAccountResponse[]>> {
    return this.accounts.list(caller, query);
  }

  /**
   * Connect an exchange account
   *
   * @remarks The account is one wallet of its owner: its id takes the place of an address in every route that
   * reads a wallet. Its history comes from files, `POST /api/v1/exchange-accounts/import`.
   */
  @Post()
  @SessionOnly()
  @Fails('EXCHANGE_NOT_SUPPORTED', 'WALLET_LIMIT_EXCEEDED')
  connectExchangeAccount(
    @Caller() caller: Principal,
    @Body() body: ConnectExchangeRequest,
  ): Promise<ExchangeAccountResponse> {
    return this.accounts.connect(caller, body);
  }

  /** Get an exchange account */
  @Get(':account_id')
  @UserNeeds('read:transactions')
  @Fails('RESOURCE_NOT_FOUND')
  getExchangeAccount(@Caller() caller: Principal, @AccountId() id: string): Promise<ExchangeAccountResponse> {
    return this.accounts.get(caller, id);
  }

  /**
   * Update an exchange account
   *
   * @remarks `kind` decides the boxes of Form 8949: an exchange in the US reports its customers' sales.
   */
  @Put(':account_id')
  @SessionOnly()
  @Fails('RESOURCE_NOT_FOUND')
  updateExchangeAccount(
    @Caller() caller: Principal,
    @AccountId() id: string,
    @Body() body: UpdateExchangeAccountRequest,
  ): Promise<ExchangeAccountResponse> {
    return this.accounts.update(caller, id, body);
  }

  /**
   * Disconnect an exchange account
   *
   * @remarks The imported history is kept by default, because the basis of other wallets can depend on it.
   */
  @Delete(':account_id')
  @SessionOnly()
  @Fails('RESOURCE_NOT_FOUND')
  disconnectExchangeAccount(
    @Caller() caller: Principal,
    @AccountId() id: string,
    @Query() query: DisconnectQuery,
  ): Promise<DisconnectedResponse> {
    return this.accounts.disconnect(caller, id, query);
  }
}
