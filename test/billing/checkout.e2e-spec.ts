import type { Server, ServerResponse } from 'node:http';
import { DataSource } from 'typeorm';
import { codeOf, post, type Account } from '../accounts/client';
import { startApp } from '../app.factory';
import { sendHtml, sendJson } from '../support/local-upstream';
import type { Asked } from '../support/stripe';
import { BillingApp, DAY, FREE, SESSIONS } from './billing-app';
import { until } from '../support/until';

/** Opening a form to pay in, and looking at it. */

let billing: BillingApp;
let ada: Account;
let bob: Account;
beforeAll(async () => {
  billing = await BillingApp.start();
  [ada, bob] = [await billing.user(), await billing.user()];
});
afterAll(() => billing?.close());
beforeEach(() => {
  billing.stripe.intercept = () => false;
  billing.stripe.release();
  billing.stripe.asked.length = 0;
});

/** So that a wish is a new one. */
const later = (): void => billing.clock.advance(11 * 60_000);
const opened = () => billing.stripe.asked.filter(({ method }) => method === 'POST');

const NOBODY: Asked = { method: '', path: '', headers: {}, fields: {} };

describe('opening a checkout', () => {
  it.each([
    ['basic', '49', 4_900, 'Starter plan, 365 days'],
    ['professional', '149', 14_900, 'Professional plan, 365 days'],
    ['defi', '299', 29_900, 'DeFi Power User plan, 365 days'],
  ])('of %s asks for its price and nothing else', async (plan, amount, cents, name) => {
    const { status, body } = await billing.open(ada, plan);
    const [session] = [...billing.stripe.sessions.values()].slice(-1);
    expect([status, body.success]).toEqual([201, true]);
    expect(body.data).toEqual({
      session_id: session?.id,
      client_secret: session?.client_secret,
      plan,
      amount,
      currency: 'usd',
      expires_at: new Date(billing.clock.now() + 3_600_000).toISOString(),
    });
    const [{ path, headers, fields } = NOBODY] = opened();
    const orderId = fields['metadata[order_id]'];
    expect([path, headers['stripe-version']]).toEqual(['/v1/checkout/sessions', '2026-10-28.endive']);
    expect(headers['idempotency-key']).toBe(`checkout-${orderId}`);
    expect(fields).toEqual({
      mode: 'payment',
      ui_mode: 'embedded_page',
      redirect_on_completion: 'never',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': String(cents),
      'line_items[0][price_data][product_data][name]': name,
      'adaptive_pricing[enabled]': 'false',
      client_reference_id: ada.id,
      'metadata[order_id]': orderId,
      'payment_intent_data[metadata][order_id]': orderId,
      expires_at: String(Math.floor(billing.clock.now() / 1000) + 3_600),
    });
  });

  it('is not for keys and partners', async () => {
    const others: Record<string, string>[] = [{}, { 'X-Partner-Key': billing.app.partnerKey }];
    for (const headers of [...others, { Authorization: 'Bearer x' }])
      expect(codeOf(await post(billing.app, SESSIONS, { plan: 'basic' }, { headers }))).toEqual([
        401,
        'UNAUTHORIZED',
      ]);
  });

  it.each([['gold'], ['free'], ['Basic'], [''], [null], [undefined], [1], [['basic']], [{}]])(
    'of %j is refused before anybody is asked',
    async (plan) => {
      const answer = await billing.open(ada, plan);
      expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'plan']);
      expect(billing.stripe.asked).toEqual([]);
    },
  );

  it('ten clicks at once open one form', async () => {
    billing.stripe.hold();
    let clicks = 0;
    const server: Server = billing.app.app.getHttpServer();
    const count = (): void => void (clicks += 1);
    server.on('request', count);
    const before = billing.stripe.sessions.size;
    later();
    const answering = Promise.all(Array.from({ length: 10 }, () => billing.open(bob, 'basic')));
    await until(() => clicks >= 10 && opened().length > 0);
    server.off('request', count);
    billing.stripe.release();
    const answers = await answering;
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ body }) => body.data.client_secret)).size).toBe(1);
    expect(billing.stripe.sessions.size).toBe(before + 1);
  });

  it('once more within ten minutes gives the same form, after that, or for another plan, another one', async () => {
    later();
    const first = await billing.session(bob, 'basic');
    billing.clock.advance(9 * 60_000);
    expect(await billing.session(bob, 'basic')).toBe(first);
    expect(await billing.session(bob, 'defi')).not.toBe(first);
    expect(await billing.session(ada, 'basic')).not.toBe(first);
    billing.clock.advance(61_000);
    expect(await billing.session(bob, 'basic')).not.toBe(first);
  });

  it('outlasts a busy key: the other process asks again', async () => {
    later();
    let refusals = 0;
    billing.stripe.intercept = (_asked, response) => {
      if (refusals++ > 0) return false;
      const error = { type: 'idempotency_error', code: 'idempotency_key_in_use' };
      sendJson(response, { error }, 409);
      return true;
    };
    expect((await billing.open(bob, 'basic')).status).toBe(201);
    expect(new Set(opened().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(opened()).toHaveLength(2);
  });

  const failures: [string, (response: ServerResponse) => void, unknown[], string][] = [
    [
      '500',
      (r) => sendJson(r, { error: { message: 'sk_test_leak' } }, 500),
      [502, 'DATA_PROVIDER_ERROR'],
      'failed (500)',
    ],
    ['503 in HTML', (r) => sendHtml(r, 503), [502, 'DATA_PROVIDER_ERROR'], 'answered what cannot be read'],
    [
      'a reset connection',
      (r) => r.socket?.destroy(),
      [502, 'DATA_PROVIDER_ERROR'],
      'there was no complete answer in time',
    ],
    [
      '429',
      (r) => sendJson(r, { error: { type: 'x' } }, 429),
      [502, 'DATA_PROVIDER_ERROR'],
      'answers that it is asked too often',
    ],
    [
      'a redirect',
      (r) => void r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      [502, 'DATA_PROVIDER_ERROR'],
      'there was no complete answer in time',
    ],
    [
      'another shape',
      (r) => sendJson(r, { id: 'cs_1', client_secret: null }),
      [502, 'DATA_PROVIDER_ERROR'],
      'answered in another shape: client_secret',
    ],
    ['an array', (r) => sendJson(r, []), [502, 'DATA_PROVIDER_ERROR'], 'answered in another shape: the body'],
    [
      '400',
      (r) => sendJson(r, { error: { code: 'parameter_missing', message: 'sk_test_leak' } }, 400),
      [502, 'DATA_PROVIDER_ERROR'],
      'refuses the request (400 parameter_missing)',
    ],
    [
      '401',
      (r) => sendJson(r, { error: { message: 'Invalid API Key provided: sk_test_leak' } }, 401),
      [502, 'PROVIDER_ENTITLEMENT_ERROR'],
      'refuses our key (401)',
    ],
    [
      '403',
      (r) => sendJson(r, { error: { message: 'sk_test_leak' } }, 403),
      [502, 'PROVIDER_ENTITLEMENT_ERROR'],
      'refuses our key (403)',
    ],
  ];
  it.each(failures)(
    'says which kind of failure it was when Stripe answers %s',
    async (_name, say, expected, error) => {
      later();
      billing.stripe.intercept = (_asked, response) => {
        say(response);
        return true;
      };
      const answer = await billing.open(bob, 'basic');
      expect(codeOf(answer)).toEqual(expected);
      expect(answer.body.error.details).toEqual({ provider: 'stripe', error });
      expect(answer.text).not.toContain('sk_test');
      billing.stripe.intercept = () => false;
      // Stripe repeats a failure to the same key: the next attempt is another one.
      const keys = opened().map(({ headers }) => headers['idempotency-key']);
      expect((await billing.open(bob, 'basic')).status).toBe(201);
      expect(keys).not.toContain(opened().at(-1)?.headers['idempotency-key']);
    },
  );

  it('continues an order whose answer was lost here', async () => {
    later();
    const first = await billing.session(bob, 'basic');
    await billing.sql('UPDATE checkouts SET session_id = NULL WHERE session_id = $1', [first]);
    expect((await billing.get(bob, first)).status).toBe(404);
    expect(await billing.session(bob, 'basic')).toBe(first);
    expect((await billing.get(bob, first)).status).toBe(200);
  });
});

