import type { Request } from 'express';

/** True when a browser sent it. Browsers state where a request comes from; programs do not. */
export const isFromBrowser = (request: Request): boolean =>
  request.get('sec-fetch-site') !== undefined || request.get('origin') !== undefined;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * May this request act under a cookie? Browsers state where a request comes from in `Sec-Fetch-Site` or `Origin`; one
 * with neither (curl, a server) carries the cookie on purpose.
 * @param allowed origins that may call with credentials
 * @source api.md 0 (CSRF); OWASP CSRF cheat sheet
 */
export function mayActUnderCookie(request: Request, allowed: readonly string[]): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  if (site === undefined && origin === undefined) return true;
  if (site === 'same-origin' || site === 'none') return true;
  return (
    origin !== undefined && [`${request.protocol}://${request.get('host')}`, ...allowed].includes(origin)
  );
}
