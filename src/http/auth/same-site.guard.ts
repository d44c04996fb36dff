import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../config/env';
import { AppError } from '../../domain/kernel/errors';
import { mayActUnderCookie } from './same-site';

/**
 * For routes without an access guard that read a cookie themselves.
 * @throws AppError FORBIDDEN for a browser request from another site
 */
@Injectable()
export class SameSiteGuard implements CanActivate {
  private readonly ownOrigins: readonly string[];

  constructor(config: Config) {
    this.ownOrigins = [new URL(config.PUBLIC_BASE_URL).origin, ...config.CORS_ORIGINS];
  }

  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<Request>();
    const isByCookie = request.headers.cookie !== undefined && request.headers.authorization === undefined;
    if (isByCookie && !mayActUnderCookie(request, this.ownOrigins))
      throw new AppError('FORBIDDEN', undefined, { message: 'Cross-site request refused' });
    return true;
  }
}
