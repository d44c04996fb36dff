import type { Logger } from 'pino';
import { ConfigError } from '../config/env';
import { AppError } from '../domain/kernel/errors';
import { LaunchError } from './launch-error';

/** Who started us; read before anything can happen to it. */
const PARENT = process.ppid;
/** From the signal to the end. */
const SHUTDOWN_MS = 15_000;
/** Ctrl-C under npm arrives twice: from the terminal and from npm. */
const SAME_PRESS_MS = 150;

/**
 * Ends the process in order on SIGINT and SIGTERM: exit code 0 within 15 s; a second signal ends it at once.
 * @param stop must not throw for a part that is down already
 * @returns does the same for another reason than a signal
 */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): (reason: string) => void {
  let began: number | null = null;
  const end = (reason: string): void => {
    if (began !== null) {
      if (performance.now() - began > SAME_PRESS_MS) process.exit(1);
      return;
    }
    began = performance.now();
    logger.info({ reason }, 'shutting down');
    setTimeout(() => {
      logger.error(`not finished within ${SHUTDOWN_MS / 1000} s; ending anyway`);
      process.exit(1);
    }, SHUTDOWN_MS).unref();
    void stop().then(
      () => {
        logger.info('stopped');
        process.exit(0);
      },
      (error: unknown) => die(error, logger),
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  return end;
}

/**
 * npm that is killed tells nobody, and what it ran would go on unseen. Without npm nothing is watched: a shell may
 * end before what it has put into the background.
 */
export function stopWithNpm(end: (reason: string) => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    end('npm is gone');
  }, 500);
  watch.unref();
}

/** An error nobody handled leaves the process in a state nobody knows: it is logged and the process ends. */
export function dieOnUnhandled(logger: Logger): void {
  process.on('unhandledRejection', (reason) => die(reason, logger));
  process.on('uncaughtException', (error) => die(error, logger));
}

export function die(error: unknown, logger: Logger): never {
  logger.fatal({ err: error }, 'ending the process');
  process.exit(1);
}

const MENDABLE = [LaunchError, ConfigError, AppError] as const;

/** A failed start: what can be mended is said in words, the rest with its stack. */
export function refuse(error: unknown): never {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const isPlain = error instanceof Error && MENDABLE.some((kind) => error instanceof kind);
  process.stderr.write(`${isPlain ? error.message : stack}\n`);
  process.exit(1);
}
