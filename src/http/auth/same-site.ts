import type { Request } from 'express';

/** Browsers state where a request comes from. Programs do not. */
export const isFromBrowser = (request: Request): boolean =>
  request.get('sec-fetch-site') !== undefined || request.get('origin') !== undefined;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may act under a cookie. Browsers state the origin in `Sec-Fetch-Site` or `Origin`. Programs such
 * as curl state neither and send the cookie on purpose.
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
