import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import { isOutage } from '../../../ports/storage/outage';
import { Clock } from '../../../ports/clock';
import { Payments, type PaymentEvent } from '../../../ports/upstream/payments';
import { PlanLookup } from '../../../ports/access/plan-lookup';
import { BillingRules } from '../billing-rules';
import { PaymentEvents } from './payment-events.service';
import { HeldEventsRepository, type HeldEvent } from './held-events.repository';
import { PaymentLedgerRepository } from './payment-ledger.repository';
import { PaymentScanRepository } from './payment-scan.repository';

export interface Round {
  /** Listed events that had no effect yet. */
  missed: number;
  released: number;
  /** Users for whom a plan that waited began. */
  renewed: number;
}

/**
 * Work without a call: fetches events that never came in, retries held events, and starts a plan that waited behind a
 * higher one. Of all processes one takes each turn.
 */
@Injectable()
export class CatchUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Billing');
  private readonly turns = new PollingWorker(
    () => this.takeTurn(),
    (error) => this.log.warn(`catching up with payments failed: ${wordsOf(error)}`),
  );
  private isStopping = false;

  constructor(
    private readonly payments: Payments,
    private readonly events: PaymentEvents,
    private readonly ledger: PaymentLedgerRepository,
    private readonly held: HeldEventsRepository,
    private readonly scans: PaymentScanRepository,
    private readonly plans: PlanLookup,
    private readonly clock: Clock,
    private readonly rules: BillingRules,
    private readonly process: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.process.runsJobs) this.turns.every(this.clock, this.rules.catchUpEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.turns.stop();
  }

  /** Runs at once, also while another process does: each event has its effect once. */
  async run(): Promise<Round> {
    const missed = this.payments.isConfigured ? await this.scan(0) : 0;
    return { missed, released: await this.release(), renewed: await this.renew() };
  }

  private async takeTurn(): Promise<void> {
    await this.release();
    await this.renew();
    // A little less than the time between two turns: timers are not exact.
    if (this.payments.isConfigured) await this.scan(this.rules.catchUpEveryMs * 0.8);
  }

  /** @param everyMs 0: also when another process just scanned */
  private async scan(everyMs: number): Promise<number> {
    const now = this.clock.now();
    const scannedTo = await this.scans.claim(new Date(now), everyMs);
    if (scannedTo === null) return 0;
    let [missed, failed] = [0, 0];
    for await (const event of this.payments.since(scannedTo.getTime() - this.rules.overlapMs)) {
      if (this.isStopping) return missed;
      try {
        if (await this.bring(event)) missed++;
      } catch (error) {
        if (isOutage(error)) throw error;
        failed++;
        this.log.error(`event ${event.id} could not be processed: ${wordsOf(error)}`);
      }
    }
    // A failed event does not hold up later ones, and the next turn lists it again.
    if (failed === 0) await this.scans.finish(new Date(now));
    return missed;
  }

  private async bring(event: PaymentEvent): Promise<boolean> {
    if ((await this.ledger.applied([event.id])).size > 0) return false;
    return (await this.events.settle(event))?.outcome === 'applied';
  }

  private async release(): Promise<number> {
    const due = await this.held.due(new Date(this.clock.now()), this.rules.retryBatch);
    let released = 0;
    for (const entry of due) {
      if (this.isStopping) return released;
      if (await this.lookAgain(entry)) released++;
    }
    return released;
  }

  private async lookAgain(entry: HeldEvent): Promise<boolean> {
    try {
      const event = eventOf(entry) ?? (await this.again(entry.id));
      if (event && event.fact !== 'irrelevant')
        return (await this.events.settle(event))?.outcome === 'applied';
    } catch (error) {
      this.log.warn(`held event ${entry.id} could not be processed: ${wordsOf(error)}`);
    }
    await this.held.postpone(entry, new Date(this.clock.now()));
    return false;
  }

  /** For an event that could not be read: this release may read it. */
  private async again(id: string): Promise<PaymentEvent | null> {
    return this.payments.isConfigured ? this.payments.find(id) : null;
  }

  private async renew(): Promise<number> {
    const renewed = await this.ledger.renewExpired(new Date(this.clock.now()));
    for (const userId of renewed) this.plans.changed(userId);
    return renewed.length;
  }
}

function eventOf({ fact, occurredAt, ...entry }: HeldEvent): PaymentEvent | null {
  const { id, type, orderId, sessionId, paymentId } = entry;
  return fact && { id, type, orderId, sessionId, paymentId, fact, at: occurredAt.getTime() };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : typeof error);
