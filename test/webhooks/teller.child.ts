import { DataSource } from 'typeorm';
import { Outbox } from '../../src/adapters/events/outbox.store';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { DeliveryNotifier } from '../../src/ports/work/delivery-notifier';
import { newEvent } from './new-event';

/** Dies when it is about to say that something was committed. */
class DeadlyBell extends DeliveryNotifier {
  notify(): void {
    process.kill(process.pid, 'SIGKILL');
  }
  listen(): () => void {
    return () => undefined;
  }
}

/** No more than it takes to tell of an event, so that many may die in a short time. */
async function main(): Promise<void> {
  const source = new DataSource({ type: 'postgres', url: process.env['DATABASE_URL'] });
  await source.initialize();
  const outbox = new Outbox(source, new SystemClock(), new DeadlyBell());
  await outbox.append([newEvent({ address: `0x${'0'.repeat(40)}` })]);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
