import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/launcher/postgres';
import { BROKER_PORT } from './broker';

/** Nothing of a test run needs to survive it. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

interface Services {
  broker: Server;
  postgres: Promise<EmbeddedPostgres> | null;
  dataDir: string | null;
}
declare global {
  var testServices: Services | undefined;
}

/**
 * Before all suites: listens on the loopback interface for the first suite that asks for a database, and only then
 * starts one server for the whole run. A run of unit tests alone starts nothing.
 */
export default async function globalSetup(): Promise<void> {
  const services: Services = { broker: createServer(), postgres: null, dataDir: null };
  globalThis.testServices = services;
  services.broker.on('connection', (socket) => {
    socket.on('error', () => undefined);
    services.postgres ??= startPostgres(services);
    services.postgres.then(
      (postgres) => socket.end(JSON.stringify({ url: postgres.url })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  await new Promise<void>((resolve) => services.broker.listen(0, '127.0.0.1', resolve));
  process.env[BROKER_PORT] = String((services.broker.address() as AddressInfo).port);
}

function startPostgres(services: Services): Promise<EmbeddedPostgres> {
  services.dataDir = mkdtempSync(join(tmpdir(), 'cost-basis-test-'));
  return startEmbeddedPostgres({ dataDir: services.dataDir, settings: SETTINGS });
}

/** After all suites, also when some failed. */
export async function stopServices(): Promise<void> {
  const services = globalThis.testServices;
  if (!services) return;
  services.broker.close();
  await services.postgres?.then(
    (postgres) => postgres.stop(),
    () => undefined,
  );
  if (services.dataDir) rmSync(services.dataDir, { recursive: true, force: true });
}
