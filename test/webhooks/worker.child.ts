import type { DeliveryRules } from '../../src/modules/webhooks/delivery/delivery-rules';
import { testConfig } from '../support/postgres';
import { startDeliveries } from './delivery-worker';

/** A worker that delivers until it is killed or stopped. */
async function main(): Promise<void> {
  const { CHILD_RULES = '{}', PATH: _, ...env } = process.env as Record<string, string>;
  const rules = JSON.parse(CHILD_RULES) as Partial<DeliveryRules>;
  const app = await startDeliveries(testConfig(env), rules, true);
  process.on('SIGTERM', () => {
    void app.close().then(() => process.exit(0));
    process.stdout.write('stopping\n');
  });
  process.stdout.write('ready\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
