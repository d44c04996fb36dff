import { PERMISSIONS } from '../../domain/access/permissions';
import { urlOf } from '../../common/url';
import type { ApiKeyFacts } from '../../domain/access/api-key';
import { toApiKey } from '../../presenters/api-key.presenter';
import type {
  AccessReviewResponse,
  ReviewedExchangeAccountResponse,
  ReviewedKeyResponse,
  ReviewedWebhookResponse,
} from './audit.shapes.dto';
import { DAY_MS } from '../../domain/kernel/durations';

interface Key extends ApiKeyFacts {
  userId: string;
}

interface Webhook {
  id: string;
  userId: string;
  url: string;
  isActive: boolean;
  isFailing: boolean;
}

interface ExchangeAccount {
  id: string;
  userId: string;
  exchange: string;
  lastSyncAt: Date | null;
}

const MAX_LISTED = 500;

export function toAccessReview(
  now: number,
  inactiveDays: number,
  found: { keys: readonly Key[]; webhooks: readonly Webhook[]; exchangeAccounts: readonly ExchangeAccount[] },
): AccessReviewResponse {
  const keys = found.keys.map((key) => toReviewedKey(key, now, inactiveDays));
  const flagged = (flag: string): number => keys.filter(({ flags }) => flags.includes(flag)).length;
  return {
    generated_at: new Date(now).toISOString(),
    keys: keys.toSorted((a, b) => b.flags.length - a.flags.length).slice(0, MAX_LISTED),
    webhooks: found.webhooks.slice(0, MAX_LISTED).map(toReviewedWebhook),
    exchange_accounts: found.exchangeAccounts.slice(0, MAX_LISTED).map(toReviewedExchangeAccount),
    summary: {
      keys: keys.length,
      active_keys: keys.filter(({ is_active }) => is_active).length,
      never_used: flagged('never_used'),
      inactive: flagged('inactive'),
      admin: flagged('admin'),
      all_permissions: flagged('all_permissions'),
      webhooks: found.webhooks.length,
      active_webhooks: found.webhooks.filter(({ isActive }) => isActive).length,
      failing_webhooks: found.webhooks.filter(({ isFailing }) => isFailing).length,
      exchange_accounts: found.exchangeAccounts.length,
    },
  };
}

function toReviewedKey(key: Key, now: number, inactiveDays: number): ReviewedKeyResponse {
  const daysSince = (at: Date): number => Math.max(0, Math.floor((now - at.getTime()) / DAY_MS));
  const names = Object.keys(PERMISSIONS);
  // A key that was never used has been idle since it was made.
  const idleDays = daysSince(key.lastUsedAt ?? key.createdAt);
  const flags = {
    never_used: key.lastUsedAt === null,
    inactive: idleDays >= inactiveDays,
    admin: key.permissions.includes('admin:api-keys'),
    all_permissions: names.every((name) => key.permissions.includes(name)),
  };
  return {
    ...toApiKey(key, now),
    user_id: key.userId,
    days_since_used: key.lastUsedAt === null ? null : idleDays,
    flags: Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : [])),
  };
}

const toReviewedWebhook = (webhook: Webhook): ReviewedWebhookResponse => ({
  id: webhook.id,
  user_id: webhook.userId,
  url_host: urlOf(webhook.url)?.host ?? '',
  is_active: webhook.isActive,
  failing: webhook.isFailing,
});

const toReviewedExchangeAccount = (account: ExchangeAccount): ReviewedExchangeAccountResponse => ({
  id: account.id,
  user_id: account.userId,
  exchange: account.exchange,
  last_sync_at: account.lastSyncAt?.toISOString() ?? null,
});
