import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollingWorker } from '../../../common/polling-worker';
import { Clock } from '../../../ports/clock';
import { UsageRepository, type UsageCount } from './usage.repository';
import { DAY_MS } from '../../../domain/kernel/durations';

const FLUSH_MS = 1_000;
/** Limit of different counts while the database is away. Further ones are dropped. */
const MAX_PENDING = 20_000;
const KEEP_DAYS = 100;

/**
 * A request only adds to a number in memory. The numbers are written every second and at shutdown, so that they are
 * exact over any number of processes.
 */
@Injectable()
export class UsageMeter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Usage');
  private pending = new Map<string, UsageCount>();
  private readonly writing = new PollingWorker(
    () => this.write(),
    (error) => this.log.warn(`Usage cannot be written: ${String(error)}`),
  );
  private readonly pruning = new PollingWorker(
    () => this.prune(),
    (error) => this.log.warn(`Expired usage could not be deleted: ${String(error)}`),
  );

  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.writing.every(this.clock, FLUSH_MS);
    this.pruning.every(this.clock, DAY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.flush(), this.pruning.stop()]);
    await this.writing.stop();
  }

  note(request: Pick<UsageCount, 'userId' | 'keyId' | 'method' | 'path' | 'status'>): void {
    const lastAt = new Date(this.clock.now());
    this.add({ ...request, day: lastAt.toISOString().slice(0, 10), requests: 1, lastAt });
  }

  /** One write at a time. Counts that could not be written wait for the next one. */
  flush(): Promise<void> {
    return this.writing.run();
  }

  private async write(): Promise<void> {
    const batch = this.pending;
    if (batch.size === 0) return;
    this.pending = new Map();
    try {
      await this.usage.add([...batch.values()]);
    } catch (error) {
      for (const count of batch.values()) this.add(count);
      throw error;
    }
  }

  private add(count: UsageCount): void {
    const { userId, keyId, day, method, path, status } = count;
    const key = [userId, keyId, day, method, path, status].join(' ');
    const known = this.pending.get(key);
    if (known) {
      known.requests += count.requests;
      if (count.lastAt > known.lastAt) known.lastAt = count.lastAt;
    } else if (this.pending.size < MAX_PENDING) this.pending.set(key, count);
  }

  private async prune(): Promise<void> {
    const before = new Date(this.clock.now() - KEEP_DAYS * DAY_MS).toISOString().slice(0, 10);
    await this.usage.prune(before);
  }
}
