import type { Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../src/app.module';
import { APP_OPTIONS, dressApp } from '../src/app.setup';
import { Config } from '../src/config/env';
import { PartnerKeysService } from '../src/modules/auth/partner-keys.service';
import { Clock } from '../src/ports/clock';
import { createMigratedDatabase, testConfig } from './support/postgres';

export interface TestApp {
  app: NestExpressApplication;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Mails and kept secrets of this application. */
  dataDir: string;
  /** As the role that owns the tables; the application runs as a lesser one. */
  ownerUrl: string;
  /** A partner key of this database: unlimited, good for every data route. */
  partnerKey: string;
  /** GET as the partner. */
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  close(): Promise<void>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of any shape
  body: any;
}

/** Tests ask more than a client may, except those about the limits. */
const FAR_LIMITS = { RATE_LIMIT_RPM: '100000', RATE_LIMIT_RPD: '1000000' };

/**
 * The real application on a real socket over a database of its own: every adapter is the product's.
 * @param env variables on top of the defaults of a test
 * @param clock in place of the system's, for tests about age
 */
export async function startApp(env: Record<string, string> = {}, clock?: Clock): Promise<TestApp> {
  const database = await createMigratedDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'cost-basis-data-'));
  const config = testConfig({
    ...FAR_LIMITS,
    DATABASE_URL: database.serviceUrl,
    DATABASE_MIGRATION_URL: database.url,
    DATA_DIR: dataDir,
    ...env,
  });
  const builder = Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Config)
    .useValue(config);
  const module = await (clock ? builder.overrideProvider(Clock).useValue(clock) : builder).compile();
  const app = module.createNestApplication<NestExpressApplication>({ ...APP_OPTIONS, logger: false });
  dressApp(app);
  await app.listen(0, '127.0.0.1');
  const server: Server = app.getHttpServer();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { key } = await app.get(PartnerKeysService, { strict: false }).create('tests');
  return {
    app,
    url,
    dataDir,
    ownerUrl: database.url,
    partnerKey: key,
    get: (path, headers = { 'X-Partner-Key': key }) => get(url + path, headers),
    close: async () => {
      server.closeAllConnections();
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function get(url: string, headers: Record<string, string>): Promise<TestAnswer> {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
