import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import type { Principal } from '../../../domain/access/principal';
import { ownerOf, userOfOwner, type UserJob } from '../../../domain/jobs/user-job';
import type { Address } from '../../../domain/kernel/address';
import type { RequestContext } from '../../../http/request-context';
import { JobStarter } from '../../../pipeline/jobs/job-starter.service';
import { Clock } from '../../../ports/clock';
import { WatchList } from '../../../ports/storage/watch-list';
import { CallerLedgers } from '../caller-ledgers.service';
import { TrackedWalletRepository } from './tracked-wallet.repository';
import type { TrackRequest } from './wallet-jobs.dto';
import { HOUR_MS } from '../../../domain/kernel/durations';

/** A watch ends so long after it was last asked for. @source api.md 1.1 */
const WATCH_MS = 30 * 24 * HOUR_MS;
const SWEEP_MS = HOUR_MS;

/** Wallets watched without being linked: indexed now, then watched for a while. */
@Injectable()
export class TrackingService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Tracking');
  private readonly sweeping = new PollingWorker(
    () => this.sweep(),
    (error) => this.log.warn(`Expired watches could not be ended: ${String(error)}`),
  );

  constructor(
    private readonly starter: JobStarter,
    private readonly callers: CallerLedgers,
    private readonly tracked: TrackedWalletRepository,
    private readonly watchList: WatchList,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.state.runsJobs) this.sweeping.every(this.clock, SWEEP_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweeping.stop();
  }

  /** Watching starts at once: later transactions are reported, also when the history is read after them. */
  async track(address: Address, body: TrackRequest, context: RequestContext): Promise<UserJob> {
    const { principal } = context;
    const owned = await this.callers.ownedForJob(address, body.owned_wallets, context);
    const names = owned.map(({ given }) => given);
    const job = await this.starter.start('track_wallet', address.value, address, principal, {
      payload: { given: address.given, owned: names, chains: body.chains },
      params: { chains: body.chains, owned_wallets: names, label: body.label ?? null },
    });
    await this.watch(address, body.label ?? null, principal);
    return job;
  }

  /** Ends watches that no user has asked for in thirty days. */
  async sweep(): Promise<void> {
    await this.tracked.lapse(this.clock.now() - WATCH_MS);
  }

  private async watch(address: Address, label: string | null, principal: Principal): Promise<void> {
    const owner = ownerOf(principal);
    if (owner === null) return;
    const userId = userOfOwner(owner);
    await this.tracked.request(owner, address, label, this.clock.now(), async (within) => {
      if (userId !== undefined)
        await this.watchList.watch(userId, address.value, address.given, 'tracked', within);
    });
  }
}
