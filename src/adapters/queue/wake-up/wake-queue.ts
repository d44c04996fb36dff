import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../../config/env';
import { ProcessState } from '../../../config/process-state';
import { type BullQueue, openQueue } from '../../redis/bull-queue';

/**
 * The queue as @nestjs/bull knows it: it hands each processor over by `process`. Without Redis, or in a process that
 * does not work, nothing is listened to.
 */
@Injectable()
export class WakeQueue implements OnApplicationShutdown {
  private remote: BullQueue | null = null;

  constructor(
    private readonly config: Config,
    private readonly state: ProcessState,
  ) {}

  process(callback: () => Promise<void>): void {
    if (this.config.REDIS_URL === undefined || !this.state.runsJobs) return;
    this.remote = openQueue(this.config.REDIS_URL, 'patient');
    // Rejects when the queue is closed before Redis was ever there; there is nothing to be done about it.
    this.remote.queue.process(callback).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.remote?.close();
  }
}
