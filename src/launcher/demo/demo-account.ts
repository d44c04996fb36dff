import type { INestApplicationContext } from '@nestjs/common';
import { DEMO_ADDRESSES } from '../../adapters/providers/demo';
import { DEMO_EXCHANGE, demoExchangeFile, demoExchangeId } from '../../adapters/providers/demo/demo.exchange';
import { kindOfExchange } from '../../domain/exchanges';
import { UserRepository } from '../../modules/auth/users/user.repository';
import { LinkedWalletRepository } from '../../modules/linked-wallets/linked-wallet.repository';
import { Clock } from '../../ports/clock';
import { ExchangeAccounts } from '../../ports/exchanges/exchange-accounts';
import { ExchangeFiles } from '../../ports/exchanges/exchange-files';

const DEMO_NAME = 'Alice (demo)';
const PLAN = 'defi';

/**
 * A verified account without the operator role, with the demo wallets and an exchange account. An existing one keeps
 * the changes of its user.
 * @returns its id
 */
export async function demoAccount(app: INestApplicationContext): Promise<string> {
  const find = <T>(type: abstract new (...args: never[]) => T): T => app.get<T>(type, { strict: false });
  const clock = find(Clock);
  const now = new Date(clock.now());
  const { id: userId, isNew } = await find(UserRepository).findOrCreateDemo(DEMO_NAME, PLAN, now);
  if (!isNew) return userId;
  const wallets = find(LinkedWalletRepository);
  for (const { address, label } of DEMO_ADDRESSES) {
    const wallet = { id: clock.newId(), userId, address, given: address, label, createdAt: now };
    await wallets.link(wallet, null);
  }
  const accounts = find(ExchangeAccounts);
  const about = {
    id: demoExchangeId(clock.newId()),
    exchange: DEMO_EXCHANGE,
    label: 'Demo exchange',
    kind: kindOfExchange(DEMO_EXCHANGE),
  } as const;
  const caller = { caller: { kind: 'background', id: 'demo' } } as const;
  const readings = await find(ExchangeFiles).read(
    { bytes: demoExchangeFile(), name: '' },
    clock.now(),
    caller,
  );
  if ('columns' in readings) return userId;
  const rows = readings.flatMap((reading) => reading.rows);
  await accounts.addWithRows({ userId, ...about }, null, { userId, plan: PLAN }, rows, now);
  return userId;
}
