import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type BullQueue, openQueue } from '../../redis/bull-queue';

/**
 * Says "there is work": to the runner of this process directly, to other processes through Redis where there is one.
 * Never waits, never fails; whoever misses it finds the work by polling.
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
    // The same id twice is one hint; an ended one is removed, so that the id may be used again.
    this.remote.queue.add({ jobId }, { jobId }).catch(() => undefined);
  }

  /** @returns how to stop listening */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** False when there should be a Redis and it does not answer. */
  isUp(): boolean {
    return this.remote?.isReady() ?? true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.remote?.close();
  }
}
