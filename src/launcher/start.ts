import { resolve } from 'node:path';
import { DEMO_ADDRESSES } from '../adapters/providers/demo';
import { bootApi, type RunningApp } from '../app.boot';
import { createLogger } from '../app.logger';
import { die, dieOnUnhandled, refuse, stopOnSignal } from '../app.process';
import { type Config, loadConfig } from '../config/env';
import { PartnerKeysService } from '../modules/auth/partner-keys.service';
import { announcement } from './announce';
import { lockHolder } from './data-dir-lock';
import { AlreadyRunningError } from './launch-error';
import { checkPort } from './port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres';

const DEMO_KEY = 'demo (npm start)';

/** `npm start`: everything there is, in one process, with a database of its own unless one is named. */
async function start(): Promise<void> {
  const given = loadConfig(process.env);
  const logger = createLogger(given.LOG_LEVEL);
  dieOnUnhandled(logger);
  refuseSecond(given);
  await checkPort(given.HOST, given.PORT);
  const onFatal = (reason: Error): never => die(reason, logger);
  const postgres =
    given.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({
          dataDir: given.DATA_DIR,
          log: (line) => logger.warn(line),
          onLost: onFatal,
        })
      : null;
  try {
    const config = postgres ? useDatabase(postgres) : given;
    const running = await bootApi({ config, logger, runsJobs: true, onFatal });
    stopOnSignal(async () => {
      await running.stop();
      await postgres?.stop();
    }, logger);
    const dataDir = postgres && resolve(config.DATA_DIR);
    process.stdout.write(announcement({ url: running.url, dataDir, demo: await offerDemo(config, running) }));
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

/** Before anything else is looked at: a second start should hear of the first one, not of its port. */
function refuseSecond(config: Config): void {
  const holder = config.DATABASE_URL === undefined ? lockHolder(resolve(config.DATA_DIR)) : null;
  if (holder?.purpose === 'server') {
    throw new AlreadyRunningError(
      `Already running: process ${holder.pid} serves ${resolve(config.DATA_DIR)}. Stop it, or set DATA_DIR and PORT to start another one.`,
    );
  }
}

/** Every part reads the environment, so that is where the database is named. */
function useDatabase(postgres: EmbeddedPostgres): Config {
  process.env['DATABASE_URL'] = postgres.url;
  return loadConfig(process.env);
}

/** A key for the demo wallets, made fresh; the one of the last start ends. */
async function offerDemo(
  config: Config,
  { app }: RunningApp,
): Promise<{ address: string; partnerKey: string } | null> {
  const address = DEMO_ADDRESSES[0]?.address;
  if (!config.DEMO_WALLETS || address === undefined) return null;
  const keys = app.get(PartnerKeysService, { strict: false });
  for (const old of await keys.list()) {
    if (old.name === DEMO_KEY) await keys.revoke(old.id);
  }
  return { address, partnerKey: (await keys.create(DEMO_KEY)).key };
}

start().catch(refuse);
