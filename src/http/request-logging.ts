import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { pinoHttp } from 'pino-http';
import type { RequestHandler } from 'express';
import { contextOf } from './request-context';

/**
 * One line per request. Neither headers, nor cookies, nor query values, nor bodies are ever written: what is not
 * logged cannot leak.
 */
export function requestLogging(level: string): RequestHandler {
  const log = pinoHttp<IncomingMessage, ServerResponse>({
    logger: pino({ level, base: undefined }),
    genReqId: (request) => contextOf(request).requestId,
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'info'),
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err: (error: { type: string; message: string }) => ({ type: error.type, message: error.message }),
    },
  });
  return (request, response, next) => {
    log(request, response);
    next();
  };
}
