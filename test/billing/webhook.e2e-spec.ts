import { gzipSync } from 'node:zlib';
import { call, codeOf, type Account } from '../accounts/client';
import { signature, type StripeEvent } from '../support/stripe';
import { BillingApp, DAY, FREE, WEBHOOK } from './billing-app';

/** Events of Stripe, over a socket: accepted only with a valid signature, and with one effect in any order. */

let billing: BillingApp;
let ada: Account;
beforeAll(async () => {
  billing = await BillingApp.start();
  ada = await billing.user();
});
afterAll(() => billing?.close());

const now = () => billing.stripe.now();
const signed = (payload: string | Buffer, at = now()) => ({
  'Stripe-Signature': signature(payload, undefined, at),
});

describe('a payment', () => {
  it.each([['basic'], ['professional'], ['defi']] as const)(
    'of %s is in force with the next request, for 365 days',
    async (plan) => {
      const eve = await billing.user();
      const id = await billing.session(eve, plan);
      expect(await billing.plan(eve)).toEqual(FREE);
      const event = billing.stripe.complete(id);
      const answer = await billing.deliver(event);
      expect([answer.status, Object.keys(answer.body), answer.body.data]).toEqual([
        200,
        ['success', 'data', 'meta'],
        { received: true },
      ]);
      const ends = new Date(event.created * 1000 + 365 * DAY).toISOString();
      expect(await billing.plan(eve)).toEqual({ plan, expired: false, ends });
      const usage = await call(billing.app, 'GET', '/api/v1/usage', { token: await billing.token(eve) });
      expect(usage.body.data).toMatchObject({ plan_name: plan, plan_expired: false, plan_expires_at: ends });
      expect((await billing.get(eve, id)).body.data).toMatchObject({
        payment_status: 'paid',
        plan_active: true,
      });
    },
  );

  it('is in force until its end, to the second, and then the free caps hold', async () => {
    const eve = await billing.user();
    const { id } = await billing.buy(eve, 'professional');
    const ends = Date.parse((await billing.plan(eve)).ends ?? '');
    billing.clock.advance(ends - 1 - billing.clock.now());
    expect(await billing.plan(eve)).toMatchObject({ plan: 'professional', expired: false });
    billing.clock.advance(1);
    expect(await billing.plan(eve)).toMatchObject({ plan: 'professional', expired: true });
    const usage = await call(billing.app, 'GET', '/api/v1/usage', { token: await billing.token(eve) });
    expect(usage.body.data).toMatchObject({ tx_limit: 25, wallet_limit: 1 });
    expect((await billing.get(eve, id)).body.data).toMatchObject({
      payment_status: 'paid',
      plan_active: false,
    });
  });

  it('told fifty times at once, and again days later, has one effect', async () => {
    const eve = await billing.user();
    const event = billing.stripe.complete(await billing.session(eve, 'basic'));
    const before = await billing.rows();
    const answers = await Promise.all(Array.from({ length: 50 }, () => billing.deliver(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const plan = await billing.plan(eve);
    expect(plan).toMatchObject({ plan: 'basic', expired: false });
    billing.clock.advance(3 * DAY);
    await billing.told(event);
    expect(await billing.plan(eve)).toEqual(plan);
    expect(await billing.rows()).toBe(before + 1);
  });

  it('and others at the same moment do not get in each other’s way', async () => {
    const eve = await billing.user();
    const sessions = [];
    for (const plan of ['basic', 'professional', 'defi'] as const)
      sessions.push(await billing.session(eve, plan));
    const events = sessions.flatMap((id) => [
      billing.stripe.complete(id, 'unpaid'),
      billing.stripe.asyncSucceeded(id),
    ]);
    const answers = await Promise.all(
      [...events, ...events, ...events].map((event) => billing.deliver(event)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await billing.plan(eve)).toMatchObject({ plan: 'defi', expired: false });
    await billing.told(...sessions.map((id) => billing.stripe.refund(id)));
    expect(await billing.plan(eve)).toEqual(FREE);
  });

  it('that is still under way changes nothing until it is there', async () => {
    const eve = await billing.user();
    const id = await billing.session(eve, 'basic');
    await billing.told(billing.stripe.complete(id, 'unpaid'));
    expect(await billing.plan(eve)).toEqual(FREE);
    await billing.told(billing.stripe.asyncFailed(id));
    expect(await billing.plan(eve)).toEqual(FREE);
    expect((await billing.get(eve, id)).body.data).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
  });
});

describe('money that goes back', () => {
  it('all of it ends the plan, a part of it does not, and a refund that fails gives the plan back', async () => {
    const eve = await billing.user();
    const { id } = await billing.buy(eve, 'basic');
    const bought = await billing.plan(eve);
    await billing.told(billing.stripe.refund(id, 1_000));
    expect(await billing.plan(eve)).toEqual(bought);
    await billing.told(billing.stripe.refund(id));
    expect(await billing.plan(eve)).toEqual(FREE);
    await billing.told(billing.stripe.refundFailed(id));
    expect(await billing.plan(eve)).toEqual(bought);
  });

  it('a dispute ends the plan, a question of the bank does not, and one that is won gives it back', async () => {
    const eve = await billing.user();
    const { id } = await billing.buy(eve, 'basic');
    const bought = await billing.plan(eve);
    await billing.told(billing.stripe.dispute(id, 'warning_needs_response'));
    expect(await billing.plan(eve)).toEqual(bought);
    await billing.told(billing.stripe.dispute(id, 'needs_response'));
    expect(await billing.plan(eve)).toEqual(FREE);
    await billing.told(billing.stripe.dispute(id, 'won', 'charge.dispute.closed'));
    expect(await billing.plan(eve)).toEqual(bought);
    await billing.told(billing.stripe.dispute(id, 'lost', 'charge.dispute.closed'));
    expect(await billing.plan(eve)).toEqual(FREE);
  });

  it('of the higher of two plans leaves the lower one', async () => {
    const eve = await billing.user();
    await billing.buy(eve, 'basic');
    const basic = await billing.plan(eve);
    const { id } = await billing.buy(eve, 'defi');
    expect(await billing.plan(eve)).toMatchObject({ plan: 'defi' });
    await billing.told(billing.stripe.refund(id));
    expect(await billing.plan(eve)).toEqual(basic);
  });
});

describe('order makes no difference', () => {
  const permutations = <T>(list: readonly T[]): T[][] =>
    list.length < 2
      ? [[...list]]
      : list.flatMap((head, i) => permutations(list.toSpliced(i, 1)).map((tail) => [head, ...tail]));

  /** Sends the events of a new payment of the same user in every order. @returns what the user saw at each end */
  async function ends(happening: (id: string) => StripeEvent[]): Promise<Set<string>> {
    const eve = await billing.user();
    const seen = new Set<string>();
    const orders = permutations(happening(await billing.session(eve, 'basic')).map((_, i) => i));
    billing.clock.advance(11 * 60_000);
    for (const order of orders) {
      const id = await billing.session(eve, 'basic');
      const events = happening(id);
      await billing.told(...order.flatMap((i) => events[i] ?? []));
      const { status, payment_status, plan_active } = (await billing.get(eve, id)).body.data;
      const { plan } = await billing.plan(eve);
      seen.add([orders.length, status, payment_status, plan_active, plan].join(' '));
      // The next round starts without a plan.
      await billing.told(billing.stripe.refund(id));
    }
    return seen;
  }

  it('completed, succeeded, failed, refunded: all 24 orders', async () => {
    const seen = await ends((id) => [
      billing.stripe.complete(id, 'unpaid'),
      billing.stripe.asyncFailed(id),
      billing.stripe.asyncSucceeded(id),
      billing.stripe.refund(id),
    ]);
    expect(seen).toEqual(new Set(['24 complete paid false free']));
  });

  it('completed, disputed, won, refunded in part: all 24 orders', async () => {
    const seen = await ends((id) => [
      billing.stripe.complete(id),
      billing.stripe.dispute(id, 'needs_response', undefined, `du_${id}`),
      billing.stripe.dispute(id, 'won', 'charge.dispute.closed', `du_${id}`),
      billing.stripe.refund(id, 900),
    ]);
    expect(seen).toEqual(new Set(['24 complete paid true basic']));
  });
});

describe('what cannot have its effect is kept', () => {
  const entry = async (id: string) => (await billing.ledger()).find((row) => row.id === id);

  it('a refund that comes before its payment waits for it', async () => {
    const eve = await billing.user();
    const id = await billing.session(eve, 'basic');
    const paid = billing.stripe.complete(id);
    const dispute = billing.stripe.dispute(id, 'needs_response');
    await billing.told(dispute);
    expect(await entry(dispute.id)).toMatchObject({ outcome: 'held', reason: 'unknown' });
    await billing.told(paid);
    expect(await billing.plan(eve)).toEqual(FREE);
    expect(await entry(dispute.id)).toMatchObject({ outcome: 'applied', reason: null });
  });

  it('both at the same moment find each other', async () => {
    const eve = await billing.user();
    for (let i = 0; i < 10; i++) {
      const id = await billing.session(eve, 'basic');
      const paid = billing.stripe.complete(id);
      const dispute = billing.stripe.dispute(id, 'lost', 'charge.dispute.closed', `du_${id}`);
      await Promise.all([billing.deliver(dispute), billing.deliver(paid), billing.deliver(dispute)]);
      expect([i, await billing.plan(eve), (await entry(dispute.id))?.outcome]).toEqual([i, FREE, 'applied']);
    }
  });

  it('a payment for a form nobody knows', async () => {
    const event = billing.stripe.tell('checkout.session.completed', {
      ...{ id: 'cs_test_elsewhere', payment_status: 'paid', amount_total: 4_900, currency: 'usd' },
      ...{ payment_intent: 'pi_elsewhere', client_reference_id: ada.id, metadata: {} },
    });
    await billing.told(event, event);
    expect(await entry(event.id)).toMatchObject({ outcome: 'held', reason: 'unknown' });
    expect(await billing.plan(ada)).toEqual(FREE);
  });

  it.each([
    ['another amount', { amount_total: 100 }],
    ['another currency', { currency: 'jpy' }],
  ])('a payment of %s than the price, whatever it says of itself', async (_name, change) => {
    const eve = await billing.user();
    const id = await billing.session(eve, 'defi');
    const event = billing.stripe.complete(id, 'paid', { ...change, metadata: { plan: 'defi' } });
    await billing.told(event);
    expect(await entry(event.id)).toMatchObject({ outcome: 'held', reason: 'mismatched' });
    expect(await billing.plan(eve)).toEqual(FREE);
  });

  it('a payment of somebody who is gone', async () => {
    const eve = await billing.user();
    const id = await billing.session(eve, 'basic');
    await billing.sql('DELETE FROM users WHERE id = $1', [eve.id]);
    const event = billing.stripe.complete(id);
    await billing.told(event);
    expect(await entry(event.id)).toMatchObject({ outcome: 'held', reason: 'ownerless' });
  });

  it('an event in a shape of tomorrow', async () => {
    const event = billing.stripe.tell('checkout.session.completed', { id: 'cs_x', payment: 'yes' });
    await billing.told(event);
    expect(await entry(event.id)).toMatchObject({ outcome: 'held', reason: 'unreadable' });
  });

  it('of an order whose form was opened while we lost the answer, it finds the order', async () => {
    const eve = await billing.user();
    const id = await billing.session(eve, 'basic');
    await billing.sql('UPDATE checkouts SET session_id = NULL WHERE session_id = $1', [id]);
    await billing.told(billing.stripe.complete(id));
    expect(await billing.plan(eve)).toMatchObject({ plan: 'basic' });
    expect((await billing.get(eve, id)).body.data).toMatchObject({ plan_active: true });
  });
});

describe('what says nothing about a plan is acknowledged and forgotten', () => {
  it.each([
    ['an unknown kind', 'some.day.invented', {}],
    ['a kind without use', 'payment_intent.succeeded', {}],
    ['the other mode', 'checkout.session.completed', { livemode: true }],
  ])('%s', async (_name, type, more) => {
    const id = await billing.session(ada, 'basic');
    const before = await billing.rows();
    billing.stripe.complete(id);
    await billing.told(billing.stripe.tell(type, billing.stripe.session(id), more));
    expect(await billing.rows()).toBe(before);
    expect(await billing.plan(ada)).toEqual(FREE);
    billing.clock.advance(11 * 60_000);
  });

  it('an event of another version of the interface is read when it can be', async () => {
    const eve = await billing.user();
    const id = await billing.session(eve, 'basic');
    billing.stripe.complete(id);
    const more = { api_version: '2019-05-16' };
    await billing.told(billing.stripe.tell('checkout.session.completed', billing.stripe.session(id), more));
    expect(await billing.plan(eve)).toMatchObject({ plan: 'basic' });
  });
});

describe('a signature', () => {
  let payload: string;
  let before: number;
  beforeAll(async () => {
    payload = JSON.stringify(billing.stripe.complete(await billing.session(ada, 'basic')), null, 2);
    before = await billing.rows();
  });
  const good = () => signature(payload, undefined, now());
  const bytes = () => Buffer.from(payload);

  it.each<[string, () => [string | Uint8Array<ArrayBuffer>, Record<string, string>]]>([
    ['no signature', () => [payload, {}]],
    ['an empty one', () => [payload, { 'Stripe-Signature': '' }]],
    ['no moment', () => [payload, { 'Stripe-Signature': good().replace(/t=\d+,/, '') }]],
    ['only another scheme', () => [payload, { 'Stripe-Signature': good().replace('v1=', 'v0=') }]],
    ['another secret', () => [payload, { 'Stripe-Signature': signature(payload, 'whsec_live_one', now()) }]],
    ['an old moment', () => [payload, signed(payload, now() - 301)]],
    ['a moment to come', () => [payload, signed(payload, now() + 301)]],
    ['a moment with a tail', () => [payload, { 'Stripe-Signature': good().replace(',', 'abc,') }]],
    [
      'another moment than was signed',
      () => [payload, { 'Stripe-Signature': good().replace(/t=\d+/, `t=${now() - 1}`) }],
    ],
    ['a cut signature', () => [payload, { 'Stripe-Signature': good().slice(0, -1) }]],
    [
      'capitals',
      () => [payload, { 'Stripe-Signature': good().toUpperCase().replace('T=', 't=').replace('V1', 'v1') }],
    ],
    ['the body written anew', () => [JSON.stringify(JSON.parse(payload)), { 'Stripe-Signature': good() }]],
    ['one byte changed', () => [payload.replace('paid', 'pa1d'), { 'Stripe-Signature': good() }]],
    ['one byte more', () => [`${payload}\n`, { 'Stripe-Signature': good() }]],
    ['one byte less', () => [payload.slice(0, -1), { 'Stripe-Signature': good() }]],
    [
      'a mark before it',
      () => [Buffer.concat([Buffer.from('\uFEFF'), bytes()]), { 'Stripe-Signature': good() }],
    ],
    [
      'bytes that are no text',
      () => [Buffer.concat([bytes(), Buffer.from([0xff])]), signed(`${payload}\uFFFD`)],
    ],
    ['no body', () => ['', { 'Stripe-Signature': good() }]],
    ['no body, signed so', () => ['', signed('')]],
    [
      'a packed body',
      () => [new Uint8Array(gzipSync(payload)), { 'Stripe-Signature': good(), 'Content-Encoding': 'gzip' }],
    ],
  ])('%s: refused, and nothing is written', async (_name, make) => {
    const answer = await billing.send(...make());
    expect(codeOf(answer)).toEqual([400, 'INVALID_SIGNATURE']);
    expect(answer.body.error.details).toBeUndefined();
    expect(await billing.rows()).toBe(before);
    expect(await billing.plan(ada)).toEqual(FREE);
  });

  it('sent twice: refused, even when both are good', async () => {
    const headers: [string, string][] = [
      ['Host', new URL(billing.app.url).host],
      ['Content-Length', String(payload.length)],
      ['Stripe-Signature', good()],
      ['Stripe-Signature', good()],
    ];
    const { status, text } = await raw(billing.app.url + WEBHOOK, headers, payload);
    expect([status, JSON.parse(text).error.code]).toEqual([400, 'INVALID_SIGNATURE']);
    expect(await billing.rows()).toBe(before);
  });

  it('of a body beyond a mebibyte is not even computed', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    expect(codeOf(await billing.send(large, signed(large)))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it.each<[string, Record<string, string>, number]>([
    ['at the edge of the past', {}, -300],
    ['at the edge of the future', {}, 300],
    ['whatever the body is called', { 'Content-Type': 'text/plain; charset=klingon' }, 0],
    ['one of two signatures', { more: 'v1=' + '0'.repeat(64) }, 0],
  ])('is good %s', async (_name, { more, ...headers }, offset) => {
    const own = signed(payload, now() + offset)['Stripe-Signature'];
    const both = more === undefined ? own : own.replace(',', `,${more},`);
    expect((await billing.send(payload, { ...headers, 'Stripe-Signature': both })).status).toBe(200);
    expect(await billing.rows()).toBe(before + 1);
  });

  it('is good over a body that comes in pieces', async () => {
    const [head, tail] = [payload.slice(0, 100), payload.slice(100)];
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(head));
        controller.enqueue(new TextEncoder().encode(tail));
        controller.close();
      },
    });
    const request = { method: 'POST', body: stream, headers: signed(payload), duplex: 'half' as const };
    expect((await fetch(billing.app.url + WEBHOOK, request)).status).toBe(200);
  });
});

/** Headers exactly as given: `fetch` would join two of the same name. */
async function raw(
  url: string,
  headers: [string, string][],
  body: string,
): Promise<{ status: number; text: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers: headers.flat() }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sending.on('error', reject).end(body);
  });
}

it('the processor is not held to the limits of clients', async () => {
  const strict = await BillingApp.start({ RATE_LIMIT_RPM: '3' });
  try {
    const event = strict.stripe.tell('customer.created', {});
    const answers = [];
    for (let i = 0; i < 8; i++) answers.push(await strict.deliver(event), await strict.send('{}', {}));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(
      answers.flatMap(({ headers }) => [...headers.keys()]).filter((name) => /ratelimit/.test(name)),
    ).toEqual([]);
  } finally {
    await strict.close();
  }
});
