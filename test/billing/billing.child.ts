import { PlanLookup } from '../../src/ports/access/plan-lookup';
import { type Override, startService } from '../app.factory';

/** Dies as by `kill -9` when told that a plan was changed: what was written is written, and nobody is answered. */
class DiesWhenTold extends PlanLookup {
  async of(): Promise<null> {
    return null;
  }

  changed(): void {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Another process of the service over the same database: says where it listens. */
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
