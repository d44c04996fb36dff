import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import type { Logger } from 'pino';
import { ConfigError } from '../config/env';
import { AppError } from '../domain/kernel/errors';
import type { Clock } from '../ports/clock';
import { LaunchError } from './launch-error';

/** Process id of the parent, read at start before it can change. */
const PARENT = process.ppid;
/** Time from the signal to the exit. */
const SHUTDOWN_MS = 15_000;
/** npm sends each signal again, which the process has received before. On a busy machine the second one is late. */
const REPEATED_BY_NPM_MS = 2_000;

/**
 * Priority of a worker (nice). Threads for calculations have a lower one. At 10, a request that is ready to run waits until
 * the time slice of the worker ends.
 */
export const WORKER_NICE = 15;
/** Priority of the threads that work for requests and jobs (nice): between the two. */
export const HELPER_NICE = 10;

/** Linux has a priority per thread, and lists the threads of a process here. */
const THREADS = '/proc/self/task';

/**
 * On a shared machine a process that only runs jobs gives way to those that answer requests, and so do its threads for
 * garbage collection and compilation, which have started before. A later thread has the priority of the thread that starts it.
 */
export function giveWay(): void {
  lower(0, WORKER_NICE);
  setThreads(WORKER_NICE, () => true);
}

/** As `giveWay`, for this thread alone, where the system has a priority per thread. */
export function giveWayAsThread(): void {
  if (existsSync(THREADS)) lower(0, WORKER_NICE);
}

/**
 * The threads beside the main one collect garbage, compile, and read files, for all heaps of the process. With the priority
 * of the main thread they would take its processor for the heap of the thread that runs jobs.
 */
export function helpersGiveWay(): void {
  setThreads(HELPER_NICE, (thread) => thread !== process.pid);
}

/** Sets the priority of threads of this process, where the system has a priority per thread. */
function setThreads(nice: number, isChosen: (thread: number) => boolean): void {
  if (!existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS).map(Number).filter(isChosen)) lower(thread, nice);
}

/** @param thread 0: the calling one */
function lower(thread: number, nice: number): void {
  try {
    // Only root may raise a priority. Who starts the service with a lower one has a reason for it.
    if (getPriority(thread) < nice) setPriority(thread, nice);
  } catch {
    // It has ended since.
  }
}

/**
 * Stops the process in order on SIGINT and SIGTERM.
 * @returns a function that does the same for a reason other than a signal
 */
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
 * @returns a function that stops the process in order: exit code 0 within 15 s. A second signal exits at once
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

/**
 * Stops the process when npm is killed: npm sends no signal then. Without npm no parent is watched, because a
 * shell can end before its background processes.
 */
export function stopWithNpm(end: (reason: string) => void, clock: Clock): void {
  if (!isRunByNpm()) return;
  const watch = clock.setInterval(() => {
    if (process.ppid === PARENT) return;
    clock.clearInterval(watch);
    end('npm has exited');
  }, 500);
  watch.unref();
}

/**
 * After an unhandled error the state of the process is unknown. The error is logged and the process exits.
 */
export function dieOnUnhandled(logger: Logger): void {
  process.on('unhandledRejection', (reason) => die(reason, logger));
  process.on('uncaughtException', (error) => die(error, logger));
}

export function die(error: unknown, logger: Logger): never {
  logger.fatal({ err: error }, 'unhandled error; exiting');
  process.exit(1);
}

const MENDABLE = [LaunchError, ConfigError, AppError] as const;

/** Reports a failed start. */
export function refuse(error: unknown): never {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

/** The message of an error that the operator can fix, and the stack of any other. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return MENDABLE.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
