import { isInUse, type ApiKeyFacts } from '../domain/access/api-key';
import type { ApiKeyResponse } from './api-keys.shapes.dto';

/** @source spec 2.3; api.md 1.7 */
export const toApiKey = (key: ApiKeyFacts, now: number): ApiKeyResponse => ({
  id: key.id,
  key_prefix: key.keyPrefix,
  name: key.name,
  permissions: [...key.permissions],
  is_active: isInUse(key, now),
  total_requests: Number(key.totalRequests),
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  revoke_reason: key.revokeReason,
  expires_at: key.expiresAt?.toISOString() ?? null,
  previous_valid_until: key.previousUntil?.toISOString() ?? null,
});
