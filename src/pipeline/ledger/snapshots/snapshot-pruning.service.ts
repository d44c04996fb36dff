import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/kernel/durations';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import { Clock } from '../../../ports/clock';
import { Ledgers } from '../../../ports/storage/ledgers/ledgers';
import { WalletSnapshots } from '../../../ports/storage/wallet-snapshots';

/** A snapshot that nobody needed for so long is deleted, and then its ledger. */
const UNUSED_MS = 2 * DAY_MS;

/** Workers delete snapshots and ledgers that nobody asks for. */
@Injectable()
export class SnapshotPruning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Snapshots');
  readonly #worker = new PollingWorker(
    async () => {
      const now = this.clock.now();
      await this.snapshots.prune(now - UNUSED_MS);
      // The snapshot of a ledger is stored after it.
      // Some at a time: others wait for the rows that a transaction deletes.
      while ((await this.ledgers.prune(now - HOUR_MS)) > 0);
    },
    (error) => this.log.warn(`Old snapshots could not be deleted: ${String(error)}`),
  );

  constructor(
    private readonly snapshots: WalletSnapshots,
    private readonly ledgers: Ledgers,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.state.runsJobs) this.#worker.every(this.clock, HOUR_MS, MINUTE_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#worker.stop();
  }
}
