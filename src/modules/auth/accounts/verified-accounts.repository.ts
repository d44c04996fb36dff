import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../adapters/persistence/advisory-locks';
import { Config } from '../../../config/env';
import { PLANS, type PlanName } from '../../../domain/plans/plans';
import { DEMO_EMAIL, openWithPassword, promoteAttempt, proveEmail } from '../users/user.repository';

type OpenedAccount = { id: string; email: string } | null;

/**
 * The first account becomes the operator: someone who runs the service alone is not limited by plans. Every method is
 * part of the caller's transaction.
 * @source operating.md FIRST_USER_IS_OPERATOR
 */
@Injectable()
export class VerifiedAccounts {
  constructor(private readonly config: Config) {}

  promote(...attempt: Parameters<typeof promoteAttempt>): Promise<OpenedAccount> {
    return this.opened(attempt[0], promoteAttempt(...attempt));
  }

  open(...attempt: Parameters<typeof openWithPassword>): Promise<OpenedAccount> {
    return this.opened(attempt[0], openWithPassword(...attempt));
  }

  async prove(
    manager: EntityManager,
    userId: string,
    now: Date,
  ): Promise<{ id: string; email: string; wasVerified: boolean } | null> {
    const owner = await proveEmail(manager, userId, now);
    if (owner && !owner.wasVerified) await this.appoint(manager, userId);
    return owner;
  }

  private async opened(manager: EntityManager, opening: Promise<OpenedAccount>): Promise<OpenedAccount> {
    const account = await opening;
    if (account) await this.appoint(manager, account.id);
    return account;
  }

  /** Has no effect when another account is verified. The demo account does not count. */
  private async appoint(manager: EntityManager, userId: string): Promise<void> {
    if (!this.config.FIRST_USER_IS_OPERATOR) return;
    await lockInTransaction(manager, 'firstOperator');
    await manager.query(
      `UPDATE users SET role = 'operator', plan_name = $2, plan_expires_at = NULL
       WHERE id = $1 AND NOT EXISTS (
         SELECT FROM users other WHERE other.id <> $1 AND other.email_verified AND other.email <> $3)`,
      [userId, HIGHEST_PLAN, DEMO_EMAIL],
    );
  }
}

const [HIGHEST_PLAN] = (Object.keys(PLANS) as PlanName[]).toSorted((a, b) => PLANS[b].rank - PLANS[a].rank);
