import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { isRefusedInFlood } from '../http/request/account-admission';

/** Headers, cookies, query values and bodies are never logged. */
export function requestLogger(logger: Logger): RequestHandler {
  const log = pinoHttp<IncomingMessage & { originalUrl?: string }, ServerResponse>({
    // The serializers leave nothing to redact, and a search in each record costs more than the record.
    logger: logger.child({}, { redact: [] }),
    customLogLevel: (_request, response, error) => {
      if (isRefusedInFlood(response)) return 'silent';
      return error || response.statusCode >= 500 ? 'warn' : 'info';
    },
    // Fields of the record replace those of the scope. Bindings would add duplicates.
    customSuccessObject: (_request, response, fields: object) => named(response, fields),
    customErrorObject: (_request, response, _error, fields: object) => named(response, fields),
    serializers: {
      req: ({ raw }: { raw: IncomingMessage & { originalUrl?: string } }) => ({
        method: raw.method,
        path: (raw.originalUrl ?? raw.url)?.split('?', 1)[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      err: ({ type, message }: { type: string; message: string }) => ({ type, message }),
    },
  });
  return (request, response, next) => {
    log(request, response);
    next();
  };
}

/** A response can end outside the scope of its request, for example when the client disconnects. */
const named = (response: ServerResponse, fields: object): object => ({
  ...fields,
  request_id: response.getHeader('x-request-id'),
});
