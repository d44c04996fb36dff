import { PlanLookup } from '../../src/ports/access/plan-lookup';
import { type Override, startService } from '../app.factory';

/** Dies as by `kill -9` when a plan changes: the writes stay, and no request is answered. */
class DiesWhenTold extends PlanLookup {
  async of(): Promise<null> {
    return null;
  }

  changed(): void {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Another process of the service over the same database: prints where it listens. */
async function main(): Promise<void> {
  const { CHILD_DIES, PATH: _, ...env } = process.env as Record<string, string>;
  const overrides: Override[] = CHILD_DIES ? [[PlanLookup, new DiesWhenTold()]] : [];
  const { url } = await startService(env, overrides);
  process.stdout.write(`${url}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
