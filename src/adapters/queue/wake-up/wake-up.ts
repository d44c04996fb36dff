import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type BullQueue, openQueue } from '../../redis/bull-queue';

/**
 * Signals new work: to the runner of this process directly, to other processes through Redis when configured.
 * It never waits and never fails. Polling finds work without a signal.
 */
@Injectable()
export class WakeUp implements OnApplicationShutdown {
  private readonly listeners = new Set<() => void>();
  private readonly remote: BullQueue | null;

  constructor(redisUrl: string | undefined) {
    this.remote = redisUrl === undefined ? null : openQueue(redisUrl, 'fail-fast');
  }

  call(jobId: string): void {
    for (const listener of this.listeners) listener();
    if (!this.remote?.isReady()) return;
    // Equal ids are one hint. A finished hint is removed, so that its id can be used again.
    this.remote.queue.add({ jobId }, { jobId }).catch(() => undefined);
  }

  /** @returns a function that stops listening */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** False when Redis is configured and does not respond. */
  isUp(): boolean {
    return this.remote?.isReady() ?? true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.remote?.close();
  }
}
