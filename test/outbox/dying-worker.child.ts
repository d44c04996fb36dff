import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Outbox } from '../../src/adapters/events/outbox.store';
import { JobRules } from '../../src/adapters/queue/job-rules';
import { AppModule } from '../../src/app.module';
import { Config } from '../../src/config/env';
import { type CallerTransaction, DomainEvents, type NewEvent } from '../../src/ports/domain-events';
import { QUICK } from '../queue/jobs-app';
import { testConfig } from '../support/postgres';

/** Where the process dies; `never`: it works until it is stopped. */
export type Death = 'before append' | 'before commit' | 'after commit' | 'never';

const { DIE = 'never', DIE_OF = '', PATH: _, ...env } = process.env as Record<string, string>;

async function dieAt(death: Death): Promise<void> {
  if (DIE !== death) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

/** The outbox of the product, in a process that dies beside it when an event of type DIE_OF is stored. */
class DeadlyOutbox extends Outbox {
  private isDue = false;

  override async append(events: readonly NewEvent[], within?: CallerTransaction): Promise<number> {
    const isDue = events.some(({ type }) => type === DIE_OF);
    if (isDue) await dieAt('before append');
    this.isDue ||= isDue;
    const stored = await super.append(events, within);
    if (isDue) await dieAt('before commit');
    return stored;
  }

  override announce(): void {
    if (this.isDue) void dieAt('after commit');
    super.announce();
  }
}

/** The whole service as a worker. */
async function main(): Promise<void> {
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Config)
    .useValue(testConfig(env))
    .overrideProvider(JobRules)
    .useValue(new JobRules({ ...QUICK }))
    .overrideProvider(DomainEvents)
    .useClass(DeadlyOutbox)
    .compile();
  Logger.overrideLogger(false);
  await module.init();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
