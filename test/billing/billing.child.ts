import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../src/app.module';
import { APP_OPTIONS, dressApp } from '../../src/app.setup';
import { Config } from '../../src/config/env';
import { PlanLookup } from '../../src/ports/plan-lookup';
import { testConfig } from '../support/postgres';

/** Dies as by `kill -9` when told that a plan was changed: what was written is written, and nobody is answered. */
class DiesWhenTold extends PlanLookup {
  async of(): Promise<null> {
    return null;
  }

  changed(): void {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Another process of the service over the same database: says where it listens. */
async function main(): Promise<void> {
  const { CHILD_DIES, PATH: _, ...env } = process.env as Record<string, string>;
  let builder = Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Config)
    .useValue(testConfig({ RATE_LIMIT_RPM: '100000', RATE_LIMIT_RPD: '1000000', ...env }));
  if (CHILD_DIES) builder = builder.overrideProvider(PlanLookup).useClass(DiesWhenTold);
  const module = await builder.compile();
  const app = module.createNestApplication<NestExpressApplication>({ ...APP_OPTIONS, logger: false });
  dressApp(app);
  await app.listen(0, '127.0.0.1');
  const server: Server = app.getHttpServer();
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
