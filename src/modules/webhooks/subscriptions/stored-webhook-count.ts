import { Injectable } from '@nestjs/common';
import { WebhookCount } from '../../../ports/access/webhook-count';
import { WebhookRepository } from './webhook.repository';

/** Active webhooks of a user, for rooms that do not know this one. */
@Injectable()
export class StoredWebhookCount extends WebhookCount {
  constructor(private readonly webhooks: WebhookRepository) {
    super();
  }

  active(userId: string): Promise<number> {
    return this.webhooks.countActive(userId);
  }
}
