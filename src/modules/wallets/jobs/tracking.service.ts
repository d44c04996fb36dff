import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ProcessState } from '../../../config/process-state';
import type { Principal } from '../../../domain/access/principal';
import { ownerOf, userOfOwner, type UserJob } from '../../../domain/jobs/user-job';
import { parseAddress, type Address } from '../../../domain/kernel/address';
import { toSyncStatus, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type { RequestContext } from '../../../http/request-context';
import { unhurriedBudget } from '../../../pipeline/budget';
import { JobStarter } from '../../../pipeline/jobs/job-starter.service';
import { WalletHistoryService } from '../../../pipeline/history/wallet-history.service';
import { Clock } from '../../../ports/clock';
import { HistorySource } from '../../../ports/upstream/history-source';
import { Jobs, type JobContext, type JobPayloads } from '../../../ports/work/jobs';
import { LedgerStore } from '../../../ports/storage/ledger-store';
import { WatchList } from '../../../ports/storage/watch-list';
import { CallerLedgers } from '../caller-ledgers.service';
import { TrackedWalletRepository } from './tracked-wallet.repository';
import { toChainReport } from './wallet-jobs.presenter';
import type { TrackRequest } from './wallet-jobs.dto';
import type { TrackResultResponse } from './wallet-jobs.shapes.dto';

/** A watch ends so long after it was last asked for. @source api.md 1.1 */
const WATCH_MS = 30 * 24 * 3_600_000;
const SWEEP_MS = 3_600_000;

/** Wallets somebody wants to hear of without linking them: indexed now, then watched for a while. */
@Injectable()
export class TrackingService implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Tracking');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly starter: JobStarter,
    private readonly callers: CallerLedgers,
    private readonly tracked: TrackedWalletRepository,
    private readonly watchList: WatchList,
    private readonly histories: WalletHistoryService,
    private readonly source: HistorySource,
    private readonly store: LedgerStore,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('track_wallet', (payload, context) => this.work(payload, context));
  }

  onApplicationBootstrap(): void {
    if (!this.state.runsJobs) return;
    const sweep = () =>
      this.sweep().catch((error: unknown) => this.log.warn(`watches could not be ended: ${String(error)}`));
    this.timer = setInterval(() => void sweep(), SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Watching begins at once: what happens from now on is told, whenever the history has been read. */
  async track(address: Address, body: TrackRequest, context: RequestContext): Promise<UserJob> {
    const { principal } = context;
    const owned = await this.callers.owned(body.owned_wallets, context);
    const names = owned.map(({ given }) => given);
    const job = await this.starter.start('track_wallet', address.value, address, principal, {
      payload: { given: address.given, owned: names, chains: body.chains },
      params: { chains: body.chains, owned_wallets: names, label: body.label ?? null },
    });
    await this.watch(address, body.label ?? null, principal);
    return job;
  }

  /** Ends watches nobody has asked for in thirty days. */
  async sweep(): Promise<void> {
    for (const { owner, address } of await this.tracked.lapse(this.clock.now() - WATCH_MS)) {
      const userId = userOfOwner(owner);
      if (userId !== undefined) await this.watchList.unwatch(userId, address, 'tracked');
    }
  }

  private async watch(address: Address, label: string | null, principal: Principal): Promise<void> {
    const owner = ownerOf(principal);
    if (owner === null) return;
    await this.tracked.request(owner, address, label, this.clock.now());
    const userId = userOfOwner(owner);
    if (userId !== undefined) await this.watchList.watch(userId, address.value, address.given, 'tracked');
  }

  /** @throws AppError as WalletHistoryService.read, when nothing of the wallet can be read */
  private async work(
    { given, owned, chains }: JobPayloads['track_wallet'],
    context: JobContext,
  ): Promise<TrackResultResponse> {
    const address = parseAddress(given);
    await context.progress(5, 'fetching');
    const now = this.clock.now();
    // Ordered by name: what was read a moment ago is no answer.
    const history = await this.histories.read(address, owned.map(parseAddress), {
      ...unhurriedBudget(context.signal, now, userOfOwner(context.owner)),
      since: now,
    });
    context.signal.throwIfAborted();
    await context.progress(95, 'persisting');
    const states = await this.store.chainStates(address.value);
    const { readable, unavailable } = this.source.chainsOf(address);
    const wanted = [...readable, ...unavailable.map(({ chain }) => chain)].filter(
      (chain) => chains.length === 0 || chains.includes(chain),
    );
    return {
      address: given,
      chains: wanted.map((chain) =>
        toChainReport(
          chain,
          states.find((state) => state.chain === chain),
        ),
      ),
      transaction_count: history.valued.transactions.filter(
        ({ wallet, isSpam }) => wallet === address.value && !isSpam,
      ).length,
      last_indexed_at: toTimeOrNull(history.freshness.indexedAt),
      history: toSyncStatus(history.freshness),
    };
  }
}
