import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../src/app.module';
import { APP_OPTIONS, dressApp } from '../../src/app.setup';
import { stopOnSignal } from '../../src/app.process';
import { createLogger } from '../../src/app.logger';
import { Config } from '../../src/config/env';
import { testConfig } from '../support/postgres';

/** One of several API processes over one database: says where it listens, ends in order on SIGTERM. */
async function main(): Promise<void> {
  const given = ['DATABASE_URL', 'DATA_DIR', 'REDIS_URL', 'RATE_LIMIT_RPM', 'RATE_LIMIT_RPD', 'TRUST_PROXY'];
  const env = Object.fromEntries(
    given.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const config = testConfig({ RATE_LIMIT_RPM: '100000', RATE_LIMIT_RPD: '1000000', ...env });
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Config)
    .useValue(config)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({ ...APP_OPTIONS, logger: false });
  dressApp(app);
  await app.listen(0, '127.0.0.1');
  const server: Server = app.getHttpServer();
  stopOnSignal(() => {
    server.closeIdleConnections();
    return app.close();
  }, createLogger('silent'));
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
