import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Config } from '../../config/env';
import type { Permission } from '../../domain/access/permissions';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { Clock, type Timer } from '../../ports/clock';
import { ACCESS, IN_SPACE, type Access, type SpaceRoute } from './decorators';
import { CONSOLE_READER, isLocalConsole } from '../console/local-console';
import { contextOf } from '../request-context';
import { ACCEPTED, acceptedText, forbiddenText, invalidText, OPERATOR_TEXT } from './challenge';
import {
  credentialOf,
  keyCredentialOf,
  partnerCredentialOf,
  type Credential,
  type CredentialKind,
} from './credential';
import { mayActUnderCookie } from './same-site';
import { mayScrape } from './scraper';
import { namesSpace } from './space';
import { Strategies } from './strategies';
import { isFromTools } from './tool-calls';

/**
 * Verifies the credential, then the permission. Only the strategy of the first credential runs: a chain of
 * `AuthGuard`s would try the next one after a failure. A handler without a declared access is refused.
 * @throws AppError UNAUTHORIZED for a missing, bad or wrong kind of credential; FORBIDDEN for a lacking permission;
 *   SERVICE_UNAVAILABLE when a credential could not be checked in the time of a light request
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly ownOrigins: readonly string[];

  constructor(
    private readonly reflector: Reflector,
    private readonly config: Config,
    private readonly strategies: Strategies,
    private readonly clock: Clock,
  ) {
    this.ownOrigins = [new URL(config.PUBLIC_BASE_URL).origin, ...config.CORS_ORIGINS];
  }

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const targets = [execution.getHandler(), execution.getClass()];
    const declared = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets);
    if (!declared) throw new AppError('UNAUTHORIZED');
    if (declared.kind === 'public') return true;
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const isInSpace =
      namesSpace(request) &&
      this.reflector.getAllAndOverride<SpaceRoute | undefined>(IN_SPACE, targets)?.from === 'query';
    const own = accessOf(declared, request);
    const access = isInSpace ? accessInSpace(own) : own;
    contextOf(request).accepted = this.kindsOf(access);
    if (access.kind === 'scraper') {
      if (mayScrape(request, this.config.METRICS_TOKEN)) return true;
      throw new AppError('UNAUTHORIZED');
    }
    const principal = await this.identify(request, http.getResponse<Response>(), access);
    // Before the permission check: a refused request also belongs to this caller.
    contextOf(request).identify(principal);
    if (principal.kind !== 'anonymous') authorise(principal, access);
    return true;
  }

  private async identify(request: Request, response: Response, access: Access): Promise<Principal> {
    const credential = presented(request, access.kind);
    if (!credential) return this.withoutCredential(request, access);
    const kinds = this.kindsOf(access);
    if (!kinds.includes(credential.kind))
      throw new AppError('UNAUTHORIZED', undefined, { message: acceptedText(kinds) });
    const authenticate = () => this.strategies.authenticate(credential.kind, request, response);
    contextOf(request).reidentify = authenticate;
    const principal = credential.secret === null ? null : await this.inTime(request, authenticate());
    if (!principal) throw new AppError('UNAUTHORIZED', undefined, { message: invalidText(credential.kind) });
    if (credential.isCookie && !mayActUnderCookie(request, this.ownOrigins))
      throw new AppError('FORBIDDEN', undefined, { message: 'Cross-site request refused' });
    return principal;
  }

  /** The wall clock of the route starts after the guards, and a database can accept a statement and stay silent. */
  private async inTime<T>(request: Request, work: Promise<T>): Promise<T> {
    const leftMs = Math.max(0, this.config.LIGHT_TIMEOUT_MS - contextOf(request).elapsedMs());
    let timer: Timer | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = this.clock.setTimeout(() => reject(new AppError('SERVICE_UNAVAILABLE')), leftMs);
    });
    return Promise.race([work, late]).finally(() => this.clock.clearTimeout(timer));
  }

  private kindsOf(access: Access): readonly CredentialKind[] {
    return access.kind === 'session-or-key' && this.config[access.when]
      ? ACCEPTED.user
      : ACCEPTED[access.kind];
  }

  private withoutCredential(request: Request, access: Access): Principal {
    const isData = access.kind === 'data' || access.kind === 'optional';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isData && isRead && isLocalConsole(request, this.config)) return CONSOLE_READER;
    if (access.kind === 'optional-partner') return { kind: 'anonymous' };
    if (access.kind === 'optional' && !this.config.CALCULATE_REQUIRE_AUTH) return { kind: 'anonymous' };
    throw new AppError('UNAUTHORIZED', undefined, { message: acceptedText(this.kindsOf(access)) });
  }
}

const accessOf = (access: Access, request: Request): Access =>
  access.kind === 'session' && access.tools !== undefined && isFromTools(request)
    ? { kind: 'user', permission: access.tools }
    : access;

function presented(request: Request, kind: Access['kind']): Credential | null {
  if (kind === 'optional-partner') return partnerCredentialOf(request);
  if (kind === 'key') return keyCredentialOf(request) ?? credentialOf(request, true);
  return credentialOf(request, kind === 'admin');
}

/** A backend works in the spaces of its users without a session. */
const accessInSpace = (access: Access): Access =>
  access.kind === 'session' ? { kind: 'user', permission: 'write:portfolios' } : access;

function authorise(principal: Principal, access: Access): void {
  if (access.kind === 'admin') return authoriseAdmin(principal);
  const required = 'permission' in access ? access.permission : null;
  if (principal.kind === 'api_key' && required !== null && !principal.permissions.includes(required))
    throw forbidden(required);
}

function authoriseAdmin(principal: Principal): void {
  if (principal.kind === 'api_key' && !principal.permissions.includes('admin:api-keys'))
    throw forbidden('admin:api-keys');
  if (principal.kind === 'user' && !principal.isOperator)
    throw new AppError('FORBIDDEN', undefined, { message: OPERATOR_TEXT });
}

const forbidden = (required: Permission): AppError =>
  new AppError('FORBIDDEN', { required_permission: required }, { message: forbiddenText(required) });
