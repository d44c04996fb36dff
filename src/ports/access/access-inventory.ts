/** What gives access to an account or carries its data out: kept by other rooms, reviewed by the audit. */

export interface KeyInForce {
  id: string;
  userId: string;
  keyPrefix: string;
  name: string;
  permissions: readonly string[];
  isActive: boolean;
  /** bigint as text. */
  totalRequests: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokeReason: string | null;
}

export abstract class ApiKeyInventory {
  /**
   * Keys that are not revoked, switched off or not; newest first.
   * @param userId null: of everybody
   */
  abstract inForce(userId: string | null): Promise<KeyInForce[]>;
}

export interface ReviewedWebhook {
  id: string;
  userId: string;
  url: string;
  isActive: boolean;
  /** The last attempt at it failed. */
  isFailing: boolean;
}

export abstract class WebhookInventory {
  /**
   * Newest first.
   * @param userId null: of everybody
   */
  abstract all(userId: string | null): Promise<ReviewedWebhook[]>;
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
   * @param userId null: of everybody
   */
  abstract all(userId: string | null): Promise<ReviewedExchangeAccount[]>;
}
