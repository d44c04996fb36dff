import type { Logger } from 'pino';
import { ConfigError } from './config/env';
import { AppError } from './domain/kernel/errors';
import { LaunchError } from './launcher/launch-error';

/** From the signal to the end. */
const SHUTDOWN_MS = 15_000;
/** Ctrl-C under npm arrives twice: from the terminal and from npm. */
const SAME_PRESS_MS = 150;

/**
 * Ends the process in order on SIGINT and SIGTERM: exit code 0 within 15 s; a second signal ends it at once.
 * @param stop must not throw for a part that is down already
 */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let began: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (began !== null) {
      if (performance.now() - began > SAME_PRESS_MS) process.exit(1);
      return;
    }
    began = performance.now();
    logger.info({ signal }, 'shutting down');
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
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
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
