import { Process, Processor } from '@nestjs/bull';
import { parseAddress } from '../../../domain/kernel/address';
import { unhurriedBudget } from '../../../pipeline/budget';
import { WalletHistoryService } from '../../../pipeline/history/wallet-history.service';
import { Clock } from '../../../ports/clock';
import { RawHistoryStore } from '../../../ports/storage/raw-history-store';
import { HistorySource } from '../../../ports/upstream/history-source';
import { Jobs, type JobContext, type JobPayloads } from '../../../ports/work/jobs';
import { QUEUE_OF } from '../../../ports/work/work-queues';
import { toSyncStatus, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import { toChainReport } from './wallet-jobs.presenter';
import type { TrackResultResponse } from './wallet-jobs.shapes.dto';

/** Reads wallets that users track, and reports what was read. */
@Processor(QUEUE_OF.track_wallet)
export class TrackingProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly histories: WalletHistoryService,
    private readonly source: HistorySource,
    private readonly store: RawHistoryStore,
    private readonly clock: Clock,
  ) {}

  @Process('track_wallet')
  trackWallets(): Promise<void> {
    return this.jobs.work('track_wallet', (payload, context) => this.track(payload, context));
  }

  /** @throws AppError as WalletHistoryService.read, when nothing of the wallet can be read */
  private async track(
    { given, owned, chains }: JobPayloads['track_wallet'],
    context: JobContext,
  ): Promise<TrackResultResponse> {
    const address = parseAddress(given);
    await context.progress(5, 'fetching');
    const now = this.clock.now();
    // The user ordered a new read: a read of a moment ago does not count.
    const history = await this.histories.read(address, owned.map(parseAddress), {
      ...unhurriedBudget(context.signal, now, context.owner),
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
      last_indexed_at: toTimeOrNull(history.syncStatus.indexedAt),
      history: toSyncStatus(history.syncStatus),
    };
  }
}
