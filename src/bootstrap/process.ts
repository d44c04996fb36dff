import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import type { Logger } from 'pino';
import { ConfigError } from '../config/env';
import { AppError } from '../domain/kernel/errors';
import type { Clock } from '../ports/clock';
import { LaunchError } from './launch-error';

/** Read at start, before it can change. */
const PARENT = process.ppid;
const SHUTDOWN_MS = 15_000;
/** npm repeats each signal. On a busy machine the second one is late. */
const REPEATED_BY_NPM_MS = 2_000;

/** Nice value. At 10, a request waits until the time slice of the worker ends. */
export const WORKER_NICE = 15;
export const HELPER_NICE = 10;

/** Linux has a priority per thread, and lists the threads here. */
const THREADS = '/proc/self/task';

/** Includes the threads for garbage collection and compilation. Later threads inherit the priority. */
export function giveWay(): void {
  lower(0, WORKER_NICE);
  setThreads(WORKER_NICE, () => true);
}

/** For this thread alone, where the system has a priority per thread. */
export function giveWayAsThread(): void {
  if (existsSync(THREADS)) lower(0, WORKER_NICE);
}

/** Helpers serve all heaps: at full priority they would take the processor of requests for the job thread. */
export function helpersGiveWay(): void {
  setThreads(HELPER_NICE, (thread) => thread !== process.pid);
}

function setThreads(nice: number, isChosen: (thread: number) => boolean): void {
  if (!existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS).map(Number).filter(isChosen)) lower(thread, nice);
}

/** @param thread 0: the calling one */
function lower(thread: number, nice: number): void {
  try {
    // Only root can raise a priority. An operator who starts the service with a lower one has a reason.
    if (getPriority(thread) < nice) setPriority(thread, nice);
  } catch {
    // The thread has ended.
  }
}

/** @returns a function that stops the process for a reason other than a signal */
export function stopOnSignal(
  stop: () => Promise<void>,
  logger: Logger,
  clock: Clock,
): (reason: string) => void {
  const end = endInOrder(stop, logger, clock);
  process.on('SIGINT', end).on('SIGTERM', end);
  return end;
}

/**
 * @param stop must not throw for a part that is already stopped
 * @returns a function that stops the process in order, with exit code 0 within 15 s. A second signal exits at once
 */
export function endInOrder(
  stop: () => Promise<void>,
  logger: Logger,
  clock: Clock,
): (reason: string) => void {
  let began: number | null = null;
  return (reason) => {
    if (began !== null) {
      if (isSignal(reason) && clock.elapsed() - began > repeatedMs()) process.exit(1);
      return;
    }
    began = clock.elapsed();
    logger.info({ reason }, 'shutting down');
    const giveUp = (): void => {
      logger.error(`shutdown not complete after ${SHUTDOWN_MS / 1000} s; exiting`);
      process.exit(1);
    };
    clock.setTimeout(giveUp, SHUTDOWN_MS).unref();
    void stop().then(
      () => {
        logger.info('stopped');
        process.exit(0);
      },
      (error: unknown) => die(error, logger),
    );
  };
}

const isSignal = (reason: string): boolean => Object.hasOwn(constants.signals, reason);

const repeatedMs = (): number => (isRunByNpm() ? REPEATED_BY_NPM_MS : 0);

const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/** A killed npm sends no signal. Without npm no parent is watched: a shell can end before its background processes. */
export function stopWithNpm(end: (reason: string) => void, clock: Clock): void {
  if (!isRunByNpm()) return;
  const watch = clock.setInterval(() => {
    if (process.ppid === PARENT) return;
    clock.clearInterval(watch);
    end('npm has exited');
  }, 500);
  watch.unref();
}

/** After an unhandled error the state of the process is unknown, so the process exits. */
export function dieOnUnhandled(logger: Logger): void {
  process.on('unhandledRejection', (reason) => die(reason, logger));
  process.on('uncaughtException', (error) => die(error, logger));
}

export function die(error: unknown, logger: Logger): never {
  logger.fatal({ err: error }, 'unhandled error; exiting');
  process.exit(1);
}

const MENDABLE = [LaunchError, ConfigError, AppError] as const;

export function refuse(error: unknown): never {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return MENDABLE.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
