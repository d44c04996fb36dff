import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DeliveryNotifier } from '../../ports/work/delivery-notifier';
import { type BullQueue, openQueue } from '../redis/bull-queue';

const QUEUE = 'webhooks';
/** Rings of one process closer together than this are one. */
const QUIET_MS = 20;

/** Rings in this process at once, and through Bull in another where there is a Redis. */
@Injectable()
export class BullDeliveryNotifier extends DeliveryNotifier implements OnApplicationShutdown {
  private readonly listeners = new Set<() => void>();
  private readonly sender: BullQueue | null;
  private receiver: BullQueue | null = null;
  private quiet: NodeJS.Timeout | null = null;
  private rangMeanwhile = false;

  constructor(private readonly redisUrl: string | undefined) {
    super();
    this.sender = redisUrl === undefined ? null : openQueue(redisUrl, 'fail-fast', QUEUE);
  }

  ring(): void {
    for (const listener of this.listeners) listener();
    if (this.quiet) {
      this.rangMeanwhile = true;
      return;
    }
    this.send();
    this.quiet = setTimeout(() => {
      this.quiet = null;
      if (this.rangMeanwhile) this.ring();
    }, QUIET_MS).unref();
    this.rangMeanwhile = false;
  }

  /** Whether other processes would hear it, if they listened. */
  isHeard(): boolean {
    return this.sender?.isReady() ?? false;
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    if (this.redisUrl !== undefined && !this.receiver) {
      this.receiver = openQueue(this.redisUrl, 'patient', QUEUE);
      // Rejects when the queue is closed before Redis was ever there; there is nothing to be done about it.
      this.receiver.queue.process(() => this.hear()).catch(() => undefined);
    }
    return () => this.listeners.delete(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.quiet) clearTimeout(this.quiet);
    await Promise.all([this.sender?.close(), this.receiver?.close()]);
  }

  private send(): void {
    if (this.isHeard()) this.sender?.queue.add({}).catch(() => undefined);
  }

  private async hear(): Promise<void> {
    for (const listener of this.listeners) listener();
  }
}
