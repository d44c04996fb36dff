import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import { AppError } from '../../domain/kernel/errors';

/** Scripts in browsers can read these. @source reliability.md 1.13 */
const EXPOSED_HEADERS = [
  'X-Export-Count',
  'X-Export-Truncated',
  'X-Export-Status',
  'X-Export-Incomplete',
  'X-Export-Limited',
  'X-Export-Approximate',
  'X-Export-Official-Form',
  'Idempotency-Replayed',
  'Retry-After',
  'X-RateLimit-Limit-Minute',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Minute',
  'X-RateLimit-Remaining-Day',
  'X-RateLimit-Reset-Minute',
  'X-RateLimit-Reset-Day',
  'Content-Disposition',
  'X-Request-Id',
  'ETag',
];

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-API-Key',
  'X-Partner-Key',
  'If-None-Match',
];
const PREFLIGHT_SECONDS = 600;
const YEAR_SECONDS = 31_536_000;

/** Scripts only from here. The documentation page has inline styles and icons in data: URLs. */
const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
});

/** HSTS is sent only over https: over http a browser ignores it. */
export const securityHeaders: RequestHandler = (request, response, next) => {
  if (request.secure)
    response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
  // Answers depend on the caller. A cacheable route declares it.
  response.setHeader('Cache-Control', 'no-store');
  headers(request, response, next);
};

/** Refuses a request with two Host headers: a proxy can use the other one. */
export const oneHost: RequestHandler = (request, _response, next) => {
  const names = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  next(names.length > 1 ? new AppError('INVALID_REQUEST') : undefined);
};

/** Listed origins may call with credentials. `*` in the list lets other origins call without. */
export const corsFor =
  (origins: readonly string[]): CorsOptionsDelegate<Request> =>
  (request, callback) => {
    const origin = request.headers.origin;
    const isListed = origin !== undefined && origins.includes(origin);
    callback(null, {
      ...BASE,
      origin: isListed ? origin : origins.includes('*') ? '*' : [],
      credentials: isListed,
    });
  };

const BASE: CorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ALLOWED_HEADERS,
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: PREFLIGHT_SECONDS,
};

/** `true`, `false`, hops, or a list of CIDRs. */
export function trustProxy(setting: string): boolean | number | string {
  if (setting === 'true' || setting === 'false') return setting === 'true';
  return /^\d{1,3}$/.test(setting) ? Number(setting) : setting;
}
