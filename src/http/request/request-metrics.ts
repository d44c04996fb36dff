import type { Request, RequestHandler, Response } from 'express';
import type { Metrics } from '../../ports/metrics';
import { contextOf } from '../request-context';
import { routeTemplate } from './route-template';
import { whenClosed } from './when-closed';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** From the arrival until the last byte is sent. Must come after `arrival`. */
export const requestMetrics =
  (metrics: Metrics): RequestHandler =>
  (request, response, next) => {
    const context = contextOf(request);
    whenClosed(response, () => {
      metrics.observe('cost_basis_http_request_seconds', context.elapsedMs() / 1_000, {
        method: METHODS.has(request.method) ? request.method : 'other',
        route: metricRoute(request),
        status: statusOf(response),
      });
    });
    next();
  };

/** A path contains wallets and ids: labels use the template. */
export const metricRoute = (request: Request): string => routeTemplate(request) ?? 'none';

const statusOf = (response: Response): string =>
  response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'gone';
