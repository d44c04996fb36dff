import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import pino, { type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/** Headers that carry a credential. */
const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-partner-key',
  'x-token',
] as const;

/** Credentials inside text: a partner key in a query, a password in a connection URL. */
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/((?:partner_key|api_key|apikey|token)(?:=|%3D))[^&\s"'\\]+/gi, '$1[hidden]'],
  [/(:\/\/[^\s:/@"]*:)[^\s@"]+@/g, '$1[hidden]@'],
];

/** Contexts in which Nest tells each module and route it wires: of interest only when debugging. */
const WIRING = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);

/** One JSON line per record. Nothing that is a credential passes, whoever logs it. */
export function createLogger(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      redact: {
        paths: SECRET_HEADERS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[hidden]',
      },
      hooks: { streamWrite: hideSecrets },
    },
    destination,
  );
}

export function hideSecrets(line: string): string {
  return SECRET_TEXT.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/**
 * One record per request when its answer is out. Neither headers, cookies, query values nor bodies are written: what
 * is not logged cannot leak.
 */
export function requestLogger(logger: Logger): RequestHandler {
  const log = pinoHttp<IncomingMessage & { originalUrl?: string }, ServerResponse>({
    logger,
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'info'),
    customProps: (_request, response) => ({ request_id: response.getHeader('x-request-id') }),
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

/** Nest's own logging, through the same pipe. */
export class AppLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    const context = details.at(-1);
    this.write(typeof context === 'string' && WIRING.has(context) ? 'debug' : 'info', message, details);
  }
  error(message: unknown, ...details: unknown[]): void {
    this.write('error', message, details);
  }
  warn(message: unknown, ...details: unknown[]): void {
    this.write('warn', message, details);
  }
  debug(message: unknown, ...details: unknown[]): void {
    this.write('debug', message, details);
  }
  verbose(message: unknown, ...details: unknown[]): void {
    this.write('trace', message, details);
  }
  fatal(message: unknown, ...details: unknown[]): void {
    this.write('fatal', message, details);
  }

  /** Nest puts the context last, and the stack of an error before it. */
  private write(level: pino.Level, message: unknown, details: unknown[]): void {
    const texts = details.filter((detail) => typeof detail === 'string');
    const rest = details.filter((detail) => typeof detail !== 'string' && detail !== undefined);
    const context = texts.at(-1);
    const stack = texts.length > 1 ? texts[0] : undefined;
    const err = message instanceof Error ? message : rest.find((detail) => detail instanceof Error);
    const text =
      message instanceof Error ? message.message : typeof message === 'string' ? message : undefined;
    const fields = text === undefined ? { message } : {};
    this.logger[level]({ ...fields, context, stack, err }, text ?? '');
  }
}
