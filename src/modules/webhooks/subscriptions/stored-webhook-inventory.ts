import { Injectable } from '@nestjs/common';
import { WebhookInventory, type ReviewedWebhook } from '../../../ports/access/access-inventory';
import { WebhookRepository } from './webhook.repository';

@Injectable()
export class StoredWebhookInventory extends WebhookInventory {
  constructor(private readonly webhooks: WebhookRepository) {
    super();
  }

  async all(userId: string | null): Promise<ReviewedWebhook[]> {
    const rows = await this.webhooks.all(userId);
    return rows.map(({ id, userId: owner, url, isActive, failuresInARow }) => ({
      id,
      userId: owner,
      url,
      isActive,
      isFailing: failuresInARow > 0,
    }));
  }

  countActive(userId: string): Promise<number> {
    return this.webhooks.countActive(userId);
  }
}
