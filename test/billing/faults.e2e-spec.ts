import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { codeOf, post, type Account } from '../accounts/client';
import { REDIS_AWAY } from '../app.factory';
import { spawnTypescript } from '../support/child';
import { advanceSqlTime } from '../support/sql-time';
import { signature, type StripeEvent } from '../support/stripe';
import { until } from '../support/until';
import { BillingApp, FREE, SESSIONS, WEBHOOK } from './billing-app';

/** Processes and connections that die in the worst moment: an event has its effect once, or comes again. */

let billing: BillingApp;
const children: ChildProcess[] = [];
beforeAll(async () => {
  billing = await BillingApp.start(REDIS_AWAY);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await billing?.close();
});

/** Another process of the service. @returns it, and where it listens */
async function spawn(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = spawnTypescript(join(__dirname, 'billing.child.ts'), {
    ...billing.app.database,
    ...REDIS_AWAY,
    DATA_DIR: billing.app.dataDir,
    ...billing.stripe.env,
    ...env,
  });
  children.push(child);
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

/** One order with its payment, before its events are sent. */
async function paid(who: Account): Promise<{ id: string; event: StripeEvent }> {
  const id = await billing.session(who, 'professional');
  return { id, event: billing.stripe.complete(id) };
}

const entries = (id: string) =>
  billing.sql<{ outcome: string }>('SELECT outcome FROM payment_events WHERE id = $1', [id]);

/** What was written for a payment, for comparison. */
const effects = (who: Account) =>
  billing.sql(
    `SELECT plan_name, plan_expires_at, facts, covered_until
     FROM users JOIN checkouts ON user_id = users.id WHERE users.id = $1`,
    [who.id],
  );

it('a process killed between the effect and the answer leaves one effect, also after the event comes again', async () => {
  const eve = await billing.user();
  const { event } = await paid(eve);
  const { child, url } = await spawn({ CHILD_DIES: 'yes' });
  const ended = once(child, 'exit');
  const payload = JSON.stringify(event);
  const answer = fetch(url + WEBHOOK, {
    method: 'POST',
    body: payload,
    headers: { 'Stripe-Signature': signature(payload) },
  });
  await expect(answer).rejects.toThrow();
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await entries(event.id)).toEqual([{ outcome: 'applied' }]);
  const written = await effects(eve);
  expect(written).toMatchObject([{ plan_name: 'professional' }]);
  await billing.told(event, event);
  expect(await effects(eve)).toEqual(written);
  expect(await entries(event.id)).toEqual([{ outcome: 'applied' }]);
});

it('a connection cut in the middle of the effect leaves nothing, and the event comes again', async () => {
  const eve = await billing.user();
  const { event } = await paid(eve);
  const admin = await connect();
  try {
    await admin.query('BEGIN');
    await admin.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [eve.id]);
    const answering = billing.deliver(event);
    // It has entered the event and waits for the row of the user.
    const pid = await waitingBackend();
    await admin.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(codeOf(await answering)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(await entries(event.id)).toEqual([]);
    await admin.query('ROLLBACK');
  } finally {
    await admin.end();
  }
  expect(await billing.plan(eve)).toEqual(FREE);
  await billing.told(event);
  expect(await billing.plan(eve)).toMatchObject({ plan: 'professional' });
});

it('a failure nobody foresaw is told as one, and leaves nothing behind', async () => {
  const eve = await billing.user();
  const { event } = await paid(eve);
  const owner = new Client({ connectionString: billing.app.ownerUrl });
  await owner.connect();
  try {
    await owner.query('ALTER TABLE checkouts RENAME TO checkouts_away');
    const answer = await billing.deliver(event);
    await owner.query('ALTER TABLE checkouts_away RENAME TO checkouts');
    expect(codeOf(answer)).toEqual([500, 'INTERNAL_ERROR']);
    expect(answer.text).not.toMatch(/checkouts|relation/);
  } finally {
    await owner.end();
  }
  expect(await entries(event.id)).toEqual([]);
  await billing.told(event);
  expect(await billing.plan(eve)).toMatchObject({ plan: 'professional' });
});

it('a plan bought through one process is in force in another', async () => {
  const eve = await billing.user();
  const { url } = await spawn();
  const link = (n: number) =>
    post({ url }, '/api/v1/linked-wallets', { address: `0x${String(n).repeat(40)}` }, { token: eve.token });
  expect((await link(1)).status).toBe(201);
  expect(codeOf(await link(2))).toEqual([403, 'WALLET_LIMIT_EXCEEDED']);
  await billing.told((await paid(eve)).event);
  // Sessions are looked at once a second there.
  const answer = await until(
    () => link(2),
    ({ status }) => status !== 403,
  );
  expect(answer.status).toBe(201);
});

it('a process killed while the processor opens a form leaves one form, which the repeated request gets', async () => {
  const eve = await billing.user();
  const { child, url } = await spawn();
  const ended = once(child, 'exit');
  const before = billing.stripe.sessions.size;
  const opened = () => billing.stripe.asked.filter(({ method }) => method === 'POST');
  billing.stripe.asked.length = 0;
  billing.stripe.hold();
  const headers = { 'Idempotency-Key': 'one-form' };
  const ask = (target: { url: string }) =>
    post(target, SESSIONS, { plan: 'basic' }, { token: eve.token, headers });
  const lost = ask({ url });
  await until(() => billing.stripe.sessions.size > before);
  child.kill('SIGKILL');
  await expect(lost).rejects.toThrow();
  expect(await ended).toEqual([null, 'SIGKILL']);
  // The form is there, and no user has heard of it.
  billing.stripe.release();
  expect(billing.stripe.sessions.size).toBe(before + 1);
  const sql = await connect();
  const leases = await sql.query(
    `UPDATE idempotent_requests SET lease_until = now() - interval '1 s' WHERE answer IS NULL`,
  );
  await sql.end();
  expect(leases.rowCount).toBe(1);
  // Without the key a wish of eleven minutes ago is another one.
  billing.clock.advance(11 * 60_000);
  await advanceSqlTime(billing.app.ownerUrl, 11 * 60_000);
  const { status, body } = await ask(billing.app);
  expect(status).toBe(201);
  expect(billing.stripe.sessions.size).toBe(before + 1);
  expect(billing.stripe.sessions.get(body.data.session_id)?.client_secret).toBe(body.data.client_secret);
  const repeated = await ask(billing.app);
  expect([repeated.headers.get('idempotency-replayed'), repeated.body.data]).toEqual(['true', body.data]);
  const keys = opened().map((asked) => asked.headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: billing.app.database.DATABASE_URL });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** @returns the backend that waits for a row of users. Not asked inside a transaction, which sees one moment only. */
async function waitingBackend(): Promise<number> {
  const rows = await until(
    () =>
      billing.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%FROM users WHERE id%FOR UPDATE%' AND pid <> pg_backend_pid()`,
      ),
    ({ length }) => length > 0,
  );
  return rows[0]?.pid ?? 0;
}
