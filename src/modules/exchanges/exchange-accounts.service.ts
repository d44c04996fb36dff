import { Injectable } from '@nestjs/common';
import { userOf, type Principal } from '../../domain/access/principal';
import { EXCHANGE_NAMES, isExchangeName, kindOfExchange } from '../../domain/exchanges';
import { AppError } from '../../domain/kernel/errors';
import { accountCap, accountsFull } from '../../domain/plans/account-limit';
import { reply, type Reply } from '../../http/reply';
import type { PageQuery } from '../../http/validation/fields';
import { Clock } from '../../ports/clock';
import { ExchangeAccounts, type ExchangeAccount } from '../../ports/exchanges/exchange-accounts';
import { exchangeSyncKey as syncKey, Jobs } from '../../ports/work/jobs';
import type {
  ConnectExchangeRequest,
  DisconnectQuery,
  UpdateExchangeAccountRequest,
} from './exchange-accounts.dto';
import { toExchangeAccount } from './exchange-accounts.presenter';
import type { DisconnectedResponse, ExchangeAccountResponse } from './exchange-accounts.shapes.dto';

/** An account of another user does not exist. */
@Injectable()
export class ExchangeAccountsService {
  constructor(
    private readonly accounts: ExchangeAccounts,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async list(
    principal: Principal,
    { page, per_page: perPage }: PageQuery,
  ): Promise<Reply<ExchangeAccountResponse[]>> {
    const { userId } = userOf(principal);
    const { accounts, total } = await this.accounts.page(userId, (page - 1) * perPage, perPage);
    const syncing = await this.jobs.active(
      'exchange_sync',
      accounts.map(({ id }) => syncKey(userId, id)),
    );
    return reply(
      accounts.map((account) => toExchangeAccount(account, syncing.has(syncKey(userId, account.id)))),
      { pagination: { page, perPage, total } },
    );
  }

  /**
   * @throws AppError VALIDATION_ERROR with an `account_id`; EXCHANGE_NOT_SUPPORTED; WALLET_LIMIT_EXCEEDED beyond the
   * plan's cap
   */
  async connect(
    principal: Principal,
    { exchange, label, account_id: continued }: ConnectExchangeRequest,
  ): Promise<ExchangeAccountResponse> {
    const { userId, plan } = userOf(principal);
    if (continued !== undefined)
      throw new AppError('VALIDATION_ERROR', undefined, {
        field: 'source',
        message: 'source: csv continues no account; leave out account_id, or give a key',
      });
    if (!isExchangeName(exchange))
      throw new AppError('EXCHANGE_NOT_SUPPORTED', { supported: EXCHANGE_NAMES });
    const account = { userId, exchange, label, kind: kindOfExchange(exchange) };
    const added = await this.accounts.add(account, accountCap(plan), new Date(this.clock.now()));
    if ('full' in added) throw accountsFull(plan, added.full);
    return toExchangeAccount(added.account);
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async get(principal: Principal, id: string): Promise<ExchangeAccountResponse> {
    return this.shown((await this.accounts.find(userOf(principal).userId, id)) ?? missing());
  }

  /** @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR for a list that was read or does not exist */
  async update(
    principal: Principal,
    id: string,
    { label, kind, empty_lists: emptyLists }: UpdateExchangeAccountRequest,
  ): Promise<ExchangeAccountResponse> {
    const { userId } = userOf(principal);
    if (emptyLists !== undefined) {
      const stated = await this.accounts.stateEmpty(userId, id, emptyLists, new Date(this.clock.now()));
      if (stated === null) missing();
      if ('refused' in stated)
        throw new AppError('VALIDATION_ERROR', stated, {
          field: 'empty_lists',
          message: 'empty_lists: names a list that is not in refused_lists of the sync status',
        });
    }
    const values = { ...(label === undefined ? {} : { label }), ...(kind === undefined ? {} : { kind }) };
    return this.shown((await this.accounts.change(userId, id, values)) ?? missing());
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async disconnect(
    principal: Principal,
    id: string,
    { keep_data: keepsData }: DisconnectQuery,
  ): Promise<DisconnectedResponse> {
    const { userId } = userOf(principal);
    if (!(await this.accounts.disconnect(userId, id, keepsData, new Date(this.clock.now())))) missing();
    return { deleted: true, account_id: id, data_kept: keepsData };
  }

  private async shown(account: ExchangeAccount): Promise<ExchangeAccountResponse> {
    const key = syncKey(account.userId, account.id);
    return toExchangeAccount(account, (await this.jobs.active('exchange_sync', [key])).has(key));
  }
}

function missing(): never {
  throw new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
}