describe('with a plan in force', () => {
  it('a lower one cannot be bought, the same and a higher one can', async () => {
    const eve = await billing.user();
    await billing.buy(eve, 'professional');
    const { ends } = await billing.plan(eve);
    const refused = await billing.open(eve, 'basic');
    expect([...codeOf(refused), refused.body.error.details]).toEqual([
      409,
      'CONFLICT',
      { plan_name: 'professional', plan_expires_at: ends },
    ]);
    await billing.buy(eve, 'professional');
    expect(Date.parse((await billing.plan(eve)).ends ?? '') - Date.parse(ends ?? '')).toBe(365 * DAY);
    await billing.buy(eve, 'defi');
    expect(await billing.plan(eve)).toMatchObject({ plan: 'defi', expired: false });
  });

  it('a plan that has run out is no reason against a lower one', async () => {
    const eve = await billing.user();
    await billing.sql(
      `UPDATE users SET plan_name = 'defi', plan_expires_at = to_timestamp($2) WHERE id = $1`,
      [eve.id, billing.clock.now() / 1000 - 1],
    );
    expect((await billing.open(eve, 'basic')).status).toBe(201);
  });
});

describe('looking at a checkout', () => {
  const KEYS = ['session_id', 'status', 'payment_status', 'plan', 'amount', 'currency', 'plan_active'];

  it('shows how it stands, and never the client secret', async () => {
    const eve = await billing.user();
    const id = await billing.session(eve, 'basic');
    const look = async () => (await billing.get(eve, id)).body.data;
    const open = { session_id: id, status: 'open', payment_status: 'unpaid', plan: 'basic' };
    const price = { amount: '49', currency: 'usd' };
    expect(Object.keys(await look())).toEqual(KEYS);
    expect(await look()).toEqual({ ...open, ...price, plan_active: false });
    await billing.told(billing.stripe.complete(id, 'unpaid'));
    expect(await look()).toEqual({ ...open, ...price, status: 'complete', plan_active: false });
    await billing.told(billing.stripe.asyncSucceeded(id));
    const paid = { ...open, ...price, status: 'complete', payment_status: 'paid' };
    expect(await look()).toEqual({ ...paid, plan_active: true });
    await billing.told(billing.stripe.refund(id));
    expect(await look()).toEqual({ ...paid, plan_active: false });
    expect(await billing.plan(eve)).toEqual(FREE);
  });

  it('shows one that ran out as expired, whether Stripe has said so or not', async () => {
    const eve = await billing.user();
    const [silent, told] = [await billing.session(eve, 'basic'), await billing.session(eve, 'defi')];
    await billing.told(billing.stripe.expire(told));
    expect((await billing.get(eve, told)).body.data).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
    });
    expect((await billing.get(eve, silent)).body.data.status).toBe('open');
    billing.clock.advance(3_600_000);
    expect((await billing.get(eve, silent)).body.data.status).toBe('expired');
  });

  it.each([['cs_test_unknown'], ['none'], ['%00'], ['cs_%F0%9F%98%80'], ['x'.repeat(300)], [`cs_'--`]])(
    'of %s is not found',
    async (id) => {
      const answer = await billing.get(ada, id);
      expect([...codeOf(answer), answer.body.error.details]).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
        { resource: 'checkout_session' },
      ]);
    },
  );

  it("of somebody else's is not found either", async () => {
    const id = await billing.session(ada, 'basic');
    expect((await billing.get(ada, id)).status).toBe(200);
    expect(codeOf(await billing.get(bob, id))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

it('without a processor nothing can be bought, and that is said', async () => {
  const app = await startApp({ TRUST_PROXY: 'true' });
  try {
    const { account } = await import('../accounts/client.js');
    const eve = await account(app);
    const answer = await post(app, SESSIONS, { plan: 'basic' }, { token: eve.token });
    expect([...codeOf(answer), answer.body.error.details]).toEqual([
      500,
      'CONFIGURATION_ERROR',
      { missing: 'STRIPE_SECRET_KEY' },
    ]);
    const hook = await post(
      app,
      '/api/v1/checkout/webhook',
      {},
      { headers: { 'Stripe-Signature': 't=1,v1=0' } },
    );
    expect([...codeOf(hook), hook.body.error.details]).toEqual([
      500,
      'CONFIGURATION_ERROR',
      { missing: 'STRIPE_WEBHOOK_SECRET' },
    ]);
    expect(await app.app.get(DataSource).query('SELECT 1 FROM checkouts')).toEqual([]);
  } finally {
    await app.close();
  }
});
