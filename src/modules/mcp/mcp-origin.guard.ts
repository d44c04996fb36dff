import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../config/env';
import { AppError } from '../../domain/kernel/errors';

/** Names of this machine, which no name server can give to another one. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses web pages of another origin, and requests for another host name (DNS rebinding). Programs send no Origin.
 * @throws AppError FORBIDDEN
 */
@Injectable()
export class McpOriginGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;

  constructor(config: Config) {
    const own = new URL(config.PUBLIC_BASE_URL);
    this.origins = new Set([own.origin, ...config.CORS_ORIGINS.filter((origin) => origin !== '*')]);
    this.hosts = new Set([own.host, config.HOST, `${config.HOST}:${config.PORT}`]);
  }

  canActivate(execution: ExecutionContext): boolean {
    const { host, origin } = execution.switchToHttp().getRequest<Request>().headers;
    if (origin !== undefined && !this.origins.has(origin))
      throw new AppError('FORBIDDEN', undefined, {
        message: 'This Origin may not call /mcp: list it in CORS_ORIGINS',
      });
    if (host === undefined || !(LOOPBACK.test(host) || this.hosts.has(host.toLowerCase())))
      throw new AppError('FORBIDDEN', undefined, {
        message: 'This Host is not the one of PUBLIC_BASE_URL',
      });
    return true;
  }
}
