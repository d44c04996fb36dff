import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { type DatabaseConfig, migrate, NewerSchemaError } from '../adapters/persistence/data-source';
import { untilReachable, urlsOf } from '../adapters/persistence/reachable';
import { SystemClock } from '../adapters/system/system-clock';
import { type Tracing, startTracing } from '../adapters/tracing/tracing';
import { BACKLOG } from '../http/request/server-limits';
import { AppLogger } from './logger';
import { requestLogger } from './request-logger';
import { WorkerPort } from './worker-port';
import { AppModule } from '../app.module';
import { ProcessState } from '../common/process-state';
import { APP_OPTIONS, configureApp } from './setup';
import { requestTracing } from './request-tracing';
import type { Config } from '../config/env';
import { Readiness } from '../http/health/readiness';
import { Clock } from '../ports/clock';
import { isOutage } from '../ports/storage/outage';
import { Drain } from './drain';
import { ServiceAdapter } from './express-adapter';
import { LaunchError } from './launch-error';
import { claimDatabase } from './process-lock';
import { checkPort, portBusy } from './port';

export interface RunningApp {
  readonly app: NestExpressApplication;
  /** Completes active requests, returns active jobs to the queue and flushes buffers. */
  stop(): Promise<void>;
}

export interface BootOptions {
  config: Config;
  logger: Logger;
  runsJobs: boolean;
  /** Called when the process must stop, for example because another process holds its lock. */
  onFatal: (reason: Error) => void;
  /** Called just before the first request or job. From then on a stop must be in order. */
  onBegin?: () => void;
  /** Stopped together with the application, and before the lock of the database is released. */
  beside?: { stop(): Promise<void> };
  /** Replaces `NestFactory.create`. A caller can override providers before the module is instantiated. */
  create?: CreateApp;
}

export type CreateApp = (
  module: DynamicModule,
  options: NestApplicationOptions,
) => Promise<NestExpressApplication>;

type Listen = (port: number, host: string, backlog: number) => Promise<unknown>;

/**
 * Migrates the schema, locks the database and serves HTTP.
 * @throws LaunchError when the port is in use, the database is unreachable or newer than this code, or
 *   another process without Redis serves the database
 */
export async function bootApi(options: BootOptions): Promise<RunningApp & { url: string }> {
  const { config, logger } = options;
  await checkPort(config.HOST, config.PORT);
  return boot(options, async (app, tracing) => {
    app.use(requestLogger(logger));
    if (tracing) app.use(requestTracing(config.TRUST_PROXY !== 'false'));
    configureApp(app);
    const server: Server = app.getHttpServer();
    const drain = new Drain(server, app.get(Clock));
    // Nest passes the third argument on, and its types leave it out.
    const listen = app.listen.bind(app) as unknown as Listen;
    await listen(config.PORT, config.HOST, BACKLOG).catch((error: unknown) => {
      throw portBusy(error, config.HOST, config.PORT);
    });
    const { port } = server.address() as AddressInfo;
    logger.info({ host: config.HOST, port }, 'listening');
    return { drain, url: `http://${urlHost(config.HOST)}:${port}` };
  });
}

export async function bootWorker(options: BootOptions): Promise<RunningApp> {
  return boot(options, async (app) => {
    await app.init();
    const port = await WorkerPort.open(app);
    options.logger.info({ metricsPort: options.config.WORKER_METRICS_PORT }, 'worker started');
    return { drain: port ?? undefined };
  });
}

/** Starts the application in a thread. `bootApi` in the main thread has migrated the schema and holds the lock. */
export async function bootJobThread({
  config,
  logger,
  link,
}: Pick<BootOptions, 'config' | 'logger'> & { link: MessagePort }): Promise<RunningApp> {
  const tracing = await startTracing(config, (problem) => logger.warn(problem));
  const app = await createApp(
    AppModule.forRoot(config, new ProcessState(true, true, link)),
    nestOptions(logger),
  );
  await app.init();
  const stop = async (): Promise<void> => {
    await app.close();
    await tracing?.stop();
  };
  return { app, stop };
}

