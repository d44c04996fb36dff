import type { Request, RequestHandler, Response } from 'express';
import type { Metrics } from '../../ports/metrics';
import { contextOf } from '../request-context';
import { whenClosed } from './when-closed';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures every request from its arrival until its last byte is out. Comes after `arrival`. */
export const requestMetrics =
  (metrics: Metrics): RequestHandler =>
  (request, response, next) => {
    const context = contextOf(request);
    whenClosed(response, () => {
      metrics.observe('cost_basis_http_request_seconds', context.elapsedMs() / 1_000, {
        method: METHODS.has(request.method) ? request.method : 'other',
        route: routeOf(request),
        status: statusOf(response),
      });
    });
    next();
  };

/** The template as the router knows it: a path names wallets and ids. "none": answered before a route was found. */
export function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'none';
}

const statusOf = (response: Response): string =>
  response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'gone';
