import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Abstract, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Logger } from 'pino';
import { bootApi, type CreateApp } from '../src/bootstrap/boot';
import { ServiceAdapter } from '../src/bootstrap/express-adapter';
import { createLogger } from '../src/bootstrap/logger';
import { PartnerKeysService } from '../src/modules/auth/partner-keys/partner-keys.service';
import { ThreadOptions } from '../src/adapters/compute/thread-pool';
import { HOUR_MS } from '../src/domain/kernel/durations';
import { Clock } from '../src/ports/clock';
import { FAR_RULES } from './support/far-limits';
import { createMigratedDatabase, testConfig } from './support/postgres';

/** A port, or a table of delays, and the object that takes its place, or the class Nest makes it of. */
export type Override = readonly [token: Abstract<unknown>, stand: object | Type];

/** A process of the service as `npm start` starts it, in this process, over a database of its own. */
export interface TestService {
  app: NestExpressApplication;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Mails and kept secrets of this application. */
  dataDir: string;
  /** As the role that owns the tables; the application runs as a lesser one. */
  ownerUrl: string;
  /** Variables for a second process over the same database. Without REDIS_URL it is refused. */
  database: { DATABASE_URL: string; DATABASE_MIGRATION_URL: string };
  close(): Promise<void>;
}

export interface TestApp extends TestService {
  /** A partner key of this database: unlimited, good for every data route. */
  partnerKey: string;
  /** GET as the partner. */
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of any shape
  body: any;
}

/**
 * Several processes over one database need a REDIS_URL. No Redis listens at this one: each process polls and counts
 * for itself, as in an outage.
 */
export const REDIS_AWAY = { REDIS_URL: 'redis://127.0.0.1:1' };

/** Configuration of a process under test: a free port, limits that no test meets. */
const serviceConfig = (env: Record<string, string>) =>
  testConfig({ PORT: '0', PUBLIC_BASE_URL: 'http://localhost:3000', ...env });

/** Threads load the sources, as this process does. */
const TYPESCRIPT_HOOK = resolve(__dirname, 'support/typescript-hook.cjs');

/** Creates the application as `boot` does, with providers replaced. */
export function withOverrides(overrides: readonly Override[]): CreateApp {
  return async (module, options) => {
    const builder = Test.createTestingModule({ imports: [module] });
    for (const rules of Object.values(FAR_RULES))
      builder.overrideProvider(Object.getPrototypeOf(rules).constructor).useValue(rules);
    builder.overrideProvider(ThreadOptions).useValue({ execArgv: ['-r', TYPESCRIPT_HOOK] });
    for (const [token, stand] of overrides) {
      const override = builder.overrideProvider(token);
      if (typeof stand === 'function') override.useClass(stand);
      else override.useValue(stand);
    }
    return (await builder.compile()).createNestApplication<NestExpressApplication>(
      new ServiceAdapter(),
      options,
    );
  };
}

/**
 * Starts the product through `bootApi`: process claim, migrations, logger and drain included.
 * @param env variables on top of the defaults of a test; with DATABASE_URL or DATA_DIR none is created
 * @param logger in place of one that LOG_LEVEL silences
 */
export async function startService(
  env: Record<string, string> = {},
  overrides: readonly Override[] = [],
  logger?: Logger,
): Promise<TestService> {
  const created = env['DATABASE_URL'] === undefined ? await createMigratedDatabase() : null;
  const ownDataDir = env['DATA_DIR'] === undefined ? mkdtempSync(join(tmpdir(), 'cost-basis-data-')) : null;
  const config = serviceConfig({
    ...(created && { DATABASE_URL: created.serviceUrl, DATABASE_MIGRATION_URL: created.url }),
    ...(ownDataDir !== null && { DATA_DIR: ownDataDir }),
    ...env,
  });
  const cleanUp = async (): Promise<void> => {
    await created?.drop();
    if (ownDataDir !== null) rmSync(ownDataDir, { recursive: true, force: true });
  };
  let fatal: Error | null = null;
  const running = await bootApi({
    config,
    logger: logger ?? createLogger(config.LOG_LEVEL),
    runsJobs: true,
    onFatal: (reason) => (fatal = reason),
    create: withOverrides(overrides),
  }).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  const server: Server = running.app.getHttpServer();
  Object.assign(server, { headersTimeout: HOUR_MS, requestTimeout: HOUR_MS });
  const DATABASE_URL = config.DATABASE_SESSION_URL ?? '';
  const DATABASE_MIGRATION_URL = config.DATABASE_MIGRATION_URL ?? DATABASE_URL;
  return {
    app: running.app,
    url: running.url,
    dataDir: config.DATA_DIR,
    ownerUrl: DATABASE_MIGRATION_URL,
    database: { DATABASE_URL, DATABASE_MIGRATION_URL },
    close: async () => {
      // The clients are in this process and are done: the drain has nothing to wait for.
      server.closeAllConnections();
      await running.stop();
      await cleanUp();
      if (fatal) throw fatal;
    },
  };
}

/** As `startService`, with a partner key. @param clock in place of the system's, for tests about age */
export async function startApp(env: Record<string, string> = {}, clock?: Clock): Promise<TestApp> {
  const service = await startService(env, clock ? [[Clock, clock]] : []);
  const { key } = await service.app.get(PartnerKeysService, { strict: false }).create('tests');
  return {
    ...service,
    partnerKey: key,
    get: (path, headers = { 'X-Partner-Key': key }) => get(service.url + path, headers),
  };
}

async function get(url: string, headers: Record<string, string>): Promise<TestAnswer> {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
