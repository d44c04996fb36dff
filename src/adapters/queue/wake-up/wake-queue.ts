import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../../config/env';
import { ProcessState } from '../../../config/process-state';
import { type BullQueue, openQueue } from '../../redis/bull-queue';

/**
 * The queue in the form @nestjs/bull expects: processors are registered with `process`. Without Redis, or in
 * a process without background jobs, it does not listen.
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
    // Rejects when the queue is closed before the first connection. This is expected.
    this.remote.queue.process(callback).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.remote?.close();
  }
}
