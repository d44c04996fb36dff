import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { currentPlan, type CurrentPlan } from '../../../domain/plans/current-plan';
import { Clock } from '../../../ports/clock';
import { PlanLookup } from '../../../ports/access/plan-lookup';
import { SessionsService } from '../sessions/sessions.service';
import { UserRepository } from '../users/user.repository';

@Injectable()
export class StoredPlans extends PlanLookup {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super();
  }

  async of(userId: string): Promise<CurrentPlan | null> {
    const user = await this.users.find(userId);
    if (!user || user.disabledAt) return null;
    if (user.spaceOwnerId !== null) return this.of(user.spaceOwnerId);
    const expiresAt = user.planExpiresAt?.getTime() ?? null;
    return currentPlan(user.planName, expiresAt, this.clock.now(), this.config.PLANS);
  }

  changed(): void {
    this.sessions.forgetAll();
  }
}
