import { DomainEvents } from '../../src/ports/work/domain-events';
import { WatchList } from '../../src/ports/storage/watch-list';
import { inTransaction } from '../../src/adapters/persistence/outage';
import { DataSource } from 'typeorm';
import { EgressPolicy } from '../../src/adapters/outbound/egress-policy';
import { GuardedHttp } from '../../src/adapters/outbound/guarded-http';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import type { OutboundOutcome, OutboundRequest } from '../../src/ports/upstream/outbound-http';
import { eventOf, isSigned, isStandard, type Receiver, startReceiver } from './receiver';
import { newEvent, WALLET } from './new-event';
import { until } from '../support/until';
import { startWebhooksApp, type WebhooksApp } from './webhooks-app';

const BACKOFF = [HOUR_MS, 2 * HOUR_MS];

/** An attempt is given up after as long as the test says, while it says so. */
class Outbound extends GuardedHttp {
  timeoutMs: number | null = null;
  attempts = 0;
  override post(request: OutboundRequest): Promise<OutboundOutcome> {
    this.attempts += 1;
    return super.post({ ...request, timeoutMs: this.timeoutMs ?? request.timeoutMs });
  }
}
const outbound = new Outbound(new EgressPolicy('allow-private', []));

let app: WebhooksApp;
let receiver: Receiver;
let user: string;

beforeAll(async () => {
  // What waits is sent when a test says so.
  app = await startWebhooksApp({
    env: { WEBHOOK_BACKOFF_MS: BACKOFF.join(','), WEBHOOK_REQUEUE_DELAY_MS: String(HOUR_MS) },
    rules: { circuitFailures: 4, circuitMs: 0 },
    outbound,
  });
});
beforeEach(async () => {
  receiver = await startReceiver();
  user = await app.user();
});
afterEach(async () => {
  await app.sql.query('DELETE FROM webhooks');
  await receiver.close();
});
afterAll(() => app?.close());

async function spaceOf(owner: string): Promise<string> {
  const { rows } = await app.sql.query<{ id: string }>(
    `INSERT INTO users (full_name, space_owner_id) VALUES ('', $1) RETURNING id`,
    [owner],
  );
  const id = rows[0]?.id ?? '';
  await app.sql.query(
    `INSERT INTO portfolios (id, user_id, name, description, metadata, is_space, created_at, updated_at)
     VALUES ($1, $2, '', '', '{"user":"naïve","any key":0.5}', true, now(), now())`,
    [id, owner],
  );
  return id;
}

const hook = (body: Record<string, unknown> = {}) =>
  app.webhook(user, { url: receiver.url, addresses_filter: [WALLET], ...body });
