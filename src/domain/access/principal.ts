import { AppError } from '../kernel/errors';
import type { AppliedPlan } from '../plans/plans';
import type { Permission } from './permissions';

/** The access guard creates it from exactly one credential. */
export type Principal =
  | { kind: 'user'; userId: string; plan: AppliedPlan; isOperator: boolean; sessionId: string }
  | {
      kind: 'api_key';
      userId: string;
      plan: AppliedPlan;
      keyId: string;
      keyPrefix: string;
      permissions: readonly Permission[];
      isOperator: boolean;
    }
  | { kind: 'partner'; partnerId: string; name: string }
  | { kind: 'anonymous' };

export type UserPrincipal = Extract<Principal, { userId: string }>;

/** Null for partners, anonymous callers and work without a caller. */
export const asUser = (principal: Principal | undefined): UserPrincipal | null =>
  principal?.kind === 'user' || principal?.kind === 'api_key' ? principal : null;

/** @throws AppError UNAUTHORIZED for a caller that acts for no user */
export function userOf(principal: Principal): UserPrincipal {
  const user = asUser(principal);
  if (!user) throw new AppError('UNAUTHORIZED');
  return user;
}
