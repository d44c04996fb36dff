import { Outbox } from '../../src/adapters/events/outbox.store';
import { JobRules } from '../../src/adapters/queue/job-rules';
import { bootWorker } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { type CallerTransaction, DomainEvents, type NewEvent } from '../../src/ports/work/domain-events';
import { REDIS_AWAY, withOverrides } from '../app.factory';
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

  override notify(): void {
    if (this.isDue) void dieAt('after commit');
    super.notify();
  }
}

/** The whole service as a worker. */
async function main(): Promise<void> {
  const config = testConfig({ ...env, ...REDIS_AWAY });
  await bootWorker({
    config,
    logger: createLogger(config.LOG_LEVEL),
    runsJobs: true,
    onFatal: (reason) => {
      throw reason;
    },
    create: withOverrides([
      [JobRules, new JobRules().with({ ...QUICK })],
      [DomainEvents, DeadlyOutbox],
    ]),
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
