import { SystemClock } from '../adapters/system/system-clock';
import { loadThread } from '../bootstrap/background/service';
import { createLogger } from '../bootstrap/logger';
import { die, dieOnUnhandled, endInOrder, refuse } from '../bootstrap/process';
import { reportAlive } from '../bootstrap/restarts';
import { loadConfig } from '../config/env';
import { serveLocally } from './service';
import type { ServiceMessage, ServiceOrder } from './service-messages';

/** The service process of `npm start`. It exits at once when the launcher has exited. */
const given = loadConfig(process.env);
const logger = createLogger(given.LOG_LEVEL);
const clock = new SystemClock();
const thread = loadThread(given, logger);
let stop = (): void => process.exit(0);

/** A stopped embedded database refuses at once. A slow answer means a busy machine. */
const OWN = { DATABASE_CONNECT_TIMEOUT_MS: '10000' };

async function serve(databaseUrl: string | null): Promise<void> {
  const config =
    databaseUrl === null ? given : loadConfig({ ...OWN, ...process.env, DATABASE_URL: databaseUrl });
  const end = endInOrder(async () => (await serving).stop(), logger, clock);
  let isEnding = false;
  const onBegin = (): void => {
    stop = () => {
      if (!isEnding) end('the launcher stops');
      isEnding = true;
    };
  };
  const watch = { onFatal: (reason: Error) => die(reason, logger), onBegin };
  const serving = serveLocally(config, logger, databaseUrl !== null, watch, thread);
  const { announcement } = await serving;
  report({ kind: 'ready', announcement });
  reportAlive(clock, () => report({ kind: 'alive' }));
}

/** The launcher cannot be reached when it has just exited. This process exits as well. */
function report(message: ServiceMessage): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

dieOnUnhandled(logger);
// `process.exit` waits for the low-priority job thread: seconds on a busy machine.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The terminal sends Ctrl-C to both processes. The launcher stops this one.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => stop());
process.on('message', (order: ServiceOrder) => {
  if (order.kind === 'start') serve(order.databaseUrl).catch(refuse);
  else stop();
});