async function boot<T extends { drain?: { finish(): Promise<void> } }>(
  { config, logger, runsJobs, onFatal, onBegin, beside, create = createApp }: BootOptions,
  begin: (app: NestExpressApplication, tracing: Tracing | null) => Promise<T>,
): Promise<RunningApp & T> {
  const database = databaseOf(config);
  const clock = new SystemClock();
  await awaitDatabase(config, logger, clock);
  const patient = withTimeToStart(config);
  const ran = await migrate(patient).catch(explainDatabase(config));
  if (ran.length > 0) logger.info({ migrations: ran }, 'schema migrated');
  if (config.REDIS_URL === undefined) {
    logger.info(
      'no REDIS_URL: this process keeps queue, counters and cache in memory and must be the only one for its database',
    );
  }
  const tracing = await startTracing(config, (problem) => logger.warn(problem));
  const claim = await claimDatabase(
    config.DATABASE_SESSION_URL ?? database,
    config.REDIS_URL === undefined,
    patient.DATABASE_CONNECT_TIMEOUT_MS,
    onFatal,
    clock,
  ).catch(explainDatabase(config));
  const release = async (): Promise<void> => {
    await claim.release();
    await tracing?.stop();
  };
  const state = new ProcessState(runsJobs, runsJobs && config.REDIS_URL !== undefined);
  const app = await create(AppModule.forRoot(config, state), nestOptions(logger)).catch(
    async (error: unknown) => {
      await release();
      throw error;
    },
  );
  const close = async (stopped?: Promise<void>): Promise<void> => {
    await app.close();
    await stopped;
    await release();
  };
  try {
    onBegin?.();
    const begun = await begin(app, tracing);
    const stop = async (): Promise<void> => {
      app.get(Readiness).enter('stopping');
      const stopped = beside?.stop();
      await begun.drain?.finish();
      await close(stopped);
    };
    return { ...begun, app, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

const nestOptions = (logger: Logger): NestApplicationOptions => ({
  ...APP_OPTIONS,
  logger: new AppLogger(logger),
  abortOnError: false,
});

export const createApp: CreateApp = (module, options) =>
  NestFactory.create<NestExpressApplication>(module, new ServiceAdapter(), options);

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function databaseOf(config: DatabaseConfig): string {
  if (config.DATABASE_URL !== undefined) return config.DATABASE_URL;
  throw new LaunchError('DATABASE_URL is not set. (`npm start` starts an embedded PostgreSQL.)');
}

/** Process and database can start together. @throws LaunchError when the database is not reachable in time */
async function awaitDatabase(config: Config, logger: Logger, clock: Clock): Promise<void> {
  const { DATABASE_START_TIMEOUT_MS: waitMs, DATABASE_CONNECT_TIMEOUT_MS: timeoutMs } = config;
  const until = clock.elapsed() + waitMs;
  const urls = new Set(urlsOf(config));
  await Promise.all(
    [...urls].map((url) => {
      const report = ({ message }: Error): void =>
        logger.warn({ host: new URL(url).host, reason: message, waitMs }, 'waiting for the database');
      return untilReachable(clock, url, timeoutMs, until, report).catch(
        explainDatabase({ ...config, DATABASE_MIGRATION_URL: url }),
      );
    }),
  );
}

/** On a busy machine, a connection of a starting process can take as long as its start. */
const withTimeToStart = (config: Config): Config => ({
  ...config,
  DATABASE_CONNECT_TIMEOUT_MS: Math.max(config.DATABASE_CONNECT_TIMEOUT_MS, config.DATABASE_START_TIMEOUT_MS),
});

const NOT_OWNER = '42501';

function explainDatabase(config: DatabaseConfig): (error: unknown) => never {
  return (error) => {
    if (error instanceof NewerSchemaError) throw new LaunchError(error.message);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === NOT_OWNER)
      throw new LaunchError(
        'The schema is older than this release, and the connecting role cannot change it: run `npm run cli -- migrate` with DATABASE_MIGRATION_URL first.',
      );
    if (!isOutage(error)) throw error;
    const { host, pathname } = new URL(config.DATABASE_MIGRATION_URL ?? databaseOf(config));
    throw new LaunchError(`The database ${host}${pathname} cannot be used: ${message || code}`);
  };
}
