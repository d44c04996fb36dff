import type { IncomingMessage } from 'node:http';
import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Permission } from '../../domain/access/permissions';
import type { Principal } from '../../domain/access/principal';
import type { SpaceWrite } from '../../domain/access/spaces';
import { contextOf } from '../request-context';

/** Every handler or its controller declares exactly one. @source api.md 0 (auth marks), 5 */
export type Access =
  | { kind: 'public' }
  | { kind: 'data' | 'user' | 'optional'; permission: Permission | null }
  | { kind: 'session-or-key'; permission: Permission; when: KeySwitch }
  | { kind: 'session'; tools?: Permission }
  | { kind: 'key' | 'partner' | 'optional-partner' | 'admin' | 'scraper' };

export type KeySwitch = 'WEBHOOKS_ALLOW_API_KEYS';

export const ACCESS = 'http:access';
export const IN_SPACE = 'http:in-space';
export const HEAVY = 'http:heavy';
export const WALL_CLOCK = 'http:wall-clock';
export const OPEN_ENDED = 'http:open-ended';

const declare = (access: Access) =>
  applyDecorators(SetMetadata(ACCESS, access), ApiExtension('x-access', access));

export const Public = () => declare({ kind: 'public' });

/** A session, a partner key, or an API key with the permission. Null: any API key. */
export const Needs = (permission: Permission | null = null) => declare({ kind: 'data', permission });

/** For data of one user: no partner keys. */
export const UserNeeds = (permission: Permission | null = null) => declare({ kind: 'user', permission });

/** @param tools permission with which an API key may call the route through a tool, which asks its user first */
export const SessionOnly = (tools?: Permission) =>
  declare({ kind: 'session', ...(tools !== undefined && { tools }) });

/** A session. An API key with the permission as well, when the variable is set. */
export const SessionOrKey = (permission: Permission, when: KeySwitch) =>
  declare({ kind: 'session-or-key', permission, when });

/** Also serves callers without any credential, unless CALCULATE_REQUIRE_AUTH is set. */
export const OptionalAuth = (permission: Permission | null = null) =>
  declare({ kind: 'optional', permission });

/** In `X-API-Key` or as `Authorization: Bearer cbk_...`. */
export const KeyOnly = () => declare({ kind: 'key' });

export const PartnerOnly = () => declare({ kind: 'partner' });

/** Any caller. Only a partner key is read, and a bad one is refused. */
export const OptionalPartner = () => declare({ kind: 'optional-partner' });

/** An API key with `admin:api-keys`, or the session of an operator. */
export const AdminOnly = () => declare({ kind: 'admin' });

/** This machine, or a caller with METRICS_TOKEN. Credentials of the API do not count. */
export const ScrapersOnly = () => declare({ kind: 'scraper' });

/** How a route names a space, and what of it the route writes with another method than GET. */
export interface SpaceRoute {
  from: 'query' | 'path';
  writes: SpaceWrite;
  /** Absent: every member reads. */
  reads?: SpaceWrite;
}

const inSpace = (route: SpaceRoute) =>
  applyDecorators(SetMetadata(IN_SPACE, route), ApiExtension('x-space', route.from));

/** With `space_id` the route is about that space instead of the account. @param writes who may call it, except GET */
export const InSpace = (writes: SpaceWrite = 'question', reads?: SpaceWrite) =>
  inSpace({ from: 'query', writes, ...(reads && { reads }) });

/** `portfolio_id` of the path is the space, if it is one. */
export const SpaceOfPath = (writes: SpaceWrite = 'question', reads?: SpaceWrite) =>
  inSpace({ from: 'path', writes, ...(reads && { reads }) });

export const Heavy = () => SetMetadata(HEAVY, true);

export const WallClock = (variable: 'WEBHOOK_TEST_TIMEOUT_MS') => SetMetadata(WALL_CLOCK, variable);

/** No wall clock: the handler ends its stream. */
export const OpenEnded = () => SetMetadata(OPEN_ENDED, true);

export const Caller = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Principal =>
    contextOf(execution.switchToHttp().getRequest<IncomingMessage>()).principal,
);
