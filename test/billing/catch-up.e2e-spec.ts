import { Client } from 'pg';
import { ProcessState } from '../../src/common/process-state';
import { BillingRules } from '../../src/modules/billing/billing-rules';
import { CatchUp } from '../../src/modules/billing/payments/catch-up.service';
import { PaymentEvents } from '../../src/modules/billing/payments/payment-events.service';
import { HeldEventsRepository } from '../../src/modules/billing/payments/held-events.repository';
import { PaymentLedgerRepository } from '../../src/modules/billing/payments/payment-ledger.repository';
import { PaymentScanRepository } from '../../src/modules/billing/payments/payment-scan.repository';
import { Payments } from '../../src/ports/upstream/payments';
import { PlanLookup } from '../../src/ports/access/plan-lookup';
import { sendJson } from '../support/local-upstream';
import { BillingApp, DAY, FREE } from './billing-app';

/** No money is lost although a webhook never came, came too early, or in words we did not know. */

const MINUTE = 60_000;

let billing: BillingApp;
beforeAll(async () => {
  billing = await BillingApp.start();
});
afterAll(() => billing?.close());
beforeEach(async () => {
  for (const table of ['payment_events', 'checkouts', 'payment_scans'])
    await billing.sql(`DELETE FROM ${table}`);
  billing.stripe.events.length = 0;
  billing.stripe.asked.length = 0;
  billing.stripe.intercept = () => false;
});

const part = <T>(type: abstract new (...args: never[]) => T): T =>
  billing.app.app.get(type, { strict: false });
const owner = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: billing.app.ownerUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
};
const round = () => part(CatchUp).run();
const held = async () =>
  (await billing.ledger()).filter(({ outcome }) => outcome === 'held').map(({ reason }) => reason);

it('what was never delivered is asked for, once', async () => {
  const eve = await billing.user();
  const id = await billing.session(eve, 'basic');
  billing.stripe.complete(id, 'unpaid');
  billing.stripe.asyncSucceeded(id);
  billing.stripe.tell('invoice.paid', {});
  expect(await round()).toEqual({ missed: 2, released: 0, renewed: 0 });
  expect(await billing.plan(eve)).toMatchObject({ plan: 'basic', expired: false });
  expect(await round()).toEqual({ missed: 0, released: 0, renewed: 0 });
  const listed = billing.stripe.asked.filter(({ path }) => path === '/v1/events');
  expect(listed[0]?.fields['created[gte]']).toBe(String(Math.floor(billing.clock.now() / 1000) - 3_600));
});

it('one that fails holds up none behind it, and is asked for again', async () => {
  const [eve, fay] = [await billing.user(), await billing.user()];
  const [failing, later] = [await billing.session(eve, 'basic'), await billing.session(fay, 'basic')];
  billing.stripe.complete(failing);
  billing.stripe.complete(later);
  await owner(`CREATE FUNCTION refuse_session() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.session_id = '${failing}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`);
  await owner(`CREATE TRIGGER refuse_session BEFORE INSERT OR UPDATE ON payment_events
    FOR EACH ROW EXECUTE FUNCTION refuse_session()`);
  try {
    expect(await round()).toMatchObject({ missed: 1 });
    expect(await billing.plan(fay)).toMatchObject({ plan: 'basic' });
  } finally {
    await owner('DROP TRIGGER refuse_session ON payment_events; DROP FUNCTION refuse_session()');
  }
  billing.clock.advance(2 * DAY);
  expect(await round()).toMatchObject({ missed: 1 });
  expect(await billing.plan(eve)).toMatchObject({ plan: 'basic' });
});

it('an outage of Stripe only puts it off', async () => {
  const eve = await billing.user();
  billing.stripe.complete(await billing.session(eve, 'basic'));
  billing.stripe.intercept = (_asked, response) => {
    sendJson(response, { error: {} }, 500);
    return true;
  };
  await expect(round()).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
  billing.stripe.intercept = () => false;
  billing.clock.advance(2 * DAY);
  expect(await round()).toMatchObject({ missed: 1 });
  expect(await billing.plan(eve)).toMatchObject({ plan: 'basic' });
});

it('while nobody has tried to buy anything, nobody is asked', async () => {
  billing.stripe.tell('charge.refunded', {});
  expect(await round()).toEqual({ missed: 0, released: 0, renewed: 0 });
  expect(billing.stripe.asked).toEqual([]);
});

it('of all processes one takes each turn', async () => {
  await billing.session(await billing.user(), 'basic');
  const scans = part(PaymentScanRepository);
  const turn = () => scans.claim(new Date(billing.clock.now()), 5 * MINUTE);
  const turns = await Promise.all([turn(), turn(), turn(), turn()]);
  expect(turns.filter((scannedTo) => scannedTo !== null)).toHaveLength(1);
  billing.clock.advance(5 * MINUTE - 1);
  expect(await turn()).toBeNull();
  billing.clock.advance(1);
  expect(await turn()).toBeInstanceOf(Date);
});

