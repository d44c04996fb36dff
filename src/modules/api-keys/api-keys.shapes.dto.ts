import type { PlanName } from '../../domain/plans/plans';
import type { Permission } from '../../domain/access/permissions';
import { ApiKeyResponse } from '../../presenters/api-keys.shapes.dto';

/** What the routes of API keys and usage answer, as it goes over the wire. */

export class CreatedApiKeyResponse extends ApiKeyResponse {
  /** The whole key, this once. */
  key!: string;
}

export class RevokedApiKeyResponse {
  deleted!: true;
  key_id!: string;
  /** Of the first revocation. */
  reason!: string | null;
}

export class PermissionResponse {
  permission!: Permission;
  description!: string;
}

export class PermissionsResponse {
  permissions!: PermissionResponse[];
}

export class UsageByDay {
  /** UTC. @example "2025-06-15" */
  date!: string;
  requests!: number;
  /** Answers of 400 and above. */
  errors!: number;
}

export class UsageByEndpoint {
  method!: string;
  /** The template of the route. @example "/api/v1/wallets/:address/holdings" */
  path!: string;
  requests!: number;
}

export class ApiKeyUsageResponse {
  key_id!: string;
  total_requests!: number;
  period_requests!: number;
  last_used_at!: string | null;
  by_day!: UsageByDay[];
  by_endpoint!: UsageByEndpoint[];
  /** Status -> requests. */
  by_status!: Record<string, number>;
}

export class AccountUsageResponse {
  plan_name!: PlanName;
  plan_expired!: boolean;
  /** True when the service limits no account (`PLANS=off`). */
  plan_unlimited!: boolean;
  plan_expires_at!: string | null;
  requests_today!: number;
  limit_per_day!: number;
  limit_per_minute!: number;
  resets_at!: string;
  wallets_linked!: number;
  /** Null: none. */
  wallet_limit!: number | null;
  /** Null: none. */
  tx_limit!: number | null;
  api_keys_active!: number;
  webhooks_active!: number;
  by_day!: UsageByDay[];
  by_endpoint!: UsageByEndpoint[];
}
