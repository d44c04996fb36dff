import type { Request } from 'express';

/** The declared path: `/api/v1/wallets/:address`. Null when no route was found. */
export function routeTemplate(request: Request): string | null {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : null;
}

/** For a path that matches no route, and for a body refused before routing. */
export const NO_ROUTE = '(no route)';