it('a turn comes by itself', async () => {
  const eve = await billing.user();
  const id = await billing.session(eve, 'basic');
  const catchUp = new CatchUp(
    ...([part(Payments), part(PaymentEvents), part(PaymentLedgerRepository)] as const),
    ...([part(HeldEventsRepository), part(PaymentScanRepository), part(PlanLookup), billing.clock] as const),
    new BillingRules().with({ catchUpEveryMs: 20 }),
    new ProcessState(),
  );
  catchUp.onApplicationBootstrap();
  try {
    billing.stripe.complete(id);
    while ((await billing.plan(eve)).plan === 'free') billing.clock.advance(1_000);
  } finally {
    await catchUp.beforeApplicationShutdown();
  }
  expect(await billing.plan(eve)).toMatchObject({ plan: 'basic' });
});

it('a held event is looked at again, at growing distances, until it has its effect', async () => {
  const eve = await billing.user();
  const id = await billing.session(eve, 'basic');
  await billing.sql('UPDATE checkouts SET session_id = NULL');
  const event = billing.stripe.complete(id, 'paid', { metadata: {} });
  await billing.told(event);
  // Not to be had from the list any more: only what was kept of it is left.
  billing.stripe.events.length = 0;
  const due = async () =>
    (
      await billing.sql<{ tries: number; wait: number }>(
        `SELECT tries, extract(epoch FROM retry_at - to_timestamp($1))::integer AS wait FROM payment_events`,
        [billing.clock.now() / 1000],
      )
    )[0];
  expect([await held(), await due()]).toEqual([['unknown'], { tries: 1, wait: 60 }]);
  expect(await round()).toMatchObject({ released: 0 });
  expect(await due()).toEqual({ tries: 1, wait: 60 });
  billing.clock.advance(MINUTE);
  expect(await round()).toMatchObject({ released: 0 });
  expect(await due()).toEqual({ tries: 2, wait: 120 });
  await billing.sql('UPDATE checkouts SET session_id = $1', [id]);
  billing.clock.advance(2 * MINUTE);
  expect(await round()).toMatchObject({ released: 1 });
  expect([await held(), await billing.plan(eve)]).toEqual([[], expect.objectContaining({ plan: 'basic' })]);
});

it('after a month it waits for a person, and is still there', async () => {
  const foreign = { id: 'du_9', payment_intent: 'pi_foreign', status: 'lost' };
  await billing.told(billing.stripe.tell('charge.dispute.closed', foreign));
  billing.stripe.events.length = 0;
  billing.clock.advance(30 * DAY);
  await round();
  expect(await held()).toContain('unknown');
  expect(await billing.sql(`SELECT 1 FROM payment_events WHERE retry_at IS NOT NULL`)).toEqual([]);
});

it('an event in words we did not know is asked for again', async () => {
  const eve = await billing.user();
  const id = await billing.session(eve, 'basic');
  const event = billing.stripe.complete(id);
  const known = event.data.object;
  event.data.object = { id, status: 'complete' };
  await billing.told(event);
  billing.clock.advance(MINUTE);
  // Too long ago for the list.
  const isListed = (path: string) => path === '/v1/events';
  const nothing = { object: 'list', data: [], has_more: false };
  billing.stripe.intercept = ({ path }, response) => {
    if (isListed(path)) sendJson(response, nothing);
    else sendJson(response, { error: { code: 'resource_missing' } }, 404);
    return true;
  };
  await round();
  expect([await held(), await billing.plan(eve)]).toEqual([['unreadable'], FREE]);
  billing.stripe.intercept = ({ path }, response) => {
    if (isListed(path)) sendJson(response, nothing);
    return isListed(path);
  };
  event.data.object = known;
  billing.clock.advance(10 * MINUTE);
  expect(await round()).toMatchObject({ released: 1 });
  expect(await billing.plan(eve)).toMatchObject({ plan: 'basic' });
});

it('a plan that waited behind a higher one begins when that has ended', async () => {
  const eve = await billing.user();
  const waiting = await billing.session(eve, 'basic');
  await billing.buy(eve, 'defi');
  await billing.told(billing.stripe.complete(waiting));
  const { ends } = await billing.plan(eve);
  expect(await billing.plan(eve)).toMatchObject({ plan: 'defi' });
  billing.clock.advance(Date.parse(ends ?? '') - billing.clock.now());
  expect(await billing.plan(eve)).toMatchObject({ plan: 'defi', expired: true });
  expect(await round()).toMatchObject({ renewed: 1 });
  const after = await billing.plan(eve);
  expect(after).toMatchObject({ plan: 'basic', expired: false });
  expect(Date.parse(after.ends ?? '') - Date.parse(ends ?? '')).toBe(365 * DAY);
  expect(await round()).toMatchObject({ renewed: 0 });
});
