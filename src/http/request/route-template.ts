import type { Request } from 'express';

/** The path of the route as declared: `/api/v1/wallets/:address`. Null when no route was found. */
export function routeTemplate(request: Request): string | null {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : null;
}

/** Recorded for a path that matches no route, and for a body refused before routing. */
export const NO_ROUTE = '(no route)';
