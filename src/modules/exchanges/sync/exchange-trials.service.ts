import { Injectable } from '@nestjs/common';
import { CredentialBox } from '../../../config/secrets/credential-box';
import type { ExchangeName } from '../../../domain/exchanges';
import { AppError } from '../../../domain/kernel/errors';
import { within } from '../../../pipeline/budget';
import { Clock } from '../../../ports/clock';
import { ExchangeSyncs, type TrialVerdict } from '../../../ports/exchanges/exchange-syncs';
import {
  ExchangeApi,
  ExchangeApiError,
  type ExchangeCredentials,
} from '../../../ports/exchanges/exchange-api';
import { Jobs, type JobContext, type JobPayloads } from '../../../ports/work/jobs';
import { toAppError } from './exchange-faults';
import { SyncRules } from './sync-rules';

/**
 * Tries credentials once, in the process that does background work: an API process never loads the library. The job
 * knows only an id. The encrypted credentials are deleted at its end.
 */
@Injectable()
export class ExchangeTrials {
  constructor(
    private readonly api: ExchangeApi,
    private readonly syncs: ExchangeSyncs,
    private readonly jobs: Jobs,
    private readonly box: CredentialBox,
    private readonly clock: Clock,
    private readonly rules: SyncRules,
  ) {}

  /** @throws AppError EXCHANGE_AUTH_FAILED; DATA_PROVIDER_ERROR when the exchange does not answer in time */
  async try(
    userId: string,
    exchange: ExchangeName,
    credentials: ExchangeCredentials,
    signal: AbortSignal,
  ): Promise<TrialVerdict> {
    const trialId = this.clock.newId();
    const sealed = this.box.seal(JSON.stringify(credentials), userId, trialId);
    const stored = { accountId: trialId, userId, exchange, ...sealed };
    await this.syncs.beginTrial(stored, new Date(this.clock.now()));
    let verdict: TrialVerdict | null = null;
    try {
      const { jobId } = await this.jobs.enqueue('exchange_trial', trialId, { userId, trialId });
      const outcome = await within(this.clock, this.rules.trialMs, signal, (patience) =>
        this.jobs.outcome(jobId, patience),
      );
      if (!outcome) await this.jobs.cancel(jobId);
      if (outcome?.status === 'failed' && outcome.errorCode === 'EXCHANGE_AUTH_FAILED')
        throw new AppError('EXCHANGE_AUTH_FAILED', outcome.errorDetails ?? { exchange });
    } finally {
      verdict = await this.syncs.endTrial(trialId);
    }
    if (!verdict) throw new AppError('DATA_PROVIDER_ERROR', { provider: exchange, error: 'unavailable' });
    return verdict;
  }

  /** @throws AppError EXCHANGE_AUTH_FAILED, DATA_PROVIDER_ERROR */
  async run({ userId, trialId }: JobPayloads['exchange_trial'], context: JobContext): Promise<null> {
    const stored = await this.syncs.credentials(userId, trialId);
    if (!stored) return null;
    const credentials = JSON.parse(this.box.open(stored, userId, trialId)) as ExchangeCredentials;
    const connection = await this.api.open(stored.exchange, credentials, context.signal);
    try {
      const facts = await connection.key();
      await connection.balances();
      await this.syncs.decide(trialId, facts);
      return null;
    } catch (error) {
      throw error instanceof ExchangeApiError ? toAppError(stored.exchange, error) : error;
    } finally {
      await connection.close();
    }
  }
}