const get = async (id: string) => (await app.call(user, 'GET', `/${id}`)).body.data;
/** What waits for its next attempt does not wait any longer. */
const due = () =>
  app.sql.query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'waiting'`);
const ended = (id: string, total = 1) =>
  until(
    async () => {
      await due();
      return get(id);
    },
    (webhook) => webhook['total_deliveries'] === total,
  );
const inFlight = async () =>
  (await app.sql.query<{ n: string }>('SELECT sum(in_flight) AS n FROM webhooks')).rows[0]?.n;
/** Events that are not delivered yet to the webhooks that were there. */
const waitingEvents = async () =>
  (await app.sql.query<{ n: string }>('SELECT count(*) AS n FROM events WHERE fanned_out_at IS NULL')).rows[0]
    ?.n;

describe('an event', () => {
  it('names the space of its webhook, and goes to no other space', async () => {
    const [space, other] = [await spaceOf(user), await spaceOf(user)];
    const register = (id: string) =>
      app.call(user, 'POST', `?space_id=${id}`, {
        url: receiver.url,
        events: ['transaction.new'],
        addresses_filter: [WALLET],
      });
    const { secret } = (await register(space)).body.data as { secret: string };
    await register(other);
    await app.events.append([newEvent({ userId: space })]);
    const [request] = await until(
      async () => {
        await due();
        return receiver.requests;
      },
      ({ length }) => length > 0,
    );
    if (!request) throw new Error('nothing arrived');
    expect(isSigned(request, secret)).toBe(true);
    expect(request.body.toString()).toMatch(/^[ -~]*$/);
    expect(JSON.parse(request.body.toString())).toMatchObject({
      space: { id: space, metadata: '{"user":"naïve","any key":0.5}' },
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it('arrives once, signed, in canonical bytes, and is in the log', async () => {
    const { id, secret } = await hook({ headers: { 'X-Tenant': '7' } });
    await app.events.append([newEvent()]);
    const webhook = await ended(id);
    expect(webhook).toMatchObject({
      total_deliveries: 1,
      successful_deliveries: 1,
      failed_deliveries: 0,
      last_delivery_at: expect.any(String),
    });
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    if (!request) throw new Error('nothing arrived');
    expect(isSigned(request, secret)).toBe(true);
    expect(request.headers).toMatchObject({
      'x-service-event': 'transaction.new',
      'x-service-event-id': eventOf(request).event_id,
      'x-tenant': '7',
    });
    expect(request.body.toString()).toMatch(
      /^\{"data":\{"address":"0x[0-9a-f]{40}","note":"na\\u00efve \\ud83d\\ude00 \\"q\\" <b>"\},"event":"transaction\.new","event_id":"evt_[0-9a-f-]{36}","timestamp":"[^"]{24}"\}$/,
    );
    expect(await app.logs(user, id)).toMatchObject([
      {
        event_type: 'transaction.new',
        event_id: eventOf(request).event_id,
        attempt: 1,
        status: 'success',
        status_code: 200,
        error_message: null,
      },
    ]);
    expect(await inFlight()).toBe('0');
  });

  it('is tried three times with pauses between, with one id and a signature of its own each time', async () => {
    const { id, secret } = await hook();
    receiver.answer((_, response) => void response.writeHead(503).end('private words'));
    await app.events.append([newEvent()]);
    for (const [i, pause] of BACKOFF.entries()) {
      await until(
        () => app.logs(user, id),
        (entries) => entries.filter(({ status }) => status === 'retrying').length > i,
      );
      const { rows } = await app.sql.query<{ from: string; to: string }>(
        `SELECT extract(epoch FROM next_attempt_at - now()) * 1000 AS "to",
           extract(epoch FROM next_attempt_at - created_at) * 1000 AS "from" FROM webhook_deliveries`,
      );
      expect(Number(rows[0]?.to)).toBeLessThanOrEqual(pause);
      expect(Number(rows[0]?.from)).toBeGreaterThanOrEqual(pause);
      expect(receiver.requests).toHaveLength(i + 1);
      await due();
    }
    await ended(id);
    const { requests } = receiver;
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map((request) => request.body.toString())).size).toBe(1);
    expect(requests.every((request) => isSigned(request, secret))).toBe(true);
    const logs = await app.logs(user, id);
    expect(logs.map(({ attempt, status, status_code }) => [attempt, status, status_code])).toEqual([
      [3, 'failed', 503],
      [2, 'retrying', 503],
      [1, 'retrying', 503],
    ]);
    expect(JSON.stringify(logs)).not.toContain('private words');
    expect(await get(id)).toMatchObject({ successful_deliveries: 0, failed_deliveries: 1 });
  });

  it('succeeds at a later attempt, also after silence and a refused connection', async () => {
    const { id } = await hook();
    const first = outbound.attempts + 1;
    receiver.answer((_, response) => {
      if (outbound.attempts > first) response.end();
    });
    outbound.timeoutMs = 100;
    await app.events.append([newEvent()]);
    await until(
      () => app.logs(user, id),
      ([entry]) => entry?.status === 'retrying',
    );
    outbound.timeoutMs = null;
    await ended(id);
    expect((await app.logs(user, id)).map(({ status, error_message }) => [status, error_message])).toEqual([
      ['success', null],
      ['retrying', 'timeout after 100 ms'],
    ]);
  });

  it('goes to every webhook that wants it and to no other', async () => {
    const stranger = await app.user();
    const other = `0x${'1'.repeat(40)}`;
    const wanted = [await hook(), await hook({ addresses_filter: [other, WALLET] })];
    await hook({ events: ['lot.created'] });
    await hook({ addresses_filter: [other] });
    const inactive = await hook();
    await app.call(user, 'PUT', `/${inactive.id}`, { is_active: false });
    wanted.push(
      await app.webhook(stranger, {
        url: receiver.url,
        addresses_filter: [WALLET.toUpperCase().replace('X', 'x')],
      }),
    );
    await app.webhook(stranger, { url: receiver.url });
    await app.events.append([newEvent()]);
    await until(
      () => receiver.requests.length,
      (n) => n >= wanted.length,
    );
    await app.events.append([newEvent({ type: 'lot.created' })]);
    await until(
      () => receiver.requests.length,
      (n) => n > wanted.length,
    );
    const heard = receiver.requests.map((request) => String(request.headers['x-service-event'])).sort();
    expect(heard).toEqual(['lot.created', ...wanted.map(() => 'transaction.new')]);
    expect(new Set(receiver.requests.slice(0, 3).map((request) => eventOf(request).event_id)).size).toBe(1);
  });

  it('of a watched address goes to webhooks without a filter, when it is later than the watching', async () => {
    const watching = app.app.get(WatchList, { strict: false });
    const { id } = await hook({ addresses_filter: [] });
    await app.events.append([newEvent()]);
    await until(waitingEvents, (n) => n === '0');
    const before = Date.now() - 60_000;
    await watching.watch(user, WALLET, WALLET, 'tracked');
    await watching.watch(user, WALLET, WALLET, 'tracked');
    await app.events.append([newEvent({ occurredAt: before })]);
    await app.events.append([newEvent({ occurredAt: Date.now() + 1_000, data: { address: WALLET, n: 1 } })]);
    await ended(id);
    expect(receiver.requests.map((request) => eventOf(request).data)).toEqual([{ address: WALLET, n: 1 }]);
    expect(await watching.watched()).toMatchObject([{ userId: user, address: WALLET, owned: [] }]);
    await watching.unwatch(user, WALLET, 'tracked');
    expect(await watching.watched()).toEqual([]);
  });

  it('of an address that only the filter of another webhook names does not go to one without a filter', async () => {
    const { id: named } = await hook();
    const { id: others } = await hook({ addresses_filter: [] });
    await app.events.append([newEvent({ userId: user })]);
    await ended(named);
    expect(await waitingEvents()).toBe('0');
    expect(await get(others)).toMatchObject({ total_deliveries: 0 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('of the time in which a webhook was not active does not go to it later', async () => {
    const { id } = await hook({ addresses_filter: [] });
    await app.app.get(WatchList, { strict: false }).watch(user, WALLET, WALLET, 'tracked');
    await app.call(user, 'PUT', `/${id}`, { is_active: false });
    const during = Date.now() + 1;
    await until(
      () => Date.now(),
      (now) => now > during,
    );
    await app.call(user, 'PUT', `/${id}`, { is_active: true });
    await app.events.append([
      newEvent({ occurredAt: during, data: { address: WALLET, n: 1 } }),
      newEvent({ occurredAt: Date.now() + 1_000, data: { address: WALLET, n: 2 } }),
    ]);
    await ended(id);
    expect(await waitingEvents()).toBe('0');
    expect(receiver.requests.map((request) => eventOf(request).data)).toEqual([{ address: WALLET, n: 2 }]);
  });

  it('of a linked wallet goes to its owner', async () => {
    await app.sql.query(
      'INSERT INTO linked_wallets (user_id, address, given, created_at) VALUES ($1, $2, $2, now())',
      [user, WALLET],
    );
    const { id } = await hook({ addresses_filter: [] });
    await app.events.append([newEvent()]);
    await ended(id);
    expect(receiver.requests).toHaveLength(1);
  });

  it('without an address goes to the webhooks of its owner that have no filter', async () => {
    await hook({ events: ['calculation.complete'] });
    const { id } = await hook({ events: ['calculation.complete'], addresses_filter: [] });
    await app.webhook(await app.user(), { url: receiver.url, events: ['calculation.complete'] });
    await app.events.append([
      newEvent({ type: 'calculation.complete', address: null, userId: user, data: { job_id: 'x' } }),
    ]);
    await ended(id);
    expect(receiver.requests).toHaveLength(1);
  });

  it('with a key is kept once', async () => {
    const { id } = await hook();
    const key = `transaction.new:${user}`;
    expect(await app.events.append([newEvent({ key }), newEvent({ key: `${key}:2` })])).toBe(2);
    expect(await app.events.append([newEvent({ key })])).toBe(0);
    await ended(id, 2);
    expect(receiver.requests).toHaveLength(2);
  });

  it('is kept with the transaction of its caller, or not at all', async () => {
    const { id } = await hook();
    const source = app.app.get(DataSource);
    const events = app.app.get(DomainEvents, { strict: false });
    await expect(
      inTransaction(source, async (manager) => {
        await events.append([newEvent({ data: { address: WALLET, n: 1 } })], manager);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await inTransaction(source, (manager) =>
      events.append([newEvent({ data: { address: WALLET, n: 2 } })], manager),
    );
    events.notify();
    await ended(id);
    expect(receiver.requests.map((request) => eventOf(request).data)).toEqual([{ address: WALLET, n: 2 }]);
  });

  it('that cannot be written is refused, and others flow', async () => {
    const { id } = await hook();
    await expect(app.events.append([newEvent({ data: { price: 0.1 } })])).rejects.toThrow(TypeError);
    await app.events.append([newEvent()]);
    await ended(id);
  });
});

describe('a change', () => {
  it('of url and headers holds for the next attempt', async () => {
    const second = await startReceiver();
    const { id } = await hook();
    receiver.answer((_, response) => void response.writeHead(500).end());
    await app.events.append([newEvent()]);
    await until(
      () => app.logs(user, id),
      ([entry]) => entry?.status === 'retrying',
    );
    await app.call(user, 'PUT', `/${id}`, { url: second.url, headers: { 'X-New': '1' } });
    await ended(id);
    expect(receiver.requests).toHaveLength(1);
    expect(second.requests.map((request) => request.headers['x-new'])).toEqual(['1']);
    await second.close();
  });

  it('of the secret: nothing is signed with the old one after the answer', async () => {
    const { id, secret } = await hook();
    await app.events.append(Array.from({ length: 60 }, () => newEvent()));
    await until(
      () => receiver.requests.length,
      (n) => n > 5,
    );
    const { body } = await app.call(user, 'POST', `/${id}/rotate-secret`);
    const answeredAt = receiver.requests.length;
    await app.events.append(Array.from({ length: 20 }, () => newEvent()));
    await ended(id, 80);
    const later = receiver.requests.slice(answeredAt);
    expect(later.length).toBeGreaterThanOrEqual(20);
    expect(later.every((request) => isSigned(request, String(body.data['secret'])))).toBe(true);
    expect(
      receiver.requests.every((r) => isSigned(r, secret) || isSigned(r, String(body.data['secret']))),
    ).toBe(true);
  });

  it('of the secret under load: each delivery verifies for a receiver that knows either secret', async () => {
    const { id, standard_secret: old } = await hook();
    await app.events.append(Array.from({ length: 40 }, () => newEvent()));
    await until(
      () => receiver.requests.length,
      (n) => n > 5,
    );
    const { body } = await app.call(user, 'POST', `/${id}/rotate-secret`);
    const answeredAt = receiver.requests.length;
    await app.events.append(Array.from({ length: 20 }, () => newEvent()));
    await ended(id, 60);
    const next = String(body.data['standard_secret']);
    expect(receiver.requests.every((request) => isStandard(request, old))).toBe(true);
    expect(receiver.requests.slice(answeredAt).every((request) => isStandard(request, next))).toBe(true);
    const atOnce = await app.call(user, 'POST', `/${id}/rotate-secret`, { overlap_hours: 0 });
    expect([body.data['message'], atOnce.body.data['message']]).toEqual([
      expect.stringContaining('the old one for 24 h'),
      expect.stringContaining('no longer valid'),
    ]);
    receiver.requests.length = 0;
    await app.call(user, 'POST', `/${id}/test`);
    const [last] = receiver.requests;
    expect(
      last && [isStandard(last, next), String(last.headers['webhook-signature']).split(' ').length],
    ).toEqual([false, 1]);
  });

  it('to inactive ends what waits, counted, and what happens meanwhile is never told', async () => {
    const { id } = await hook();
    receiver.answer((_, response) => void response.writeHead(500).end());
    await app.events.append([newEvent()]);
    await until(
      () => app.logs(user, id),
      ([entry]) => entry?.status === 'retrying',
    );
    const { body } = await app.call(user, 'PUT', `/${id}`, { is_active: false });
    expect(body.data).toMatchObject({ is_active: false, total_deliveries: 1, failed_deliveries: 1 });
    await app.events.append([newEvent()]);
    const after = receiver.requests.length;
    receiver.answer((_, response) => void response.end());
    await app.call(user, 'PUT', `/${id}`, { is_active: true });
    await app.events.append([newEvent({ data: { address: WALLET, n: 3 } })]);
    await ended(id, 2);
    expect(receiver.requests.slice(after).map((request) => eventOf(request).data)).toEqual([
      { address: WALLET, n: 3 },
    ]);
    expect((await app.logs(user, id)).map(({ status }) => status)).toEqual(['success', 'retrying']);
  });

  it('of mind: deleted with attempts under way, nothing is left and nothing breaks', async () => {
    const { id } = await hook();
    const answers: (() => void)[] = [];
    receiver.answer((_, response) => void answers.push(() => response.end()));
    await app.events.append(Array.from({ length: 8 }, () => newEvent()));
    await until(
      () => receiver.requests.length,
      (n) => n === 5,
    );
    expect((await app.call(user, 'DELETE', `/${id}`)).status).toBe(200);
    for (const answer of answers) answer();
    receiver.answer((_, response) => void response.end());
    // The ends of attempts are written one after the other: with that of a later one, those of the deleted were tried.
    const next = await hook();
    await app.events.append([newEvent()]);
    await ended(next.id);
    const { rows } = await app.sql.query(
      `SELECT 1 FROM webhook_attempts WHERE webhook_id = $1 UNION ALL SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
    expect(receiver.requests).toHaveLength(6);
  });
});

