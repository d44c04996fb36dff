import { StripePayments } from '../../src/adapters/payments/stripe-payments';
import { loadConfig } from '../../src/config/env';
import { FakeClock } from '../fakes/fake-clock';
import { FakeStripe, signature, STRIPE_KEY } from '../support/stripe';

/** The adapter with a Stripe that is slow, disconnects, or has more than one page. */

const ORDER = {
  id: '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b',
  userId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  plan: 'basic',
  amountCents: 4_900,
} as const;

let stripe: FakeStripe;
let payments: StripePayments;
let calls: string[];
const clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
const order = () => ({ ...ORDER, expiresAt: clock.now() + 3_600_000 });

beforeEach(async () => {
  stripe = await FakeStripe.start();
  calls = [];
  payments = new StripePayments(loadConfig(stripe.env), clock, {
    attemptMs: 600_000,
    onCall: (provider, outcome) => calls.push(`${provider} ${outcome}`),
  });
});
afterEach(async () => {
  await payments.onModuleDestroy();
  await stripe.close();
});

const failure = { code: 'DATA_PROVIDER_ERROR', kind: 'transient' };

/** Opens a checkout with little time for each attempt. */
async function hurried(): Promise<unknown> {
  const hasty = new StripePayments(loadConfig(stripe.env), clock, { attemptMs: 150 });
  return hasty.open(order()).finally(() => hasty.onModuleDestroy());
}

it('a Stripe that says nothing is given up', async () => {
  stripe.intercept = () => true;
  await expect(hurried()).rejects.toMatchObject(failure);
});

it('one that closes the connection is asked once more, and then given up', async () => {
  stripe.intercept = (_asked, response) => {
    response.destroy();
    return true;
  };
  await expect(payments.open(order())).rejects.toMatchObject(failure);
  expect(stripe.asked).toHaveLength(2);
});

it('one that begins to answer and never ends is no better', async () => {
  stripe.intercept = (_asked, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
    return true;
  };
  await expect(hurried()).rejects.toMatchObject(failure);
});

it('calls under way end with the application', async () => {
  const patient = new StripePayments(loadConfig(stripe.env), clock, { attemptMs: 600_000 });
  const isAsked = new Promise<void>((resolve) => {
    stripe.intercept = () => {
      resolve();
      return true;
    };
  });
  const opening = expect(patient.open(order())).rejects.toThrow();
  await isAsked;
  await patient.onModuleDestroy();
  await opening;
});

it('events are listed page by page, only those of use, and only since then', async () => {
  const patient = new StripePayments(loadConfig(stripe.env), clock, { attemptMs: 600_000 });
  const told = Array.from({ length: 250 }, (_, i) => stripe.tell('charge.dispute.created', dispute(i)));
  stripe.tell('invoice.paid', {});
  const since = (told[9]?.created ?? 0) * 1000;
  const ids: string[] = [];
  for await (const event of patient.since(since)) ids.push(event.id);
  await patient.onModuleDestroy();
  expect(ids.toSorted()).toEqual(
    told
      .slice(9)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(stripe.asked.map(({ fields }) => fields.limit)).toEqual(['100', '100', '100']);
});

it('an event is found again, and one that is gone is nothing', async () => {
  const { id } = stripe.tell('charge.dispute.created', dispute(1));
  expect(await payments.find(id)).toMatchObject({
    id,
    paymentId: 'pi_1',
    fact: { kind: 'disputed', stage: 'open' },
  });
  expect(await payments.find('evt_gone')).toBeNull();
  expect(calls).toEqual(['stripe ok', 'stripe rejected']);
});

describe('what is signed', () => {
  const read = (event: object) => {
    const payload = JSON.stringify(event);
    const header = signature(payload, undefined, Math.floor(clock.now() / 1000));
    return payments.receive(Buffer.from(payload), [header]);
  };

  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_under_review', 'open'],
    ['a status of tomorrow', 'open'],
    ['warning_needs_response', 'inquiry'],
    ['warning_closed', 'inquiry'],
    ['prevented', 'inquiry'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('a dispute that is %s is %s', (status, stage) => {
    const event = stripe.tell('charge.dispute.updated', { ...dispute(1), status });
    expect(read(event).fact).toEqual({ kind: 'disputed', disputeId: 'du_1', stage });
  });

  it.each(['checkout.session.completed', 'charge.refunded', 'refund.failed', 'charge.dispute.closed'])(
    '%s in an unknown shape is unreadable, not lost',
    (type) => expect(read(stripe.tell(type, { id: 7 })).fact).toBe('unreadable'),
  );

  it('of the other mode, or of no use, is irrelevant', () => {
    expect(read(stripe.tell('charge.dispute.created', dispute(1), { livemode: true })).fact).toBe(
      'irrelevant',
    );
    expect(read(stripe.tell('customer.created', {})).fact).toBe('irrelevant');
    expect(read(stripe.tell('__proto__', {})).fact).toBe('irrelevant');
    expect(read(stripe.tell('refund.updated', { id: 're_1', amount: 1, status: 'succeeded' })).fact).toBe(
      'irrelevant',
    );
  });

  it('is read with as little as it needs', () => {
    const refund = { id: 'ch_1', payment_intent: 'pi_1', refunded: true };
    const event = { id: 'evt_bare', type: 'charge.refunded', data: { object: refund } };
    expect(read(event)).toMatchObject({
      at: clock.now(),
      paymentId: 'pi_1',
      fact: { kind: 'refunded', cents: Number.MAX_SAFE_INTEGER },
    });
  });

  it('what Stripe expands is read by its id, and a name of another house is none of ours', () => {
    const session = {
      id: 'cs_1',
      payment_status: 'paid',
      payment_intent: { id: 'pi_9', object: 'payment_intent' },
    };
    const event = stripe.tell('checkout.session.completed', {
      ...session,
      metadata: { order_id: 'their own' },
    });
    expect(read(event)).toMatchObject({ sessionId: 'cs_1', paymentId: 'pi_9', orderId: null });
  });

  it('and is no event at all is a malformed request', () => {
    for (const body of [[], 'x', { id: 'evt_1' }, { object: 'v2.core.event', id: 'evt_1', type: 'a' }])
      expect(() => read(body as object)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});

it('the key of the configuration goes with every call, and without one nobody is called', async () => {
  await payments.find('evt_gone');
  expect(stripe.asked[0]?.headers.authorization).toBe(`Bearer ${STRIPE_KEY}`);
  expect(stripe.asked[0]?.headers['x-stripe-client-telemetry']).toBeUndefined();
  const idle = new StripePayments(loadConfig({ STRIPE_API_BASE: stripe.url }), clock);
  await expect(idle.open(order())).rejects.toMatchObject({ code: 'CONFIGURATION_ERROR' });
  await idle.onModuleDestroy();
  expect(stripe.asked).toHaveLength(1);
});

const dispute = (n: number) => ({ id: `du_${n}`, payment_intent: `pi_${n}`, status: 'needs_response' });
