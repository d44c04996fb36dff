import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../../config/env';
import { Clock, type Timer } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import { QUEUE_OF, QUEUES, type QueueName, type Work } from '../../../ports/work/work-queues';
import { BullConnections, type BullQueue } from '../../redis/bull-connections';
import { RedisTimes } from '../../redis/redis-times';
import { JobThread } from '../../threads/job-thread';
import { PostgresChannel } from './postgres-channel.store';
import { Processors } from './processors';

/** Calls of one process without an id within this interval are one call. */
const QUIET_MS = 20;

/** Calls other processes through Bull. Without a responding Redis, Postgres notifies them. */
@Injectable()
export class QueueWakeUp extends WakeUp implements OnApplicationShutdown {
  private readonly remote: BullConnections | null;
  private readonly queues = new Map<QueueName, BullQueue>();
  private readonly quiet = new Map<Work, { timer: Timer; isCalledAgain: boolean }>();

  constructor(
    private readonly processors: Processors,
    private readonly channel: PostgresChannel,
    private readonly jobThread: JobThread,
    private readonly clock: Clock,
    { REDIS_URL }: Config,
    times: RedisTimes,
  ) {
    super();
    this.remote = REDIS_URL === undefined ? null : new BullConnections(REDIS_URL, times.hintMs);
    if (this.remote) for (const name of QUEUES) this.queues.set(name, this.remote.open(name));
  }

  call(work: Work, id?: string): void {
    void this.callHere(work);
    if (id === undefined) this.sendQuietly(work);
    else this.send(work, id);
  }

  callHere(work: Work): Promise<void> {
    return this.processors.call(work);
  }

  /** False when Redis is configured and does not respond. */
  isUp(): boolean {
    return this.remote?.isReady() ?? true;
  }

  async onApplicationShutdown(): Promise<void> {
    for (const { timer } of this.quiet.values()) this.clock.clearTimeout(timer);
    await this.remote?.close();
  }

  private sendQuietly(work: Work): void {
    const quiet = this.quiet.get(work);
    if (quiet) {
      quiet.isCalledAgain = true;
      return;
    }
    this.send(work);
    const end = (): void => {
      const ended = this.quiet.get(work);
      this.quiet.delete(work);
      if (ended?.isCalledAgain) this.sendQuietly(work);
    };
    const timer = this.clock.setTimeout(end, QUIET_MS).unref();
    this.quiet.set(work, { timer, isCalledAgain: false });
  }

  /** A finished hint is removed, so that its id can be used again. */
  private send(work: Work, id?: string): void {
    if (this.remote === null && this.jobThread.call(work)) return;
    if (!this.remote?.isReady()) return this.channel.notify(work);
    const hint = this.queues.get(QUEUE_OF[work])?.add(work, {}, id === undefined ? {} : { jobId: id });
    hint?.catch(() => undefined);
  }
}
