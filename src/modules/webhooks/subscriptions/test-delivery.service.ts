import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { AppError } from '../../../domain/kernel/errors';
import { canonicalJson } from '../../../domain/webhooks/canonical-json';
import { eventId, TEST_EVENT, type EventType } from '../../../domain/webhooks/events';
import { sampleEvents } from '../../../domain/webhooks/sample-events';
import { isSuccess } from '../../../domain/webhooks/retry';
import { Clock } from '../../../ports/clock';
import { OutboundHttp } from '../../../ports/upstream/outbound-http';
import { errorOf } from '../delivery/attempt-words';
import { AttemptRepository, type AttemptRow } from '../delivery/storage/attempt.repository';
import { MessageWriter } from '../delivery/message-writer';
import { WebhookRepository, type WebhookRow } from './webhook.repository';

const MESSAGE = 'This is a test webhook delivery';

/** Sends while the user waits: one attempt, active or not. @source spec 3, 6 */
@Injectable()
export class TestDelivery {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly attempts: AttemptRepository,
    private readonly outbound: OutboundHttp,
    private readonly writer: MessageWriter,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws AppError WEBHOOK_NOT_FOUND when it is deleted meanwhile */
  async run(webhook: WebhookRow, event: EventType | typeof TEST_EVENT): Promise<AttemptRow> {
    const logId = this.clock.newId();
    const id = eventId(this.clock.newId());
    const now = new Date(this.clock.now()).toISOString();
    const data =
      event === TEST_EVENT ? { message: MESSAGE, webhook_id: webhook.id } : sampleEvents(now)[event];
    const body = canonicalJson({ event, event_id: id, timestamp: now, data });
    if (!(await this.attempts.beginTest(logId, webhook.id, event, id)))
      throw new AppError('WEBHOOK_NOT_FOUND');
    const outcome = await this.outbound.post({
      url: webhook.url,
      timeoutMs: this.config.WEBHOOK_TIMEOUT_MS,
      compose: async () => {
        // Read again: the secret may have been rotated while the connection was made.
        const current = await this.webhooks.find(webhook.userId, webhook.id);
        // The headers of another URL are not for this destination.
        if (current?.url !== webhook.url) return null;
        return this.writer.write({
          eventType: event,
          isTest: event !== TEST_EVENT,
          eventId: id,
          body,
          webhookId: current.id,
          ...pick(current, this.clock.now()),
        });
      },
    });
    const ended = outcome.kind === 'answered' || outcome.kind === 'failed' ? outcome : null;
    const statusCode = ended?.kind === 'answered' ? ended.statusCode : null;
    const log = await this.attempts.endTest(logId, {
      succeeded: isSuccess(statusCode),
      statusCode,
      responseTimeMs: outcome.elapsedMs,
      error: ended ? errorOf(ended) : 'not sent',
    });
    if (!log) throw new AppError('WEBHOOK_NOT_FOUND');
    return log;
  }
}

const pick = ({ secret, previousSecret, previousUntil, headers }: WebhookRow, now: number) => ({
  secret,
  previousSecret: previousUntil && previousUntil.getTime() > now ? previousSecret : null,
  headers,
});
