import { setMaxListeners } from 'node:events';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { WorkLoop } from '../../../adapters/queue/work-loop';
import { Config } from '../../../config/env';
import { ProcessState } from '../../../config/process-state';
import { DeliveryNotifier } from '../../../ports/work/delivery-notifier';
import { BacklogRepository } from './storage/backlog.repository';
import { DeliveryRepository, type ClaimedDelivery } from './storage/delivery.repository';
import { DeliveryRules } from './delivery-rules';
import { DeliveryService } from './delivery.service';
import { FanOutRepository } from './storage/fan-out.repository';
import { UnendedRepository } from './storage/unended.repository';

/** What was broken off is written down within this, or left to its lease. */
const WRITE_MS = 2_000;
const FORGET_EVERY_MS = 3_600_000;
/** A test that has taken this much longer than it may is one whose process died. */
const TEST_MARGIN_MS = 30_000;

/**
 * Fans events out, claims what is due and has it delivered. Starts with the application when the process is one that
 * works; at shutdown attempts under way get a grace, then they are broken off and put back.
 */
@Injectable()
export class DeliveryRunner implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger('Webhooks');
  /** One delivery may be here twice: frozen past its lease, and claimed anew by this same process. */
  private readonly underWay = new Map<string, { claim: ClaimedDelivery; ended: Promise<void> }>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly breakOff = new AbortController();
  private stopListening = (): void => undefined;
  private readonly fanningOut = new WorkLoop(() => this.round(() => this.fanOut()));
  private readonly claiming = new WorkLoop(() => this.round(() => this.claim()));
  private state: 'idle' | 'working' | 'stopping' = 'idle';
  private failing = false;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly fanOuts: FanOutRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly unended: UnendedRepository,
    private readonly backlog: BacklogRepository,
    private readonly service: DeliveryService,
    private readonly bell: DeliveryNotifier,
    private readonly rules: DeliveryRules,
    private readonly config: Config,
    private readonly process: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    setMaxListeners(0, this.breakOff.signal);
    if (this.process.runsJobs) this.start();
  }

  /** Begun before anything else shuts down, so that one grace does not wait for another. */
  onModuleDestroy(): void {
    this.stopped ??= this.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await (this.stopped ??= this.stop());
  }

  private start(): void {
    this.state = 'working';
    const { NODE_ENV, EGRESS_POLICY, WEBHOOK_REQUEUE_DELAY_MS, WEBHOOK_TEST_TIMEOUT_MS } = this.config;
    if (NODE_ENV === 'production' && EGRESS_POLICY === 'allow-private')
      this.log.warn(
        'EGRESS_POLICY=allow-private in production: users can make this service call private hosts',
      );
    this.stopListening = this.bell.listen(() => void this.fanningOut.run());
    this.every(this.rules.pollEveryMs, async () => {
      await this.unended.reclaim();
      await this.unended.postpone(WEBHOOK_REQUEUE_DELAY_MS);
      await this.unended.endLostTests(WEBHOOK_TEST_TIMEOUT_MS + TEST_MARGIN_MS);
      void this.fanningOut.run();
    });
    this.every(this.rules.renewEveryMs, () => this.renew());
    this.every(FORGET_EVERY_MS, () => this.backlog.forget());
    void this.fanningOut.run();
  }

  private async stop(): Promise<void> {
    if (this.state !== 'working') return;
    this.state = 'stopping';
    this.stopListening();
    await this.fanningOut.idle();
    await this.claiming.idle();
    await this.settled(this.rules.graceMs);
    this.breakOff.abort();
    await this.settled(WRITE_MS);
    for (const timer of this.timers) clearInterval(timer);
  }

  private async fanOut(): Promise<void> {
    let told: number;
    do {
      told = await this.fanOuts.fanOut();
      void this.claiming.run();
    } while (told > 0 && this.state === 'working');
  }

  /** Begins as many due deliveries as there is room for. */
  private async claim(): Promise<void> {
    const room = this.rules.concurrency - this.underWay.size;
    if (room <= 0) return;
    const readAt = performance.now();
    const claims = await this.deliveries.claim(room, this.config.WEBHOOK_REQUEUE_DELAY_MS);
    for (const claim of claims) this.begin(claim, readAt);
  }

  private begin(claim: ClaimedDelivery, readAt: number): void {
    const key = keyOf(claim);
    const ended = this.service.attempt(claim, readAt, this.breakOff.signal).then((dueInMs) => {
      this.underWay.delete(key);
      if (this.state !== 'working') return;
      void this.claiming.run();
      if (dueInMs !== null) setTimeout(() => void this.claiming.run(), dueInMs).unref();
    });
    this.underWay.set(key, { claim, ended });
  }

  /** What cannot be read or written now is found by the next poll. */
  private async round(work: () => Promise<void>): Promise<void> {
    if (this.state !== 'working') return;
    try {
      await work();
      this.failing = false;
    } catch (error) {
      this.tellOnce(error);
    }
  }

  private async renew(): Promise<void> {
    const held = [...this.underWay.values()].map(({ claim }) => claim);
    if (held.length > 0) await this.deliveries.renew(held);
  }

  private async settled(withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
    await Promise.race([Promise.all([...this.underWay.values()].map(({ ended }) => ended)), limit]);
    clearTimeout(timer);
  }

  private every(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(setInterval(() => void work().catch((error: unknown) => this.tellOnce(error)), ms));
  }

  /** One line per outage, not one per poll. */
  private tellOnce(error: unknown): void {
    if (!this.failing) this.log.warn(`Deliveries cannot be read or written: ${String(error)}`);
    this.failing = true;
  }
}

const keyOf = (claim: ClaimedDelivery): string => `${claim.id}:${claim.fence}`;
