import type { IncomingMessage } from 'node:http';
import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Permission } from '../domain/access/permissions';
import type { Principal } from '../domain/access/principal';
import { contextOf } from './request-context';

/**
 * Who may call a route. Every handler carries exactly one, its own or its controller's; without one the application
 * does not start.
 * @source api.md 0 (auth marks), 5
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'data' | 'user' | 'optional'; permission: Permission | null }
  | { kind: 'session' | 'partner' | 'admin' };

export const ACCESS = 'http:access';
export const HEAVY = 'http:heavy';

/** Anybody; no credential is read. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/** A session, a partner key, or an API key that holds the permission (any API key when none is named). */
export const Needs = (permission: Permission | null = null) =>
  SetMetadata(ACCESS, { kind: 'data', permission } satisfies Access);

/** As Needs, for data of one user: no partner keys. */
export const UserNeeds = (permission: Permission | null = null) =>
  SetMetadata(ACCESS, { kind: 'user', permission } satisfies Access);

/** Only a signed-in session. */
export const SessionOnly = () => SetMetadata(ACCESS, { kind: 'session' } satisfies Access);

/** As Needs, but a caller without any credential is served too, unless CALCULATE_REQUIRE_AUTH. */
export const OptionalAuth = (permission: Permission | null = null) =>
  SetMetadata(ACCESS, { kind: 'optional', permission } satisfies Access);

/** Only a partner key. */
export const PartnerOnly = () => SetMetadata(ACCESS, { kind: 'partner' } satisfies Access);

/** An API key with `admin:api-keys`, or the session of an operator. */
export const AdminOnly = () => SetMetadata(ACCESS, { kind: 'admin' } satisfies Access);

/** The longer wall clock: HEAVY_TIMEOUT_MS instead of LIGHT_TIMEOUT_MS. */
export const Heavy = () => SetMetadata(HEAVY, true);

/** Handler parameter: the caller, `anonymous` where no credential was asked for. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Principal =>
    contextOf(execution.switchToHttp().getRequest<IncomingMessage>()).principal,
);
