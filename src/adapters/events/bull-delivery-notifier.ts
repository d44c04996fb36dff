import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DeliveryNotifier } from '../../ports/work/delivery-notifier';
import { type BullQueue, openQueue } from '../redis/bull-queue';

const QUEUE = 'webhooks';
/** Notifications of one process within this interval are merged. */
const QUIET_MS = 20;

/** Notifies listeners in this process at once, and other processes through Bull when Redis is configured. */
@Injectable()
export class BullDeliveryNotifier extends DeliveryNotifier implements OnApplicationShutdown {
  private readonly listeners = new Set<() => void>();
  private readonly sender: BullQueue | null;
  private receiver: BullQueue | null = null;
  private quiet: NodeJS.Timeout | null = null;
  private notifiedMeanwhile = false;

  constructor(private readonly redisUrl: string | undefined) {
    super();
    this.sender = redisUrl === undefined ? null : openQueue(redisUrl, 'fail-fast', QUEUE);
  }

  notify(): void {
    for (const listener of this.listeners) listener();
    if (this.quiet) {
      this.notifiedMeanwhile = true;
      return;
    }
    this.send();
    this.quiet = setTimeout(() => {
      this.quiet = null;
      if (this.notifiedMeanwhile) this.notify();
    }, QUIET_MS).unref();
    this.notifiedMeanwhile = false;
  }

  /** True when notifications reach Redis. */
  isConnected(): boolean {
    return this.sender?.isReady() ?? false;
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    if (this.redisUrl !== undefined && !this.receiver) {
      this.receiver = openQueue(this.redisUrl, 'patient', QUEUE);
      // Rejects when the queue is closed before the first connection. This is expected.
      this.receiver.queue.process(() => this.notifyListeners()).catch(() => undefined);
    }
    return () => this.listeners.delete(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.quiet) clearTimeout(this.quiet);
    await Promise.all([this.sender?.close(), this.receiver?.close()]);
  }

  private send(): void {
    if (this.isConnected()) this.sender?.queue.add({}).catch(() => undefined);
  }

  private async notifyListeners(): Promise<void> {
    for (const listener of this.listeners) listener();
  }
}
