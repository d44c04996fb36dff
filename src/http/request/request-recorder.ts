import { Logger } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { asUser } from '../../domain/access/principal';
import { loggedCallerOf } from '../../domain/audit/auth-type';
import { cleanText } from '../../domain/audit/clean-text';
import type { RequestRecord } from '../../domain/audit/record';
import type { Clock } from '../../ports/clock';
import type { RequestLog } from '../../ports/storage/requests/request-log';
import { namesSpace, SPACE_PARAMETER } from '../auth/space';
import { normalPath } from '../dialects';
import { plainIp } from '../rate-limit/client';
import { contextOf } from '../request-context';
import { NO_ROUTE, routeTemplate } from './route-template';
import { whenClosed } from './when-closed';

const MAX_PATH_CHARS = 512;
const MAX_AGENT_CHARS = 256;
/** Proxies use this code for a client that left before its answer. It is not sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** Liveness and documentation are not calls of an account. @source api.md 1.13 */
const NOT_AUDITED = /^\/api\/(docs(-json|-yaml)?(\/|$)|health(\/|$)|v1\/health\/?$)/;

/** A middleware: bad bodies, unknown routes and refused credentials never reach an interceptor. */
export const requestRecorder = (log: RequestLog, clock: Clock): RequestHandler => {
  const logger = new Logger('Audit');
  return (request, response, next) => {
    if (isAudited(request)) {
      const { path, ip } = request;
      whenClosed(response, () => {
        try {
          log.append(recordOf(request, response, { id: clock.newId(), path, ip: ip ?? '' }));
        } catch (error) {
          logger.error(`a request could not be recorded: ${String(error)}`);
        }
      });
    }
    next();
  };
};

/** Every path of the API in any letter case, without preflight requests. */
function isAudited({ method, path, headers }: Request): boolean {
  const known = normalPath(path);
  if (known !== '/api' && !known.startsWith('/api/')) return false;
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return false;
  return !NOT_AUDITED.test(known);
}

/** Queries are not recorded, but for the space that the caller was let into. */
function spaceNamed(request: Request): string {
  const space = asUser(contextOf(request).principal)?.space;
  return space && namesSpace(request) ? `?${SPACE_PARAMETER}=${space.id}` : '';
}

function recordOf(
  request: Request,
  response: Response,
  { id, path, ip }: { id: string; path: string; ip: string },
): RequestRecord {
  const context = contextOf(request);
  return {
    id,
    at: Math.trunc(context.startedAt),
    requestId: context.requestId,
    method: request.method,
    path: cleanText(path + spaceNamed(request), MAX_PATH_CHARS),
    route: routeTemplate(request) ?? NO_ROUTE,
    status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST,
    errorCode: context.errorCode,
    durationMs: Math.round(context.elapsedMs()),
    ...loggedCallerOf(context.caller),
    ip: plainIp(ip),
    userAgent: cleanText(request.get('user-agent') ?? '', MAX_AGENT_CHARS),
  };
}
