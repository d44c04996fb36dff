import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CredentialBox } from '../../config/secrets/credential-box';
import { userOf, type Principal } from '../../domain/access/principal';
import { isExchangeName, kindOfExchange, type ExchangeName } from '../../domain/exchanges';
import { ownerOf } from '../../domain/jobs/user-job';
import { parseAddress, tryParseAddress } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { accountCap, accountsFull } from '../../domain/plans/account-limit';
import type { RequestContext } from '../../http/request-context';
import { JobStarter } from '../../pipeline/jobs/job-starter.service';
import { Clock } from '../../ports/clock';
import { JobRecords } from '../../ports/storage/job-records';
import { ExchangeSyncs, type TrialVerdict } from '../../ports/exchanges/exchange-syncs';
import { ExchangeApi, type ExchangeCredentials } from '../../ports/exchanges/exchange-api';
import { toJob } from '../../presenters/job.presenter';
import type { JobResponse } from '../../presenters/jobs.shapes.dto';
import type { ConnectExchangeRequest, SyncRequest } from './exchange-accounts.dto';
import { toExchangeAccount, toSyncStatus } from './exchange-accounts.presenter';
import type { ExchangeAccountResponse, SyncStatusResponse } from './exchange-accounts.shapes.dto';
import { ExchangeTrials } from './sync/exchange-trials.service';

const HINT_CHARACTERS = 4;

@Injectable()
export class ExchangeConnectionsService {
  constructor(
    private readonly api: ExchangeApi,
    private readonly trials: ExchangeTrials,
    private readonly syncs: ExchangeSyncs,
    private readonly starter: JobStarter,
    private readonly records: JobRecords,
    private readonly box: CredentialBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Tries the key, stores it encrypted, and starts the first sync. Connects an account again that was disconnected
   * and kept its data.
   * @throws AppError EXCHANGE_NOT_SUPPORTED; VALIDATION_ERROR; EXCHANGE_AUTH_FAILED for a key that is refused, can
   * trade or withdraw, or cannot read; DATA_PROVIDER_ERROR; CONFLICT for an account that is connected;
   * WALLET_LIMIT_EXCEEDED
   */
  async connect(body: ConnectExchangeRequest, context: RequestContext): Promise<ExchangeAccountResponse> {
    const { principal, signal } = context;
    const { userId, plan } = userOf(principal);
    const exchange = this.supported(body.exchange);
    const credentials = this.credentialsOf(exchange, body);
    const accountId = body.account_id === undefined ? null : idOf(body.account_id);
    // Before the key is used at the exchange.
    if (accountId !== null && (await this.syncs.state(userId, accountId)) === null) return missing();
    const verdict = await this.trials.try(userId, exchange, credentials, signal);
    checkKey(exchange, verdict);
    const text = JSON.stringify(credentials);
    const result = await this.syncs.connect(
      {
        userId,
        exchange,
        label: body.label,
        kind: kindOfExchange(exchange),
        apiKeyHint: credentials.apiKey.slice(-HINT_CHARACTERS),
        readOnly: verdict.readOnly,
        ownerHash: hashOf(exchange, verdict.owner ?? `key ${credentials.apiKey}`),
        accountId,
      },
      (id) => this.box.seal(text, userId, id),
      accountCap(plan),
      new Date(this.clock.now()),
    );
    if (result === 'mismatch') return missing();
    if ('exists' in result)
      throw new AppError(
        'CONFLICT',
        { resource: 'exchange_account', account_id: result.exists },
        { message: 'This account of the exchange is connected already' },
      );
    if ('full' in result) throw accountsFull(plan, result.full);
    await this.start(principal, result.account.id, false);
    return toExchangeAccount(result.account, true);
  }

  /** @throws AppError RESOURCE_NOT_FOUND; CONFLICT for an account whose history comes from files */
  async sync(principal: Principal, id: string, { full }: SyncRequest): Promise<JobResponse> {
    const state = (await this.syncs.state(userOf(principal).userId, id)) ?? missing();
    if (state.source === 'csv')
      throw new AppError(
        'CONFLICT',
        { resource: 'exchange_account' },
        { message: 'The account has no API key: its history comes from files' },
      );
    return toJob(await this.start(principal, id, full));
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async status(principal: Principal, id: string): Promise<SyncStatusResponse> {
    const state = (await this.syncs.state(userOf(principal).userId, id)) ?? missing();
    const owner = ownerOf(principal);
    const job = state.jobId === null || owner === null ? null : await this.records.get(owner, state.jobId);
    return toSyncStatus(state, job);
  }

  private async start(principal: Principal, accountId: string, full: boolean) {
    const { userId } = userOf(principal);
    const address = parseAddress(accountId);
    const job = await this.starter.start('exchange_sync', `exchange:${accountId}`, address, principal, {
      payload: { userId, accountId, full },
      params: { full },
    });
    await this.syncs.startedJob(userId, accountId, job.id);
    return job;
  }

  private supported(exchange: string): ExchangeName {
    const { supported } = this.api;
    if (isExchangeName(exchange) && supported.includes(exchange)) return exchange;
    throw new AppError('EXCHANGE_NOT_SUPPORTED', { supported }, { field: 'exchange' });
  }

  private credentialsOf(exchange: ExchangeName, body: ConnectExchangeRequest): ExchangeCredentials {
    const { api_key: apiKey, api_secret: apiSecret, passphrase } = body;
    if (apiKey === undefined) throw absent('api_key');
    if (apiSecret === undefined) throw absent('api_secret');
    if (passphrase === undefined && this.api.needsPassphrase(exchange)) throw absent('passphrase');
    return { apiKey, apiSecret, passphrase: passphrase ?? null };
  }
}

/** @throws AppError EXCHANGE_AUTH_FAILED */
function checkKey(exchange: ExchangeName, { readOnly, lacks }: TrialVerdict): void {
  if (readOnly === false)
    throw new AppError(
      'EXCHANGE_AUTH_FAILED',
      { exchange, reason: 'not_read_only' },
      { message: 'The key can trade or withdraw. Make a key that can only read' },
    );
  if (lacks.length > 0)
    throw new AppError(
      'EXCHANGE_AUTH_FAILED',
      { exchange, reason: 'permission', missing: lacks },
      { message: `The key lacks permissions: ${lacks.join(', ')}` },
    );
}

const hashOf = (exchange: ExchangeName, owner: string): string =>
  createHash('sha256').update(`${exchange}|${owner}`).digest('hex');

const absent = (field: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, {
    field,
    message: `${field}: is required to read the exchange`,
  });

function idOf(given: string): string {
  if (tryParseAddress(given)?.family === 'exchange') return given.toLowerCase().replace(/^exchange:/, '');
  return missing();
}

function missing(): never {
  throw new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
}
