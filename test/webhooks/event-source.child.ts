import { DataSource } from 'typeorm';
import { Outbox } from '../../src/adapters/events/outbox.store';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { WakeUp } from '../../src/ports/work/wake-up';
import { newEvent } from './new-event';

/** Dies before it can notify others of a commit. */
class DeadlyWakeUp extends WakeUp {
  call(): void {
    process.kill(process.pid, 'SIGKILL');
  }
  callHere(): Promise<void> {
    return Promise.resolve();
  }
}

/** Only the parts that store an event, so that many processes can die in a short time. */
async function main(): Promise<void> {
  const source = new DataSource({ type: 'postgres', url: process.env['DATABASE_URL'] });
  await source.initialize();
  const outbox = new Outbox(source, new SystemClock(), new DeadlyWakeUp());
  await outbox.append([newEvent({ address: `0x${'0'.repeat(40)}` })]);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
