import { bootApi } from './bootstrap/boot';
import { createLogger } from './bootstrap/logger';
import { die, dieOnUnhandled, refuse, stopOnSignal } from './bootstrap/process';
import { loadConfig } from './config/env';

/** The API process. Without Redis it is the background process as well. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  dieOnUnhandled(logger);
  const runsJobs = config.REDIS_URL === undefined;
  const running = await bootApi({ config, logger, runsJobs, onFatal: (reason) => die(reason, logger) });
  stopOnSignal(() => running.stop(), logger);
}

main().catch(refuse);