describe('a slow receiver', () => {
  it('has five attempts at once and no more, and holds nobody up', async () => {
    const slow = await startReceiver();
    let now = 0;
    let most = 0;
    let isHeld = true;
    const held: (() => void)[] = [];
    slow.answer((_, response) => {
      most = Math.max(most, ++now);
      response.once('close', () => (now -= 1));
      if (isHeld) held.push(() => void response.end());
      else response.end();
    });
    const slowHook = await hook({ url: slow.url });
    const quick = await hook();
    await app.events.append(Array.from({ length: 40 }, () => newEvent()));
    await ended(quick.id, 40);
    await until(() => held.length === 5);
    // Claimed after those of the slow one could have been.
    await app.events.append([newEvent()]);
    await ended(quick.id, 41);
    expect(slow.requests).toHaveLength(5);
    isHeld = false;
    for (const answer of held) answer();
    await ended(slowHook.id, 41);
    expect(most).toBe(5);
    await slow.close();
  });
});

describe('a dead receiver', () => {
  it('is left alone while its circuit is open, then probed, then served again', async () => {
    const { id } = await hook();
    receiver.answer((_, response) => void response.writeHead(500).end());
    await app.events.append(Array.from({ length: 3 }, () => newEvent()));
    const blocked = () =>
      app.sql.query<{ blocked_until: Date | null }>('SELECT blocked_until FROM webhooks WHERE id = $1', [id]);
    await until(
      async () => {
        await due();
        return (await blocked()).rows[0]?.blocked_until;
      },
      (at) => at !== null && at !== undefined,
    );
    await until(inFlight, (n) => n === '0');
    const before = receiver.requests.length;
    await app.events.append([newEvent({ data: { address: WALLET, n: 9 } })]);
    await until(
      async () =>
        (
          await app.sql.query<{ n: string }>(
            'SELECT sum(requeues) AS n FROM webhook_deliveries WHERE webhook_id = $1',
            [id],
          )
        ).rows[0]?.n,
      (n) => Number(n) > 0,
    );
    expect(receiver.requests).toHaveLength(before);
    receiver.answer((_, response) => void response.end());
    await app.sql.query('UPDATE webhooks SET blocked_until = now() WHERE id = $1', [id]);
    await ended(id, 4);
    const data = receiver.requests.map((request) => eventOf(request).data);
    expect(data).toContainEqual({ address: WALLET, n: 9 });
    const attempts = (await app.logs(user, id)).map(({ attempt }) => attempt);
    expect(Math.max(...attempts)).toBeLessThanOrEqual(3);
    expect((await blocked()).rows[0]?.blocked_until).toBeNull();
    expect(await inFlight()).toBe('0');
  });
});

