import { currentPlan } from '../../../domain/plans/current-plan';
import type { PlanName } from '../../../domain/plans/plans';
import type { Identity, SessionUser } from './auth.shapes.dto';

interface User {
  id: string;
  email: string;
  fullName: string;
  emailVerified: boolean;
  planName: PlanName;
  planExpiresAt: Date | null;
  role: 'user' | 'operator';
  createdAt: Date;
}

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** @source spec 2.2 */
export const toSessionUser = (user: User, tokens: Tokens, now: number): SessionUser => ({
  ...toPerson(user, now),
  access_token: tokens.accessToken,
  refresh_token: tokens.refreshToken,
});

/** @source api.md 3 (`/auth/me`) */
/** @param plans `off`: no plan limits an account */
export const toIdentity = (user: User, now: number, plans: 'on' | 'off'): Omit<Identity, 'totp_enabled'> => ({
  ...toPerson(user, now),
  plan_unlimited: plans === 'off',
  plan_expires_at: user.planExpiresAt?.toISOString() ?? null,
  role: user.role,
  created_at: user.createdAt.toISOString(),
});

export const toAccount = (user: User & { disabledAt: Date | null }, now: number, plans: 'on' | 'off') => ({
  ...toIdentity(user, now, plans),
  disabled_at: user.disabledAt?.toISOString() ?? null,
});

function toPerson(user: User, now: number) {
  const plan = currentPlan(user.planName, user.planExpiresAt?.getTime() ?? null, now);
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    email_verified: user.emailVerified,
    plan_name: plan.name,
    plan_expired: plan.isExpired,
  };
}
