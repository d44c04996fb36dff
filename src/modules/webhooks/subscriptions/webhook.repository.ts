import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { lockKeyInTransaction } from '../../../adapters/persistence/advisory-locks';
import type { Page } from '../../../domain/kernel/page';
import { WebhookEntity } from './webhook.entity';
import { inEffect } from '../../../adapters/persistence/effects';

export type WebhookRow = Readonly<WebhookEntity>;

/** In the form to compare, and as the user wrote it. */
export interface FilteredAddress {
  address: string;
  given: string;
}

export type NewWebhook = Pick<
  WebhookEntity,
  'id' | 'userId' | 'url' | 'events' | 'description' | 'headers' | 'secret' | 'createdAt'
> & { addresses: readonly FilteredAddress[] };

export interface WebhookChanges {
  url?: string;
  events?: string[];
  addresses?: readonly FilteredAddress[];
  description?: string;
  headers?: string;
  secret?: string;
  previousSecret?: string | null;
  previousUntil?: Date | null;
  isActive?: boolean;
}

/** Every query names the owner. */
@Injectable()
export class WebhookRepository {
  constructor(@InjectRepository(WebhookEntity) private readonly webhooks: Repository<WebhookEntity>) {}

  countActive(userId: string): Promise<number> {
    return this.webhooks.countBy({ userId, isActive: true });
  }

  /** @returns null when the user has `limit` webhooks already */
  async add(webhook: NewWebhook, limit: number): Promise<WebhookRow | null> {
    const { addresses, createdAt, ...values } = webhook;
    return inEffect(this.webhooks.manager.connection, async (manager) => {
      // Two simultaneous calls must not both find the last place free.
      await lockKeyInTransaction(manager, 'webhooks', webhook.userId);
      if ((await manager.countBy(WebhookEntity, { userId: webhook.userId })) >= limit) return null;
      await manager.insert(WebhookEntity, {
        ...values,
        addressesFilter: addresses.map(({ address }) => address),
        activeSince: createdAt,
        createdAt,
        updatedAt: createdAt,
      });
      await putAddresses(manager, webhook.id, addresses, createdAt);
      return manager.findOneByOrFail(WebhookEntity, { id: webhook.id });
    });
  }

  /** Newest first. @param userId null: all users */
  all(userId: string | null): Promise<WebhookRow[]> {
    return this.webhooks.find({
      where: userId === null ? {} : { userId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  find(userId: string, id: string): Promise<WebhookRow | null> {
    return this.webhooks.findOneBy({ id, userId });
  }

  /** Newest first. */
  async list(
    userId: string,
    includeInactive: boolean,
    page: number,
    perPage: number,
  ): Promise<Page<WebhookRow>> {
    const [items, total] = await this.webhooks.findAndCount({
      where: { userId, ...(includeInactive ? {} : { isActive: true }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * perPage,
      take: perPage,
    });
    return { items, page, perPage, total };
  }

  /**
   * Deactivating ends what waits; activating, or another URL, gives the receiver a new chance.
   * @param change decides under the lock, from the present row
   * @returns null when the user has no such webhook
   */
  async update(
    userId: string,
    id: string,
    change: (before: WebhookRow, given: ReadonlyMap<string, string>) => WebhookChanges,
    at: Date,
  ): Promise<WebhookRow | null> {
    return inEffect(this.webhooks.manager.connection, async (manager) => {
      const before = await manager.findOne(WebhookEntity, {
        where: { id, userId },
        lock: { mode: 'for_no_key_update' },
      });
      if (!before) return null;
      const { addresses, ...changes } = change(before, await givenAddresses(manager, id));
      const activated = changes.isActive === true && !before.isActive;
      const revived = activated || (changes.url !== undefined && changes.url !== before.url);
      await manager.update(
        WebhookEntity,
        { id },
        {
          ...changes,
          ...(addresses ? { addressesFilter: addresses.map(({ address }) => address) } : {}),
          ...(revived ? { failuresInARow: 0, failingSince: null, blockedUntil: null } : {}),
          ...(activated ? { activeSince: at } : {}),
          updatedAt: at,
        },
      );
      if (addresses) await putAddresses(manager, id, addresses, at);
      if (activated)
        await manager.query('UPDATE webhook_addresses SET since = $2 WHERE webhook_id = $1', [id, at]);
      if (changes.isActive === false && before.isActive) await endWaiting(manager, id);
      return manager.findOneByOrFail(WebhookEntity, { id });
    });
  }

  /** Deletes its log too. @returns false when the user has no such webhook */
  async remove(userId: string, id: string): Promise<boolean> {
    const { affected } = await this.webhooks.delete({ id, userId });
    return affected === 1;
  }
}

const givenAddresses = async (
  manager: EntityManager,
  webhookId: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await manager.query<FilteredAddress[]>(
    'SELECT address, given FROM webhook_addresses WHERE webhook_id = $1',
    [webhookId],
  );
  return new Map(rows.map(({ address, given }) => [address, given]));
};

/** An address that stays keeps the time since when it is watched. */
async function putAddresses(
  manager: EntityManager,
  webhookId: string,
  addresses: readonly FilteredAddress[],
  since: Date,
): Promise<void> {
  const values = addresses.map(({ address }) => address);
  await manager.query('DELETE FROM webhook_addresses WHERE webhook_id = $1 AND address <> ALL ($2)', [
    webhookId,
    values,
  ]);
  await manager.query(
    `INSERT INTO webhook_addresses (webhook_id, address, given, since)
     SELECT $1, address, given, $4 FROM unnest($2::text[], $3::text[]) AS new (address, given)
     ON CONFLICT (webhook_id, address) DO UPDATE SET given = excluded.given`,
    [webhookId, values, addresses.map(({ given }) => given), since],
  );
}

/** Counts them as failed; their log entries stay. */
async function endWaiting(manager: EntityManager, webhookId: string): Promise<void> {
  await manager.query(
    `WITH ended AS (
       UPDATE webhook_deliveries SET status = 'failed', finished_at = service_now()
       WHERE webhook_id = $1 AND status = 'waiting' RETURNING id)
     UPDATE webhooks SET failed_deliveries = failed_deliveries + (SELECT count(*) FROM ended) WHERE id = $1`,
    [webhookId],
  );
}
