import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import pino, { type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { spanIds } from '../adapters/tracing/spans';
import { logTo, STDERR, STDOUT } from './output';
import { logScope } from '../config/log-scope';

/** Headers that carry a credential. */
const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-partner-key',
  'x-token',
  'stripe-signature',
  'x-service-signature',
] as const;

/** Credentials inside text, by what stands before them or by their own shape. */
const SECRET_TEXT: readonly [RegExp, string][] = [
  // In a query.
  [/((?:partner_key|api_key|apikey|token|client_secret|password)(?:=|%3D))[^&\s"'\\]+/gi, '$1[hidden]'],
  // The password of a connection URL.
  [/(:\/\/[^\s:/@"]*:)[^\s@"]+@/g, '$1[hidden]@'],
  // Our keys and signing secrets, and the payment processor's.
  [/\b(cbk_|cbp_|whsec_|[sr]k_(?:live|test)_|cs_(?:live|test)_\w+_secret_)[\w+/=-]{8,}/g, '$1[hidden]'],
  // Tokens.
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[hidden]'],
  [/\b(Bearer )[\w.~+/=-]{16,}/gi, '$1[hidden]'],
  // Signatures of webhooks, ours and the processor's.
  [/\b(v[01]=)[0-9a-f]{32,}/g, '$1[hidden]'],
];

/** Contexts in which Nest tells each module and route it wires: of interest only when debugging. */
const WIRING = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);

/** One record per line: JSON, or text on a terminal. Nothing that is a credential passes, whoever logs it. */
export function createLogger(level: string, destination: DestinationStream = logTo(STDOUT)): Logger {
  return pino(
    {
      level,
      redact: {
        paths: SECRET_HEADERS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[hidden]',
      },
      serializers: { err: briefly },
      mixin: () => ({ ...logScope(), ...spanIds() }),
      hooks: { streamWrite: hideSecrets },
    },
    destination,
  );
}

/** For commands: what they print is on stdout, what they log on stderr. */
export const quietLogger = (level: pino.Level = 'warn'): AppLogger =>
  new AppLogger(createLogger(level, logTo(STDERR)));

/** What else an error carries may be the parameters of a query, or a row. */
function briefly(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: (error as NodeJS.ErrnoException).code };
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
    // Fields of the record itself take the place of those of the scope; bindings would stand beside them.
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

/** An answer may end outside the scope of its request, as when the client has gone. */
const named = (response: ServerResponse, fields: object): object => ({
  ...fields,
  request_id: response.getHeader('x-request-id'),
});

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