describe('a delivery that is never sent', () => {
  it('ends as failed with an entry in the log, from which it is sent again', async () => {
    const { id } = await hook();
    receiver.answer((_, response) => void response.writeHead(500).end());
    await app.sql.query(`UPDATE webhooks SET blocked_until = now() + interval '1 hour' WHERE id = $1`, [id]);
    await app.events.append([newEvent()]);
    const failed = await ended(id);
    expect(failed).toMatchObject({ total_deliveries: 1 });
    const log = await app.logs(user, id);
    expect(log).toMatchObject([
      { attempt: 1, status: 'failed', error_message: expect.stringMatching(/^not sent/) },
    ]);
    expect(receiver.requests).toEqual([]);
    await app.sql.query('UPDATE webhooks SET blocked_until = NULL, failures_in_a_row = 0 WHERE id = $1', [
      id,
    ]);
    receiver.answer((_, response) => void response.end());
    const [entry] = (await app.call(user, 'GET', `/${id}/logs`)).body.data as unknown as { id: string }[];
    await app.call(user, 'POST', `/${id}/deliveries/${entry?.id}/redeliver`, {});
    await until(
      () => get(id),
      (webhook) => webhook['successful_deliveries'] === 1,
    );
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('an event that is delivered again', () => {
  const redeliver = (id: string, logId: string) =>
    app.call(user, 'POST', `/${id}/deliveries/${logId}/redeliver`, {});
  const logIds = async (id: string): Promise<string[]> =>
    ((await app.call(user, 'GET', `/${id}/logs`)).body.data as unknown as { id: string }[]).map(
      (entry) => entry.id,
    );

  it('has the same id and body, and an entry of its own', async () => {
    const { id, secret } = await hook();
    await app.events.append([newEvent()]);
    await ended(id);
    const [first = ''] = await logIds(id);
    const { status, body } = await redeliver(id, first);
    const { event_id } = eventOf(receiver.requests[0] as never);
    expect([status, body.data]).toEqual([
      200,
      { webhook_id: id, event_type: 'transaction.new', event_id, attempt: 2 },
    ]);
    expect(await ended(id, 2)).toMatchObject({ successful_deliveries: 2, failed_deliveries: 0 });
    expect(receiver.requests.map((request) => request.body.toString())).toEqual(
      Array(2).fill(receiver.requests[0]?.body.toString()),
    );
    expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
    expect(await app.logs(user, id)).toMatchObject([
      { attempt: 2, status: 'success', event_id },
      { attempt: 1, status: 'success', event_id },
    ]);
    expect(await inFlight()).toBe('0');
  });

  it('after three failures is tried once more, and once more on request', async () => {
    const { id } = await hook();
    receiver.answer((_, response) => void response.writeHead(500).end());
    await app.events.append([newEvent()]);
    await ended(id);
    const [last = ''] = await logIds(id);
    expect((await redeliver(id, last)).body.data).toMatchObject({ attempt: 4 });
    await ended(id, 2);
    receiver.answer((_, response) => void response.end());
    await app.sql.query('UPDATE webhooks SET blocked_until = NULL, failures_in_a_row = 0');
    expect((await redeliver(id, last)).status).toBe(200);
    await ended(id, 3);
    expect((await app.logs(user, id)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [5, 'success'],
      [4, 'failed'],
      [3, 'failed'],
      [2, 'retrying'],
      [1, 'retrying'],
    ]);
  });

  it('is refused while it is open, at an inactive webhook, for a test, and for what is not there', async () => {
    const { id } = await hook();
    receiver.answer((_, response) => void response.writeHead(500).end());
    await app.events.append([newEvent()]);
    const [open = ''] = await until(
      () => logIds(id),
      (ids) => ids.length > 0,
    );
    const codeOf = async (logId: string) => {
      const { status, body } = await redeliver(id, logId);
      return [status, body.error.code, body.error.details['reason']];
    };
    expect(await codeOf(open)).toEqual([409, 'CONFLICT', 'open']);
    await ended(id);
    const test = (await app.call(user, 'POST', `/${id}/test`)).body.data['log'] as { id: string };
    expect(await codeOf(test.id)).toEqual([409, 'CONFLICT', 'test']);
    await app.call(user, 'PUT', `/${id}`, { is_active: false });
    expect(await codeOf(open)).toEqual([409, 'CONFLICT', 'inactive']);
    await app.call(user, 'PUT', `/${id}`, { is_active: true });
    await app.sql.query('DELETE FROM events');
    expect((await redeliver(id, open)).body.error.code).toBe('RESOURCE_NOT_FOUND');
    for (const unknown of ['none', '0f8fad5b-d9cb-469f-a165-70867728950e'])
      expect((await redeliver(id, unknown)).status).toBe(404);
  });
});
