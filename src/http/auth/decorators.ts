import type { IncomingMessage } from 'node:http';
import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Permission } from '../../domain/access/permissions';
import type { Principal } from '../../domain/access/principal';
import { contextOf } from '../request-context';

/**
 * Who may call a route. Every handler carries exactly one, its own or its controller's; without one the application
 * does not start.
 * @source api.md 0 (auth marks), 5
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'data' | 'user' | 'optional'; permission: Permission | null }
  | { kind: 'session-or-key'; permission: Permission; when: KeySwitch }
  | { kind: 'session' | 'key' | 'partner' | 'optional-partner' | 'admin' | 'scraper' };

/** Variables that open routes of sessions to API keys. */
export type KeySwitch = 'WEBHOOKS_ALLOW_API_KEYS';

export const ACCESS = 'http:access';
export const HEAVY = 'http:heavy';
export const WALL_CLOCK = 'http:wall-clock';
export const OPEN_ENDED = 'http:open-ended';

const declare = (access: Access) =>
  applyDecorators(SetMetadata(ACCESS, access), ApiExtension('x-access', access));

/** Any caller; no credential is read. */
export const Public = () => declare({ kind: 'public' });

/** A session, a partner key, or an API key that holds the permission (any API key when none is named). */
export const Needs = (permission: Permission | null = null) => declare({ kind: 'data', permission });

/** As Needs, for data of one user: no partner keys. */
export const UserNeeds = (permission: Permission | null = null) => declare({ kind: 'user', permission });

/** Only a signed-in session. */
export const SessionOnly = () => declare({ kind: 'session' });

/** A signed-in session; an API key that holds the permission too, when the variable is set. */
export const SessionOrKey = (permission: Permission, when: KeySwitch) =>
  declare({ kind: 'session-or-key', permission, when });

/** As Needs, but a caller without any credential is served too, unless CALCULATE_REQUIRE_AUTH. */
export const OptionalAuth = (permission: Permission | null = null) =>
  declare({ kind: 'optional', permission });

/** Only an API key, in `X-API-Key` or as `Authorization: Bearer cbk_...`. */
export const KeyOnly = () => declare({ kind: 'key' });

/** Only a partner key. */
export const PartnerOnly = () => declare({ kind: 'partner' });

/** Any caller; of credentials only a partner key is read, and a bad one refused. */
export const OptionalPartner = () => declare({ kind: 'optional-partner' });

/** An API key with `admin:api-keys`, or the session of an operator. */
export const AdminOnly = () => declare({ kind: 'admin' });

/** This machine, or a caller with METRICS_TOKEN; no credential of the API counts. */
export const ScrapersOnly = () => declare({ kind: 'scraper' });

/** The longer wall clock: HEAVY_TIMEOUT_MS instead of LIGHT_TIMEOUT_MS. */
export const Heavy = () => SetMetadata(HEAVY, true);

/** A wall clock of its own, by the name of its variable. */
export const WallClock = (variable: 'WEBHOOK_TEST_TIMEOUT_MS') => SetMetadata(WALL_CLOCK, variable);

/** No wall clock: the handler itself ends its stream. */
export const OpenEnded = () => SetMetadata(OPEN_ENDED, true);

/** Handler parameter: the caller, `anonymous` where no credential was asked for. */
export const Caller = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Principal =>
    contextOf(execution.switchToHttp().getRequest<IncomingMessage>()).principal,
);
