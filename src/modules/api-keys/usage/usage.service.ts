import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { userOf, type Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { CAPS } from '../../../domain/plans/plans';
import type { RequestContext } from '../../../http/request-context';
import { Clock } from '../../../ports/clock';
import { LinkedWallets } from '../../../ports/storage/linked-wallets';
import { PlanLookup } from '../../../ports/access/plan-lookup';
import { WebhookInventory } from '../../../ports/access/access-inventory';
import { ApiKeyRepository } from '../api-key.repository';
import { firstDay } from '../api-keys.service';
import { toByDay, toByEndpoint } from '../api-keys.presenter';
import type { AccountUsageResponse } from '../api-keys.shapes.dto';
import { UsageRepository } from './usage.repository';
import { DAY_MS } from '../../../domain/kernel/durations';

@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly keys: ApiKeyRepository,
    private readonly plans: PlanLookup,
    private readonly wallets: LinkedWallets,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly webhooks: WebhookInventory,
  ) {}

  /** @throws AppError UNAUTHORIZED when the account is gone */
  async mine(principal: Principal, days: number, context: RequestContext): Promise<AccountUsageResponse> {
    const userId = userOf(principal).userId;
    const now = this.clock.now();
    const [plan, rows, walletsLinked, keysActive, webhooksActive] = await Promise.all([
      this.plans.of(userId),
      this.usage.ofUser(userId, firstDay(now, days)),
      this.wallets.count(userId),
      this.keys.countActive(userId, new Date(now)),
      this.webhooks.countActive(userId),
    ]);
    if (!plan) throw new AppError('UNAUTHORIZED');
    const caps = CAPS[plan.effective];
    return {
      plan_name: plan.name,
      plan_expired: plan.isExpired,
      plan_unlimited: plan.effective === 'unlimited',
      plan_expires_at: plan.expiresAt === null ? null : new Date(plan.expiresAt).toISOString(),
      requests_today: requestsToday(context),
      limit_per_day: this.config.RATE_LIMIT_RPD,
      limit_per_minute: this.config.RATE_LIMIT_RPM,
      resets_at: new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS).toISOString(),
      wallets_linked: walletsLinked,
      wallet_limit: caps.linkedWalletCap,
      tx_limit: caps.transactionCap,
      api_keys_active: keysActive,
      webhooks_active: webhooksActive,
      by_day: toByDay(rows),
      by_endpoint: toByEndpoint(rows),
    };
  }
}

/** Includes this request. */
const requestsToday = ({ rate }: RequestContext): number =>
  rate !== null && typeof rate === 'object' ? rate.requestsToday : 0;
