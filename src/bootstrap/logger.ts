import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import { spanIds } from '../adapters/tracing/spans';
import { logTo, STDERR, STDOUT } from './output';
import { logScope } from '../common/log-scope';
import { hideKeys } from '../domain/kernel/bitcoin/extended-key';

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

/** Credentials inside text, found by their prefix or format. */
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/((?:partner_key|api_key|apikey|token|client_secret|password)(?:=|%3D))[^&\s"'\\]+/gi, '$1[hidden]'],
  [/(:\/\/[^\s:/@"]*:)[^\s@"]+@/g, '$1[hidden]@'],
  [/\b(cbk_|cbp_|whsec_|[sr]k_(?:live|test)_|cs_(?:live|test)_\w+_secret_)[\w+/=-]{8,}/g, '$1[hidden]'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[hidden]'],
  [/\b(Bearer )[\w.~+/=-]{16,}/gi, '$1[hidden]'],
  [/\b(v[01]=)[0-9a-f]{32,}/g, '$1[hidden]'],
];

const WIRING = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);

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

/** Logger for commands: they print results on stdout and log on stderr. */
export const quietLogger = (level: pino.Level = 'warn'): AppLogger =>
  new AppLogger(createLogger(level, logTo(STDERR)));

/** Drops other fields of an error: they can contain query parameters or a row. */
function briefly(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: (error as NodeJS.ErrnoException).code };
}

function hideSecrets(line: string): string {
  return hideKeys(SECRET_TEXT.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line));
}

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
