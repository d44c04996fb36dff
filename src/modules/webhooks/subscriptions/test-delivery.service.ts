import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { AppError } from '../../../domain/kernel/errors';
import { canonicalJson } from '../../../domain/webhooks/canonical-json';
import { eventId, TEST_EVENT } from '../../../domain/webhooks/events';
import { isSuccess } from '../../../domain/webhooks/retry';
import { Clock } from '../../../ports/clock';
import { OutboundHttp } from '../../../ports/upstream/outbound-http';
import { errorOf } from '../delivery/attempt-words';
import { AttemptRepository, type AttemptRow } from '../delivery/storage/attempt.repository';
import { MessageWriter } from '../delivery/message-writer';
import { WebhookRepository, type WebhookRow } from './webhook.repository';

const MESSAGE = 'This is a test webhook delivery';

/** A synthetic event, delivered while the user waits: one attempt, active or not. @source spec 3, 6 */
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
  async run(webhook: WebhookRow): Promise<AttemptRow> {
    const logId = this.clock.newId();
    const id = eventId(this.clock.newId());
    const body = canonicalJson({
      event: TEST_EVENT,
      event_id: id,
      timestamp: new Date(this.clock.now()).toISOString(),
      data: { message: MESSAGE, webhook_id: webhook.id },
    });
    if (!(await this.attempts.beginTest(logId, webhook.id, TEST_EVENT, id)))
      throw new AppError('WEBHOOK_NOT_FOUND');
    const outcome = await this.outbound.post({
      url: webhook.url,
      timeoutMs: this.config.WEBHOOK_TIMEOUT_MS,
      compose: async () => {
        // Read again: the secret may have been rotated while the connection was made.
        const now = await this.webhooks.find(webhook.userId, webhook.id);
        return (
          now &&
          this.writer.write({
            eventType: TEST_EVENT,
            eventId: id,
            body,
            webhookId: now.id,
            ...pick(now, this.clock.now()),
          })
        );
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
