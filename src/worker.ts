import { SystemClock } from './adapters/system/system-clock';
import { bootWorker, type RunningApp } from './bootstrap/boot';
import { createLogger } from './bootstrap/logger';
import { die, dieOnUnhandled, giveWay, refuse, stopOnSignal } from './bootstrap/process';
import { loadConfig } from './config/env';
import { LaunchError } from './bootstrap/launch-error';

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.REDIS_URL === undefined) {
    throw new LaunchError(
      'A worker of its own needs REDIS_URL. Without it the API process does the background work.',
    );
  }
  const logger = createLogger(config.LOG_LEVEL);
  dieOnUnhandled(logger);
  const booting: Promise<RunningApp> = bootWorker({
    config,
    logger,
    runsJobs: true,
    onFatal: (reason) => die(reason, logger),
    onBegin: () => void stopOnSignal(async () => (await booting).stop(), logger, new SystemClock()),
  });
  await booting;
  // Not earlier: others wait for a process that changes the schema, and its own time limits run.
  giveWay();
}

main().catch(refuse);
