import { Injectable } from '@nestjs/common';
import { settle } from '../../../adapters/queue/lease/settle';
import { Config } from '../../../config/env';
import { Clock } from '../../../ports/clock';
import { DeliveryRepository, type EndedAttempt } from './storage/delivery.repository';

/**
 * Writes ends of attempts together: while one statement runs, the next one gathers. Retries while the database is
 * away. When a lease runs out meanwhile, another process has the delivery and the statement changes nothing.
 */
@Injectable()
export class DeliveryOutcomes {
  private waiting: { attempt: EndedAttempt; done: () => void }[] = [];
  private writing: Promise<void> | null = null;

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async note(attempt: EndedAttempt, leaseMs: number): Promise<void> {
    const written = new Promise<void>((done) => this.waiting.push({ attempt, done }));
    this.writing ??= this.writeAll(leaseMs).finally(() => (this.writing = null));
    await written;
  }

  private async writeAll(leaseMs: number): Promise<void> {
    // Attempts that end in the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      await this.write(
        batch.map(({ attempt }) => attempt),
        leaseMs,
      );
      for (const { done } of batch) done();
    }
  }

  /** What cannot be written is left to the leases. */
  private async write(attempts: readonly EndedAttempt[], leaseMs: number): Promise<void> {
    await settle(this.clock, leaseMs, () =>
      this.deliveries.complete(attempts, this.config.WEBHOOK_REQUEUE_DELAY_MS),
    ).catch(() => undefined);
  }
}
