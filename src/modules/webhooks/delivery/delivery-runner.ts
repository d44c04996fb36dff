import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Lease } from '../../../adapters/queue/lease/lease';
import { LeaseEngine } from '../../../adapters/queue/lease/lease-engine';
import { Config } from '../../../config/env';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import { BacklogRepository } from './storage/backlog.repository';
import { DeliveryRepository, type ClaimedDelivery } from './storage/delivery.repository';
import { DeliveryRules } from './delivery-rules';
import { DeliveryService } from './delivery.service';
import { FanOutRepository } from './storage/fan-out.repository';
import { UnendedRepository } from './storage/unended.repository';
import { HOUR_MS } from '../../../domain/kernel/durations';

/**
 * Creates deliveries from events, and attempts due deliveries under leases. Starts with the application in a process
 * that runs background work.
 */
@Injectable()
export class DeliveryRunner implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger('Webhooks');
  private readonly engine: LeaseEngine<ClaimedDelivery>;
  private readonly claiming: PollingWorker;
  private readonly pruning: PollingWorker;

  constructor(
    private readonly fanOuts: FanOutRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly unended: UnendedRepository,
    backlog: BacklogRepository,
    private readonly service: DeliveryService,
    wakeUp: WakeUp,
    private readonly rules: DeliveryRules,
    private readonly config: Config,
    private readonly process: ProcessState,
    private readonly clock: Clock,
  ) {
    const failed = (error: unknown): void =>
      this.log.warn(`Deliveries cannot be read or written: ${String(error)}`);
    this.claiming = new PollingWorker(() => this.claim(), failed);
    this.pruning = new PollingWorker(() => backlog.prune(), failed);
    this.engine = new LeaseEngine<ClaimedDelivery>(
      {
        reap: () => this.reap(),
        renew: (claims) => deliveries.renew(claims),
        keepsLost: true,
        wake: () => wakeUp.callHere('deliver_webhooks'),
        claimAgain: () => this.claiming.run(),
        failed,
      },
      rules,
      clock,
    );
  }

  onApplicationBootstrap(): void {
    if (!this.process.runsJobs) return;
    const { NODE_ENV, EGRESS_POLICY } = this.config;
    if (NODE_ENV === 'production' && EGRESS_POLICY === 'allow-private')
      this.log.warn(
        'EGRESS_POLICY=allow-private in production: users can make this service call private hosts',
      );
    this.pruning.every(this.clock, HOUR_MS);
    this.engine.start();
  }

  /** Starts before other parts shut down, so that their graces run at the same time. */
  onModuleDestroy(): void {
    void this.engine.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.engine.stop(), this.claiming.stop(), this.pruning.stop()]);
  }

  async work(): Promise<void> {
    let events = 1;
    while (events > 0 && this.engine.isWorking) {
      events = await this.fanOuts.fanOut();
      void this.claiming.run();
    }
  }

  private async reap(): Promise<void> {
    const { WEBHOOK_REQUEUE_DELAY_MS, WEBHOOK_TEST_TIMEOUT_MS } = this.config;
    await this.unended.reclaim();
    await this.unended.postpone(WEBHOOK_REQUEUE_DELAY_MS);
    await this.unended.endLostTests(WEBHOOK_TEST_TIMEOUT_MS + this.rules.testMarginMs);
  }

  private claim(): Promise<void> {
    const readAt = this.clock.elapsed();
    return this.engine.take(
      (limit) => this.deliveries.claim(limit, this.config.WEBHOOK_REQUEUE_DELAY_MS),
      (lease) => this.attempt(lease, readAt),
    );
  }

  private async attempt({ claim, signal }: Lease<ClaimedDelivery>, readAt: number): Promise<void> {
    const dueInMs = await this.service.attempt(claim, readAt, signal);
    if (dueInMs !== null) this.clock.setTimeout(() => void this.claiming.run(), dueInMs).unref();
  }
}
