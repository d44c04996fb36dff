import { AppError } from '../kernel/errors';
import type { AppliedPlan } from '../plans/plans';
import type { Permission } from './permissions';
import { mayWrite, type SpaceAccess, type SpaceWrite } from './spaces';

interface Acting {
  /** Whose records: the account of the credential, or the space. */
  userId: string;
  plan: AppliedPlan;
  isOperator: boolean;
  /** Set while the caller acts in a space, which is then the user. */
  space?: SpaceAccess;
}

/** The access guard creates it from exactly one credential. */
export type Principal =
  | (Acting & { kind: 'user'; sessionId: string })
  | (Acting & {
      kind: 'api_key';
      keyId: string;
      keyPrefix: string;
      permissions: readonly Permission[];
    })
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

/** For what a route writes beside its method. @throws AppError FORBIDDEN for a member whose role may not */
export function checkRole(space: SpaceAccess | undefined, what: SpaceWrite): void {
  if (space && !mayWrite(space.role, what))
    throw new AppError(
      'FORBIDDEN',
      { resource: 'space', role: space.role },
      { message: `The role ${space.role} in this space may not do this` },
    );
}
