import { account, call, post, type Answer } from '../accounts/client';
import { dump, startTalkative, type TalkativeService } from '../operate/talkative';
import { sendJson } from '../support/local-upstream';
import { FakeStripe, signature, STRIPE_KEY, STRIPE_SECRET } from '../support/stripe';
import { SESSIONS, WEBHOOK } from './billing-app';

/**
 * The processor's key, its signing secret, its signatures and what lets a customer pay: in no line of the log at its
 * most talkative, no row of any table, and no answer that is an error.
 */

let running: TalkativeService;
let stripe: FakeStripe;

beforeAll(async () => {
  stripe = await FakeStripe.start();
  running = await startTalkative(stripe.env);
});
afterAll(async () => {
  await running?.close();
  await stripe?.close();
});

it('nothing of what the processor trusts us with goes astray', async () => {
  const eve = await account(running);
  const errors: string[] = [];
  const seen = (answer: Answer): Answer => {
    if (answer.status >= 400) errors.push(answer.text);
    return answer;
  };
  const open = async (plan: string) => seen(await post(running, SESSIONS, { plan }, { token: eve.token }));
  const { session_id, client_secret } = (await open('basic')).body.data as Record<string, string>;
  const again = await call(running, 'GET', `${SESSIONS}/${session_id}`, { token: eve.token });
  expect(again.text).not.toContain('secret');

  // Stripe repeats what it was sent.
  for (const status of [400, 401, 402, 403, 429, 500, 503]) {
    stripe.intercept = ({ headers }, response) => {
      const message = `${headers.authorization} ${STRIPE_KEY} ${client_secret}`;
      sendJson(response, { error: { type: 'api_error', message, param: message, code: STRIPE_KEY } }, status);
      return true;
    };
    await open('professional');
  }
  stripe.intercept = (_asked, response) => {
    sendJson(response, { id: client_secret, client_secret: 7, url: STRIPE_KEY });
    return true;
  };
  await open('professional');
  stripe.intercept = () => false;

  const paid = stripe.complete(session_id ?? '');
  const unreadable = stripe.tell('charge.refunded', { note: client_secret, key: STRIPE_KEY });
  const signatures: string[] = [];
  for (const event of [paid, paid, unreadable, stripe.tell('some.kind', { client_secret })]) {
    const payload = JSON.stringify(event);
    const header = signature(payload);
    signatures.push(header.slice(header.indexOf('v1=') + 3));
    const headers = { 'Stripe-Signature': header };
    expect((await post(running, WEBHOOK, event, { headers })).status).toBe(200);
    seen(await post(running, WEBHOOK, { ...event, more: 1 }, { headers }));
    seen(await post(running, SESSIONS, event, { headers }));
    seen(await call(running, 'GET', `/api/v1/nowhere?signature=${encodeURIComponent(header)}`, { headers }));
  }
  seen(await post(running, WEBHOOK, {}, { headers: { 'Stripe-Signature': STRIPE_SECRET } }));
  seen(
    await call(running, 'GET', `${SESSIONS}/${encodeURIComponent(client_secret ?? '')}`, {
      token: eve.token,
    }),
  );

  await running.stop();
  const places = { log: running.log(), database: await running.inDatabase(dump), errors: errors.join('\n') };
  expect(places.log).toContain('/api/v1/checkout/webhook');
  expect(places.log).toContain('is held');
  expect(places.database).toContain(session_id);
  expect(errors).toHaveLength(22);
  const secrets = { STRIPE_KEY, STRIPE_SECRET, client_secret, ...Object.fromEntries(signatures.entries()) };
  const found = Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(places).flatMap(([place, text]) =>
      text.includes(secret ?? '') ? [`${name} in the ${place}`] : [],
    ),
  );
  expect(found).toEqual([]);
  // Nor anything of the customer: only the facts of the payment are kept of an event.
  expect(places.database).not.toContain('pending_webhooks');
});
