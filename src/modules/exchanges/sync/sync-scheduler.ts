import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import { accountWallet } from '../../../domain/kernel/address';
import { MINUTE_MS } from '../../../domain/kernel/durations';
import { Clock } from '../../../ports/clock';
import { ExchangeSyncs } from '../../../ports/exchanges/exchange-syncs';
import { ExchangeApi } from '../../../ports/exchanges/exchange-api';
import { exchangeSyncKey, Jobs } from '../../../ports/work/jobs';
import { SyncRules } from './sync-rules';

/** Longer than a request waits for its trial. */
const TRIAL_ENDS_MS = 10 * MINUTE_MS;

/** Several processes may run it: each claims accounts of its own. */
@Injectable()
export class SyncScheduler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Exchanges');
  private readonly polling = new PollingWorker(
    () => this.look(),
    (error) => this.log.warn(`Due exchange accounts could not be read: ${String(error)}`),
  );

  constructor(
    private readonly syncs: ExchangeSyncs,
    private readonly api: ExchangeApi,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly state: ProcessState,
    private readonly rules: SyncRules,
  ) {}

  onApplicationBootstrap(): void {
    if (this.state.runsJobs && this.api.supported.length > 0)
      this.polling.every(this.clock, this.rules.lookEveryMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.polling.stop();
  }

  async look(): Promise<void> {
    const now = this.clock.now();
    await this.syncs.pruneTrials(new Date(now - TRIAL_ENDS_MS));
    const next = new Date(now + this.rules.everyMs);
    const due = await this.syncs.claimDue(new Date(now), next, this.rules.atOnce);
    for (const { userId, accountId, isRetry } of due) {
      const { jobId } = await this.jobs.enqueue(
        'exchange_sync',
        exchangeSyncKey(userId, accountId),
        { userId, accountId, full: false, isRetry },
        {
          owner: `user:${userId}`,
          address: { value: accountWallet(accountId), given: accountId },
          params: { full: false },
          keepsResult: false,
        },
      );
      await this.syncs.startedJob(userId, accountId, jobId);
    }
  }
}
