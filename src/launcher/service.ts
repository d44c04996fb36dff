import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { unreadableChains } from '../adapters/providers/evm/evm.upstreams';
import { DEMO_ADDRESSES } from '../adapters/providers/demo';
import type { BackgroundThread } from '../bootstrap/background/background-thread';
import { bootService } from '../bootstrap/background/service';
import type { BootOptions, RunningApp } from '../bootstrap/boot';
import type { Config } from '../config/env';
import { DemoSessions } from '../modules/auth/demo/demo-sessions.service';
import { PartnerKeysService } from '../modules/auth/partner-keys/partner-keys.service';
import { DEMO_EMAIL, UserRepository } from '../modules/auth/users/user.repository';
import { announcement } from './announce';
import { demoAccount } from './demo/demo-account';
import { demoKey } from './demo/demo-key';

export interface LocalService {
  announcement: string;
  stop(): Promise<void>;
}

export async function serveLocally(
  config: Config,
  logger: Logger,
  isEmbedded: boolean,
  watch: Pick<BootOptions, 'onFatal' | 'onBegin'>,
  thread: Promise<BackgroundThread | null>,
): Promise<LocalService> {
  const running = await bootService({ config, logger, ...watch }, thread);
  const users = running.app.get(UserRepository, { strict: false });
  return {
    announcement: announcement({
      url: running.url,
      hasConsole: config.CONSOLE === 'on',
      dataDir: resolve(config.DATA_DIR),
      isEmbedded,
      mailUrl: config.MAIL_URL ?? null,
      plans: config.PLANS,
      chainsWithoutKey: unreadableChains(config),
      hasExplorerKey: Boolean(config.ETHERSCAN_API_KEY ?? config.BLOCKSCOUT_API_KEY),
      operators: await users.operators(),
      isFirstOperator: config.FIRST_USER_IS_OPERATOR && !(await users.hasVerified()),
      demo: await offerDemo(config, running),
    }),
    stop: () => running.stop(),
  };
}

async function offerDemo(
  config: Config,
  { app }: RunningApp,
): Promise<{ address: string; partnerKey: string } | null> {
  const address = DEMO_ADDRESSES[0]?.address;
  if (!config.DEMO_WALLETS || address === undefined) return null;
  app.get(DemoSessions, { strict: false }).offer({
    email: DEMO_EMAIL,
    wallets: DEMO_ADDRESSES.map((wallet) => ({ address: wallet.address, label: wallet.label })),
    ensure: () => demoAccount(app),
  });
  await demoAccount(app);
  const keys = app.get(PartnerKeysService, { strict: false });
  return { address, partnerKey: await demoKey(keys, config.DATA_DIR) };
}
