import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { contextOf } from '../../../http/request-context';
import { NO_ROUTE, routeTemplate } from '../../../http/request/route-template';
import { whenClosed } from '../../../http/request/when-closed';
import { UsageMeter } from './usage-meter';

/** Counts a request when it ends, with or without a response. */
@Injectable()
export class UsageMiddleware implements NestMiddleware {
  constructor(private readonly meter: UsageMeter) {}

  use(request: Request, response: Response, next: NextFunction): void {
    whenClosed(response, () => {
      const { caller: principal } = contextOf(request);
      if (principal.kind !== 'user' && principal.kind !== 'api_key') return;
      this.meter.note({
        userId: principal.userId,
        keyId: principal.kind === 'api_key' ? principal.keyId : null,
        method: request.method,
        path: routeTemplate(request) ?? NO_ROUTE,
        status: response.statusCode,
      });
    });
    next();
  }
}
