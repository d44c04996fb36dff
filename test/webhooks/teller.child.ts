import { DeliveryBell } from '../../src/ports/delivery-bell';
import { DomainEvents } from '../../src/ports/domain-events';
import { testConfig } from '../support/postgres';
import { startDeliveries } from './delivery-worker';
import { newEvent } from './webhooks-app';

/** Dies when it is about to say that something was committed. */
class DeadlyBell extends DeliveryBell {
  ring(): void {
    process.kill(process.pid, 'SIGKILL');
  }
  listen(): () => void {
    return () => undefined;
  }
}

async function main(): Promise<void> {
  const { PATH: _, CHILD_RULES: __, ...env } = process.env as Record<string, string>;
  const app = await startDeliveries(testConfig(env), {}, false, new DeadlyBell());
  await app.get(DomainEvents, { strict: false }).append([newEvent({ address: `0x${'0'.repeat(40)}` })]);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
