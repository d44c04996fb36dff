import type { Logger } from 'pino';
import { DEMO_ADDRESSES } from '../adapters/providers/demo';
import { bootApi, type RunningApp } from '../app.boot';
import type { Config } from '../config/env';
import { PartnerKeysService } from '../modules/auth/partner-keys.service';
import { announcement } from './announce';

const DEMO_KEY = 'demo (npm start)';

export interface LocalService {
  /** Where it is and how to try it. */
  announcement: string;
  stop(): Promise<void>;
}

/** The whole service in one process, background work included. */
export async function serveLocally(
  config: Config,
  logger: Logger,
  embeddedIn: string | null,
  onFatal: (reason: Error) => void,
): Promise<LocalService> {
  const running = await bootApi({ config, logger, runsJobs: true, onFatal });
  const demo = await offerDemo(config, running);
  return {
    announcement: announcement({ url: running.url, dataDir: embeddedIn, demo }),
    stop: () => running.stop(),
  };
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
    if (old.is_active && old.name === DEMO_KEY) await keys.revoke(old.id);
  }
  return { address, partnerKey: (await keys.create(DEMO_KEY)).key };
}
