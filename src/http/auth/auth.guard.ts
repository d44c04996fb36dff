import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Config } from '../../config/env';
import type { Permission } from '../../domain/access/permissions';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { ApiKeyVerifier, PartnerKeyVerifier, SessionVerifier } from '../../ports/access/credentials';
import { ACCESS, type Access } from './decorators';
import { contextOf } from '../request-context';
import { credentialOf, partnerCredentialOf, type Credential, type CredentialKind } from './credential';
import { mayActUnderCookie } from './same-site';
import { mayScrape } from './scraper';

/** Which credentials each access kind listens to; any other kind is as good as none. */
const KINDS = {
  public: [],
  data: ['session', 'api_key', 'partner'],
  optional: ['session', 'api_key', 'partner'],
  user: ['session', 'api_key'],
  session: ['session'],
  partner: ['partner'],
  'optional-partner': ['partner'],
  admin: ['session', 'api_key'],
  scraper: [],
} as const satisfies Record<Access['kind'], readonly CredentialKind[]>;

interface Verifier {
  verify(secret: string): Promise<Principal | null>;
}

/**
 * Credential -> principal -> permission. Closed by default: a handler without a declared access is refused.
 * @throws AppError UNAUTHORIZED for no, a bad, or the wrong kind of credential; FORBIDDEN for a lacking permission
 */
@Injectable()
export class AuthGuard implements CanActivate {
  private readonly verifiers: Record<CredentialKind, Verifier | undefined>;
  private readonly ownOrigins: readonly string[];

  constructor(
    private readonly reflector: Reflector,
    private readonly config: Config,
    @Optional() sessions?: SessionVerifier,
    @Optional() apiKeys?: ApiKeyVerifier,
    @Optional() partnerKeys?: PartnerKeyVerifier,
  ) {
    this.verifiers = { session: sessions, api_key: apiKeys, partner: partnerKeys };
    this.ownOrigins = [new URL(config.PUBLIC_BASE_URL).origin, ...config.CORS_ORIGINS];
  }

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      execution.getHandler(),
      execution.getClass(),
    ]);
    if (!access) throw new AppError('UNAUTHORIZED');
    if (access.kind === 'public') return true;
    const request = execution.switchToHttp().getRequest<Request>();
    if (access.kind === 'scraper') {
      if (mayScrape(request, this.config.METRICS_TOKEN)) return true;
      throw new AppError('UNAUTHORIZED');
    }
    const principal = await this.identify(request, access);
    // Known before it is permitted: a refused request is still one of this caller.
    contextOf(request).identify(principal);
    if (principal.kind !== 'anonymous') authorise(principal, access);
    return true;
  }

  private async identify(request: Request, access: Access): Promise<Principal> {
    const credential =
      access.kind === 'optional-partner'
        ? partnerCredentialOf(request)
        : credentialOf(request, access.kind === 'admin');
    if (!credential) return this.withoutCredential(access);
    const kinds: readonly CredentialKind[] = KINDS[access.kind];
    const principal = kinds.includes(credential.kind) ? await this.verify(credential) : null;
    if (!principal) throw new AppError('UNAUTHORIZED');
    if (credential.isCookie && !mayActUnderCookie(request, this.ownOrigins))
      throw new AppError('FORBIDDEN', undefined, { message: 'Cross-site request refused' });
    return principal;
  }

  private withoutCredential(access: Access): Principal {
    if (access.kind === 'optional-partner') return { kind: 'anonymous' };
    if (access.kind === 'optional' && !this.config.CALCULATE_REQUIRE_AUTH) return { kind: 'anonymous' };
    throw new AppError('UNAUTHORIZED');
  }

  private async verify({ kind, secret }: Credential): Promise<Principal | null> {
    const verifier = this.verifiers[kind];
    return verifier && secret !== null ? verifier.verify(secret) : null;
  }
}

function authorise(principal: Principal, access: Access): void {
  if (access.kind === 'admin') return authoriseAdmin(principal);
  const required = 'permission' in access ? access.permission : null;
  if (principal.kind === 'api_key' && required !== null && !principal.permissions.includes(required))
    throw forbidden(required);
}

function authoriseAdmin(principal: Principal): void {
  if (principal.kind === 'api_key' && !principal.permissions.includes('admin:api-keys'))
    throw forbidden('admin:api-keys');
  if (principal.kind === 'user' && !principal.isOperator) throw new AppError('FORBIDDEN');
}

const forbidden = (required: Permission): AppError =>
  new AppError('FORBIDDEN', { required_permission: required });
