import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { Caller, Heavy, InSpace, SessionOnly, UserNeeds } from '../../http/auth/decorators';
import { Idempotent } from '../../http/idempotent';
import { Fails, Responds } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { StartsJob } from '../../http/starts-job';
import { PageQuery, PathObject, type ObjectRequest } from '../../http/validation/fields';
import {
  ConnectExchangeRequest,
  DisconnectQuery,
  SyncRequest,
  UpdateExchangeAccountRequest,
} from './exchange-accounts.dto';
import { ExchangeAccountsService } from './exchange-accounts.service';
import { ExchangeAccountResponse } from './exchange-accounts.shapes.dto';
import { AccountReconciliationService } from './account-reconciliation.service';
import { ExchangeConnectionsService } from './exchange-connections.service';

const Account = () => PathObject('account_id', 'exchange_account');

/** The caller's accounts at exchanges. */
@ApiTags('Exchange accounts')
@Controller('api/v1/exchange-accounts')
@InSpace('ownership')
export class ExchangeAccountsController {
  constructor(
    private readonly accounts: ExchangeAccountsService,
    private readonly connections: ExchangeConnectionsService,
    private readonly reconciliation: AccountReconciliationService,
  ) {}

  /** List exchange accounts */
  @Get()
  @UserNeeds('read:transactions')
  @Responds([ExchangeAccountResponse])
  listExchangeAccounts(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.accounts.list(caller, query);
  }

  /**
   * Connect an exchange account
   *
   * @remarks The account is one wallet of its owner: its id takes the place of an address in every route that
   * reads a wallet. With `api` the key is tried once, and refused when it can trade or withdraw; the first sync starts
   * at once. With `csv` its history comes from files, `POST /api/v1/exchange-accounts/import`.
   */
  @Post()
  @Idempotent()
  @Heavy()
  @SessionOnly()
  @Fails(
    'EXCHANGE_NOT_SUPPORTED',
    'EXCHANGE_AUTH_FAILED',
    'WALLET_LIMIT_EXCEEDED',
    'CONFLICT',
    'DATA_PROVIDER_ERROR',
  )
  connectExchangeAccount(@Body() body: ConnectExchangeRequest, @Context() context: RequestContext) {
    return body.source === 'api'
      ? this.connections.connect(body, context)
      : this.accounts.connect(context.principal, body);
  }

  /** Get an exchange account */
  @Get(':account_id')
  @UserNeeds('read:transactions')
  getExchangeAccount(@Account() { id, context }: ObjectRequest) {
    return this.accounts.get(context.principal, id);
  }

  /**
   * Update an exchange account
   *
   * @remarks `kind` decides the boxes of Form 8949: an exchange in the US reports its customers' sales.
   * `empty_lists` states which lists that the key may not read are empty: forms are then not `INCOMPLETE` for them.
   */
  @Put(':account_id')
  @SessionOnly()
  updateExchangeAccount(
    @Account() { id, context }: ObjectRequest,
    @Body() body: UpdateExchangeAccountRequest,
  ) {
    return this.accounts.update(context.principal, id, body);
  }

  /**
   * Read an exchange account again
   *
   * @remarks One sync of an account runs at a time: the running one is returned.
   */
  @Post(':account_id/sync')
  @HttpCode(202)
  @StartsJob()
  @SessionOnly()
  @Fails('CONFLICT')
  syncExchangeAccount(@Account() { id, context }: ObjectRequest, @Body() body: SyncRequest) {
    return this.connections.sync(context.principal, id, body);
  }

  /** Get the sync status of an exchange account */
  @Get(':account_id/sync-status')
  @UserNeeds('read:transactions')
  getExchangeSyncStatus(@Account() { id, context }: ObjectRequest) {
    return this.connections.status(context.principal, id);
  }

  /**
   * Compare an account with its exchange
   *
   * @remarks The balances that the exchange stated at the last sync, beside the sums of the rows. Nothing is corrected.
   */
  @Get(':account_id/reconciliation')
  @Heavy()
  @UserNeeds('read:transactions')
  reconcileExchangeAccount(@Account() { id, context }: ObjectRequest) {
    return this.reconciliation.of(context.principal, id);
  }

  /**
   * Disconnect an exchange account
   *
   * @remarks The imported history is kept by default, because the basis of other wallets can depend on it.
   */
  @Delete(':account_id')
  @SessionOnly()
  disconnectExchangeAccount(@Account() { id, context }: ObjectRequest, @Query() query: DisconnectQuery) {
    return this.accounts.disconnect(context.principal, id, query);
  }
}
