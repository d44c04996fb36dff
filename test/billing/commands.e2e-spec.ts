import { Run } from '../launcher/run';
import { until } from '../support/until';
import { BillingApp } from './billing-app';

// Commands are built first where they are stale.
/** `npm run cli -- billing …`, as an operator has it, beside a running server. */

const MEASURED = 'cost_basis_payment_events_held{reason="mismatched"} 1';

let billing: BillingApp;
beforeAll(async () => {
  billing = await BillingApp.start();
});
afterAll(() => billing?.close());

async function command(...args: string[]): Promise<{ code: number | string | null; body: unknown }> {
  const env = { ...billing.app.database, DATA_DIR: billing.app.dataDir, ...billing.stripe.env };
  const { code, stdout } = await new Run('cli', ['billing', ...args], env).finished;
  return { code, body: stdout === '' ? null : JSON.parse(stdout) };
}

it('says what is held and why, and brings in what never came', async () => {
  const eve = await billing.user();
  const cheap = await billing.session(eve, 'defi');
  const event = billing.stripe.complete(cheap, 'paid', { amount_total: 1 });
  await billing.told(event);
  const moment = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await command('held')).toEqual({
    code: 0,
    body: {
      held: [
        {
          event_id: event.id,
          type: 'checkout.session.completed',
          reason: 'mismatched',
          explanation: 'the paid amount differs from the price',
          ...{ occurred_at: moment, received_at: moment },
          order_id: billing.stripe.session(cheap).metadata.order_id,
          session_id: cheap,
          payment_id: billing.stripe.session(cheap).payment_intent,
          tries: 1,
          next_try_at: null,
        },
      ],
    },
  });
  // Gauges are read at most every two seconds.
  const isMeasured = async () =>
    (await (await fetch(`${billing.app.url}/metrics`)).text()).includes(MEASURED);
  await until(isMeasured);
  billing.stripe.complete(await billing.session(eve, 'basic'));
  const round = { missed: 1, released: 0, renewed: 0 };
  expect(await command('catch-up')).toEqual({ code: 0, body: round });
  const seen = await until(
    () => billing.plan(eve),
    ({ plan }) => plan !== 'free',
  );
  expect(seen).toMatchObject({ plan: 'basic', expired: false });
});

it('catches up with nothing where payments are disabled, and states why', async () => {
  const env = { ...billing.app.database, DATA_DIR: billing.app.dataDir };
  const { code, stdout, stderr } = await new Run('cli', ['billing', 'catch-up'], env).finished;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('STRIPE_SECRET_KEY is not set');
});
