import { SystemClock } from '../adapters/system/system-clock';
import { loadThread } from '../bootstrap/background/service';
import { createLogger } from '../bootstrap/logger';
import { die, dieOnUnhandled, endInOrder, refuse } from '../bootstrap/process';
import { reportAlive } from '../bootstrap/restarts';
import { loadConfig } from '../config/env';
import { serveLocally } from './service';
import type { ServiceMessage, ServiceOrder } from './service-messages';

/**
 * The service process of `npm start`. The launcher starts and stops it. It exits at once when the launcher has
 * exited.
 */
const given = loadConfig(process.env);
const logger = createLogger(given.LOG_LEVEL);
const clock = new SystemClock();
const thread = loadThread(given, logger);
let stop = (): void => process.exit(0);

/** The embedded database refuses at once when it is down: one that is slow to answer is on a busy machine. */
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

/** A launcher that has just exited cannot be reached. This process exits as well. */
function report(message: ServiceMessage): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

dieOnUnhandled(logger);
// `process.exit` waits for the thread for jobs, which has a low priority: on a busy machine that takes seconds.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The terminal sends Ctrl-C to both processes. The launcher stops this one.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => stop());
process.on('message', (order: ServiceOrder) => {
  if (order.kind === 'start') serve(order.databaseUrl).catch(refuse);
  else stop();
});
