import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/launcher/postgres';
import { BROKER_PORT, SERVICE, TOPOLOGY } from './broker';
import { type Pgbouncer, POOL_PORTS, startPgbouncer } from './pgbouncer';
import { temporaryFolder } from './temporary-folder';

/** Nothing of a test run needs to survive it. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

interface Services {
  broker: Server;
  postgres: Promise<EmbeddedPostgres> | null;
  dataDir: string | null;
  pool: Pgbouncer | null;
}
declare global {
  var testServices: Services | undefined;
}

/**
 * Before all suites: listens on the loopback interface for the first suite that asks for a database, and only then
 * starts one server for the whole run. A run of unit tests alone starts nothing.
 */
export default async function globalSetup(): Promise<void> {
  process.env.TEST_SEED ??= String(seedOfCommit());
  process.stderr.write(`TEST_SEED=${process.env.TEST_SEED}\n`);
  const services: Services = { broker: createServer(), postgres: null, dataDir: null, pool: null };
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
  if (process.env[TOPOLOGY] === 'pgbouncer') await startPool(services);
}

/** Another for each commit, so that chance finds more as the project grows. @returns 1 outside a checkout */
function seedOfCommit(): number {
  const { stdout, status } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: __dirname, encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 1;
}

/** `npm run test:topologies`: every suite needs both servers. */
async function startPool(services: Services): Promise<void> {
  const { port, username, password } = new URL((await (services.postgres = startPostgres(services))).url);
  const owner = { name: username, password: decodeURIComponent(password) };
  services.pool = await startPgbouncer(port, [owner, SERVICE]);
  process.env[POOL_PORTS] = [services.pool.port, port, username, SERVICE.name].join(':');
}

function startPostgres(services: Services): Promise<EmbeddedPostgres> {
  services.dataDir = temporaryFolder('cost-basis-test-');
  return startEmbeddedPostgres({ dataDir: services.dataDir, settings: SETTINGS });
}

/** After all suites, also when some failed. */
export async function stopServices(): Promise<void> {
  const services = globalThis.testServices;
  if (!services) return;
  services.broker.close();
  await services.pool?.stop();
  await services.postgres?.then(
    (postgres) => postgres.stop(),
    () => undefined,
  );
  if (services.dataDir) rmSync(services.dataDir, { recursive: true, force: true });
}
