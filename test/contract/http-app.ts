import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Global,
  Module,
  type DynamicModule,
  type LoggerService,
  type Provider,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ServiceAdapter } from '../../src/bootstrap/express-adapter';
import { APP_OPTIONS, configureApp } from '../../src/bootstrap/setup';
import { Config, loadConfig } from '../../src/config/env';
import type { Principal } from '../../src/domain/access/principal';
import { apiKeyOf, partnerKeyOf, sessionTokenOf } from '../../src/http/auth/credential';
import { SecretStrategy } from '../../src/http/auth/secret.strategy';
import { STRATEGY_NAMES } from '../../src/http/auth/strategies';
import { HttpModule } from '../../src/http/http.module';
import { Clock } from '../../src/ports/clock';
import { PlanLookup } from '../../src/ports/access/plan-lookup';
import { Spaces } from '../../src/ports/access/spaces';
import { DependencyHealth, type DependencyReport } from '../../src/ports/health';
import { MetricsModule } from '../../src/adapters/metrics/metrics.module';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { MemoryRateCounter } from '../../src/adapters/rate/memory-rate-counter';
import { RateCounter } from '../../src/ports/rate-counter';
import { AnswerVersions, type AnswerVersion } from '../../src/ports/storage/answer-versions';
import { AccountChanges } from '../../src/common/account-changes';
import { StoredChanges } from '../../src/common/stored-changes';
import { RequestLog } from '../../src/ports/storage/requests/request-log';
import { MemoryRequestLog } from '../fakes/memory-request-log';
import { FAR_LIMITS } from '../support/far-limits';

/** The real edge (HttpModule and configureApp) on a real socket, around controllers a test brings. No database. */

/** Ids as those of the product. */
class SteadyClock extends SystemClock {
  override now(): number {
    return Date.UTC(2025, 5, 15, 12);
  }
}

class AllUp extends DependencyHealth {
  check(): Promise<DependencyReport> {
    const checks = { database: 'up', queue: 'up', cache: 'up' } as const;
    return Promise.resolve({ checks, oldestQueuedSeconds: 0 });
  }
}

/** Stored data that never changes. A test brings its own to change it. */
class OneVersion extends AnswerVersions {
  of(): Promise<AnswerVersion> {
    return Promise.resolve({ version: 'one', isFresh: true, freshUntil: Infinity, states: new Map() });
  }
}

class NoSpaces extends Spaces {
  of(): Promise<null> {
    return Promise.resolve(null);
  }
}

class NoPlans extends PlanLookup {
  of(): Promise<null> {
    return Promise.resolve(null);
  }
  changed(): void {}
}

/** Limits are far away except where a test brings them near. */
const DEFAULTS = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  CONSOLE: 'off',
  ...FAR_LIMITS,
};

/** A credential and the caller it stands for. */
export type Known = Readonly<Record<string, Principal>>;

export interface Credentials {
  sessions?: Known;
  apiKeys?: Known;
  partners?: Known;
}

export interface RunningHttpApp {
  app: NestExpressApplication;
  url: string;
  port: number;
  /** Every secret a strategy was given, in order. */
  asked: string[];
  close(): Promise<void>;
}

interface Options {
  controllers: Type<unknown>[];
  credentials?: Credentials;
  env?: Record<string, string>;
  providers?: Provider[];
  logger?: LoggerService;
  /** Modules under test, beside the controllers. */
  imports?: (Type<unknown> | DynamicModule)[];
}

@Global()
@Module({})
class Floor {}

@Module({})
class Routes {}

export async function startHttpApp(options: Options): Promise<RunningHttpApp> {
  const asked: string[] = [];
  const app = await NestFactory.create<NestExpressApplication>(rootOf(options, asked), new ServiceAdapter(), {
    ...APP_OPTIONS,
    logger: options.logger ?? false,
    abortOnError: false,
  });
  try {
    configureApp(app);
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await app.close();
    throw error;
  }
  const server: Server = app.getHttpServer();
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await app.close();
  };
  return { app, url: `http://127.0.0.1:${port}`, port, asked, close };
}

function rootOf(
  { controllers, credentials = {}, env = {}, providers = [], imports = [] }: Options,
  asked: string[],
) {
  const floor: Provider[] = [
    { provide: Config, useFactory: () => loadConfig({ ...DEFAULTS, ...env }) },
    { provide: Clock, useClass: SteadyClock },
    { provide: DependencyHealth, useClass: AllUp },
    { provide: RateCounter, useFactory: (clock: Clock) => new MemoryRateCounter(clock), inject: [Clock] },
    { provide: RequestLog, useClass: MemoryRequestLog },
    { provide: AnswerVersions, useClass: OneVersion },
    { provide: Spaces, useClass: NoSpaces },
    { provide: PlanLookup, useClass: NoPlans },
    StoredChanges,
    AccountChanges,
    ...strategies(credentials, asked),
    ...providers,
  ];
  const floorModule: DynamicModule = {
    module: Floor,
    imports: [MetricsModule],
    providers: floor,
    exports: floor.map((provider) => ('provide' in provider ? provider.provide : provider)),
  };
  return { module: Routes, imports: [floorModule, HttpModule, ...imports], controllers };
}

const KINDS = [
  ['sessions', STRATEGY_NAMES.session, sessionTokenOf],
  ['apiKeys', STRATEGY_NAMES.api_key, apiKeyOf],
  ['partners', STRATEGY_NAMES.partner, partnerKeyOf],
] as const;

/** Working strategies over a table; only the kinds a test names exist. */
function strategies(credentials: Credentials, asked: string[]): Provider[] {
  return KINDS.flatMap(([kind, name, secretOf]) => {
    const known = credentials[kind];
    if (!known) return [];
    const strategy = new SecretStrategy(name, secretOf, (secret, done) => {
      asked.push(secret);
      done(null, Object.hasOwn(known, secret) ? (known[secret] ?? null) : null);
    });
    return [{ provide: `${name} strategy`, useValue: strategy }];
  });
}

/** Any body of the wire: which of these a family has is what the tests look at. */
export interface Wire {
  success: boolean;
  data: Record<string, unknown>;
  error: { code: string; message: string; field?: string; details: Record<string, unknown> };
  meta: Record<string, unknown>;
  pagination: Record<string, unknown>;
  detail: { loc: (string | number)[]; msg: string; type: string }[];
  error_code: string;
  [other: string]: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Wire;
  text: string;
}

export async function send(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url + path, init);
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text !== '' ? JSON.parse(text) : {}) as Wire,
    text,
  };
}

export const post = (
  url: string,
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) =>
  send(url, path, {
    method: 'POST',
    body: body as string,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
