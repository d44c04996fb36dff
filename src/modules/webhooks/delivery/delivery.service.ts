import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../config/env';
import { inLogScope } from '../../../common/log-scope';
import { afterAttempt, isSuccess } from '../../../domain/webhooks/retry';
import {
  OutboundHttp,
  type OutboundMessage,
  type OutboundOutcome,
} from '../../../ports/upstream/outbound-http';
import { Clock } from '../../../ports/clock';
import { Metrics } from '../../../ports/metrics';
import type { ClaimedDelivery, Receiver } from './storage/delivery.repository';
import { DeliveryRules } from './delivery-rules';
import { errorOf } from './attempt-words';
import { ReceiverLoader } from './receiver-loader';
import { MessageWriter } from './message-writer';
import { DeliveryOutcomes } from './delivery-outcomes';
import { UnendedRepository } from './storage/unended.repository';

/** Why an attempt did not run, or has no known end: `error_message` of its log entry. */
const REASONS = {
  shutdown: 'worker shutdown; outcome unknown',
  notSent: 'worker shutdown; not sent',
  withdrawn: 'webhook changed; not sent',
  unreadable: 'webhook cannot be read; not sent',
};

@Injectable()
export class DeliveryService {
  private readonly log = new Logger('Webhooks');

  constructor(
    private readonly unended: UnendedRepository,
    private readonly receivers: ReceiverLoader,
    private readonly outcomes: DeliveryOutcomes,
    private readonly outbound: OutboundHttp,
    private readonly writer: MessageWriter,
    private readonly rules: DeliveryRules,
    private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * @param readAt time of the claim, by the monotonic clock
   * @returns ms until this delivery is due again, or null. Never throws.
   */
  attempt(claim: ClaimedDelivery, readAt: number, signal: AbortSignal): Promise<number | null> {
    return inLogScope({ delivery_id: claim.id }, () => this.attempted(claim, readAt, signal));
  }

  private async attempted(
    claim: ClaimedDelivery,
    readAt: number,
    signal: AbortSignal,
  ): Promise<number | null> {
    const beganAt = this.clock.elapsed();
    try {
      let refused: string = REASONS.notSent;
      const outcome = await this.outbound.post({
        url: claim.url,
        timeoutMs: this.config.WEBHOOK_TIMEOUT_MS,
        signal,
        compose: async () => {
          const composed = await this.compose(claim, readAt);
          if (typeof composed !== 'string') return composed;
          refused = composed;
          return null;
        },
      });
      const dueInMs = await this.settle(claim, outcome, refused);
      this.metrics.observe('cost_basis_delivery_attempt_seconds', (this.clock.elapsed() - beganAt) / 1_000, {
        outcome: labelOf(outcome, dueInMs !== null),
      });
      return dueInMs;
    } catch (error) {
      this.log.warn(`delivery ${claim.id} is left to its lease: ${String(error)}`);
      return null;
    }
  }

  /**
   * The old secret is never used once a rotation has been answered, however long the connection took.
   * @returns the message, or why there is none; faults of the service never count as the receiver's
   */
  private async compose(claim: ClaimedDelivery, readAt: number): Promise<OutboundMessage | string> {
    try {
      const isFresh = this.clock.elapsed() - readAt < this.rules.freshMs;
      const receiver: Receiver | null = isFresh ? claim : await this.receivers.of(claim);
      // Another URL is another destination: this connection leads to the old one.
      if (receiver?.url !== claim.url) return REASONS.withdrawn;
      return this.writer.write({ ...claim, ...receiver });
    } catch (error) {
      this.log.error(`webhook ${claim.webhookId} cannot be read: ${String(error)}`);
      return REASONS.unreadable;
    }
  }

  private async settle(claim: ClaimedDelivery, outcome: OutboundOutcome, refused: string) {
    const { id, fence } = claim;
    const requeueMs = this.config.WEBHOOK_REQUEUE_DELAY_MS;
    if (outcome.kind === 'aborted') {
      await this.unended.release([{ id, fence, delayMs: requeueMs, error: REASONS.shutdown }]);
      return null;
    }
    if (outcome.kind === 'not sent') {
      // A changed webhook is tried again at once; an inactive one ends the delivery.
      const delayMs = refused === REASONS.unreadable ? requeueMs : 0;
      await this.unended.release([{ id, fence, delayMs, error: refused }]);
      return null;
    }
    const statusCode = outcome.kind === 'answered' ? outcome.statusCode : null;
    const next = afterAttempt(claim.attempt, isSuccess(statusCode), this.config.WEBHOOK_BACKOFF_MS);
    const delayMs = next.status === 'retrying' ? next.delayMs : 0;
    await this.outcomes.note(
      {
        id,
        fence,
        step: next.status,
        delayMs,
        statusCode,
        responseTimeMs: outcome.elapsedMs,
        error: errorOf(outcome),
      },
      this.rules.leaseMs,
    );
    return next.status === 'retrying' ? delayMs : null;
  }
}

function labelOf(outcome: OutboundOutcome, isRetried: boolean): string {
  if (outcome.kind === 'aborted' || outcome.kind === 'not sent') return outcome.kind.replace(' ', '_');
  if (outcome.kind === 'answered' && isSuccess(outcome.statusCode)) return 'success';
  return isRetried ? 'retrying' : 'failed';
}
