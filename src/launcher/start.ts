import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { SystemClock } from '../adapters/system/system-clock';
import { createLogger } from '../bootstrap/logger';
import { die, dieOnUnhandled, refuse, stopOnSignal, stopWithNpm } from '../bootstrap/process';
import { type Config, loadConfig } from '../config/env';
import { lockHolder } from './data-dir-lock';
import { AlreadyRunningError } from '../bootstrap/launch-error';
import { checkPort } from '../bootstrap/port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres';
import { ServiceProcess } from './service-process';

/** `npm start`. This process keeps the database, and restarts the service process after a crash. */
async function start(): Promise<void> {
  const given = loadConfig(process.env);
  const logger = createLogger(given.LOG_LEVEL);
  const clock = new SystemClock();
  dieOnUnhandled(logger);
  refuseSecond(given);
  await checkPort(given.HOST, given.PORT);
  const onFatal = (reason: Error): never => die(reason, logger);
  const service = new ServiceProcess(logger, clock);
  const postgres = await startDatabase(given, logger, onFatal);
  const end = stopOnSignal(
    async () => {
      await service.stop();
      await postgres?.stop();
    },
    logger,
    clock,
  );
  stopWithNpm(end, clock);
  const started = await service.start(postgres?.url ?? null);
  if ('announcement' in started) {
    process.stdout.write(started.announcement);
    return;
  }
  await postgres?.stop();
  process.exit(started.code);
}

/** Checked first: a second start must report the running process, not its port. */
function refuseSecond(config: Config): void {
  const holder = config.DATABASE_URL === undefined ? lockHolder(resolve(config.DATA_DIR)) : null;
  if (holder?.purpose === 'server') {
    throw new AlreadyRunningError(
      `Already running: process ${holder.pid} serves ${resolve(config.DATA_DIR)}. Stop it, or set DATA_DIR and PORT to start a second instance.`,
    );
  }
}

async function startDatabase(
  config: Config,
  logger: Logger,
  onLost: (reason: Error) => void,
): Promise<EmbeddedPostgres | null> {
  if (config.DATABASE_URL !== undefined) return null;
  const { DATA_DIR: dataDir, PUBLIC_BASE_URL: publicUrl } = config;
  return startEmbeddedPostgres({ dataDir, publicUrl, log: (line) => logger.warn(line), onLost });
}

start().catch(refuse);
