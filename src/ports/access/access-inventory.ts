import type { ApiKeyFacts } from '../../domain/access/api-key';

/**
 * Everything that gives access to an account or sends its data out. Other modules store it; the audit reviews
 * it.
 */

export interface KeyInForce extends ApiKeyFacts {
  userId: string;
}

export abstract class ApiKeyInventory {
  /**
   * Returns keys that are not revoked, enabled or disabled, newest first.
   * @param userId null: of all users
   */
  abstract inForce(userId: string | null): Promise<KeyInForce[]>;
}

export interface ReviewedWebhook {
  id: string;
  userId: string;
  url: string;
  isActive: boolean;
  /** True when the last attempt failed. */
  isFailing: boolean;
}

export abstract class WebhookInventory {
  /**
   * Newest first.
   * @param userId null: of all users
   */
  abstract all(userId: string | null): Promise<ReviewedWebhook[]>;
  /** Number of active webhooks of a user. */
  abstract countActive(userId: string): Promise<number>;
}

export interface ReviewedExchangeAccount {
  id: string;
  userId: string;
  exchange: string;
  lastSyncAt: Date | null;
}

export abstract class ExchangeInventory {
  /**
   * Newest first.
   * @param userId null: of all users
   */
  abstract all(userId: string | null): Promise<ReviewedExchangeAccount[]>;
}
