import type { Principal } from '../access/principal';

/** @source api.md 2 (AuditLog) */
const AUTH_TYPES = {
  user: 'bearer',
  api_key: 'api_key',
  partner: 'partner',
  anonymous: 'anonymous',
} as const satisfies Record<Principal['kind'], string>;

export type AuthType = (typeof AUTH_TYPES)[Principal['kind']];

export interface LoggedCaller {
  readonly authType: AuthType;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly keyPrefix: string | null;
  readonly partnerId: string | null;
}

export const loggedCallerOf = (principal: Principal): LoggedCaller => ({
  authType: AUTH_TYPES[principal.kind],
  userId: 'userId' in principal ? principal.userId : null,
  apiKeyId: principal.kind === 'api_key' ? principal.keyId : null,
  keyPrefix: principal.kind === 'api_key' ? principal.keyPrefix : null,
  partnerId: principal.kind === 'partner' ? principal.partnerId : null,
});
