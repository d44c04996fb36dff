import { SystemClock } from './adapters/system/system-clock';
import { bootService } from './bootstrap/background/service';
import { bootApi, type RunningApp } from './bootstrap/boot';
import { createLogger } from './bootstrap/logger';
import { die, dieOnUnhandled, refuse, stopOnSignal } from './bootstrap/process';
import { loadConfig } from './config/env';

/** The API process. Without Redis it runs background jobs as well. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  dieOnUnhandled(logger);
  const options = {
    config,
    logger,
    onFatal: (reason: Error) => die(reason, logger),
    onBegin: () => void stopOnSignal(async () => (await booting).stop(), logger, new SystemClock()),
  };
  const booting: Promise<RunningApp> =
    config.REDIS_URL === undefined ? bootService(options) : bootApi({ ...options, runsJobs: false });
  await booting;
}

main().catch(refuse);
