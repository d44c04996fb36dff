import { CostBasisClient } from '../../clients/typescript/src/index';
import { EVENT_TYPES } from '../../src/domain/webhooks/events';
import { sampleEvents } from '../../src/domain/webhooks/sample-events';
import type {
  CalculationCompleteData,
  LotConsumedData,
  LotCreatedData,
  PriceAlertData,
  TransactionNewData,
  WashSaleDetectedData,
} from '../../src/modules/webhooks/subscriptions/events.shapes.dto';
import { eventOf, isSigned, type Receiver, startReceiver } from './receiver';
import { newEvent, WALLET } from './new-event';
import { until } from '../support/until';
import { startWebhooksApp, type WebhooksApp } from './webhooks-app';

let app: WebhooksApp;
let receiver: Receiver;
let user: string;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

beforeAll(async () => {
  app = await startWebhooksApp();
  receiver = await startReceiver();
});
beforeEach(async () => {
  user = await app.user();
  receiver.requests.length = 0;
  receiver.answer((_, response) => void response.end());
});
afterAll(async () => {
  await receiver?.close();
  await app?.close();
});

const url = 'https://example.com/hook';
const create = (body: Record<string, unknown>) =>
  app.call(user, 'POST', '', { url, events: ['lot.created'], ...body });

describe('a subscription', () => {
  it('comes back as it was made, with its secret once', async () => {
    const made = await create({
      events: ['lot.created', 'transaction.new', 'lot.created'],
      addresses_filter: ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', SOLANA],
      description: 'books ☃',
      headers: { Authorization: 'Bearer x', 'X-Tenant': '7' },
    });
    expect(made.status).toBe(201);
    const { secret, standard_secret: standard, ...webhook } = made.body.data;
    expect(Buffer.from(String(standard).slice(6), 'base64')).toEqual(
      Buffer.from(String(secret).slice(6), 'base64url'),
    );
    expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url,
      events: ['lot.created', 'transaction.new'],
      addresses_filter: [WALLET, SOLANA.toLowerCase()],
      is_active: true,
      description: 'books ☃',
      headers: { Authorization: 'Bearer x', 'X-Tenant': '7' },
      total_deliveries: 0,
      successful_deliveries: 0,
      failed_deliveries: 0,
      last_delivery_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: webhook['created_at'],
    });
    const got = await app.call(user, 'GET', `/${String(webhook['id'])}`);
    expect(got.body.data).toEqual(webhook);
  });

  it('has defaults', async () => {
    const { data } = (await create({})).body;
    expect(data).toMatchObject({ addresses_filter: [], description: '', headers: {}, is_active: true });
  });

  it('keeps neither secret nor headers readable in the database', async () => {
    const { data } = (await create({ headers: { 'X-Canary': 'canary-3141' } })).body;
    const { rows } = await app.sql.query('SELECT * FROM webhooks WHERE id = $1', [data['id']]);
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain('canary-3141');
    expect(kept).not.toContain(String(data['secret']).slice(6));
  });

  it.each([
    ['no scheme', 'example.com/hook', 'INVALID_WEBHOOK_URL'],
    ['ftp', 'ftp://example.com', 'INVALID_WEBHOOK_URL'],
    ['empty', '', 'INVALID_WEBHOOK_URL'],
    ['one slash', 'http:/127.0.0.1', 'INVALID_WEBHOOK_URL'],
    ['a user name', 'http://evil@example.com', 'INVALID_WEBHOOK_URL'],
    ['metadata', 'http://169.254.169.254/latest', 'INVALID_WEBHOOK_URL'],
    ['a port of a database', 'http://example.com:5432', 'INVALID_WEBHOOK_URL'],
    ['a name with an empty label', 'http://a..b/', 'INVALID_WEBHOOK_URL'],
    ['a name with two trailing dots', 'https://example.com../', 'INVALID_WEBHOOK_URL'],
    ['a label of 64 characters', `https://${'a'.repeat(64)}.example/`, 'INVALID_WEBHOOK_URL'],
    ['too long', `https://example.com/${'x'.repeat(2048)}`, 'VALIDATION_ERROR'],
    ['a number', 7, 'VALIDATION_ERROR'],
    ['null', null, 'VALIDATION_ERROR'],
  ])('is refused with a url that is %s', async (_, bad, code) => {
    const { status, body } = await create({ url: bad });
    expect([status, body.error.code, body.error.field]).toEqual([400, code, 'url']);
  });

  it('takes a url of 2048 characters', async () => {
    expect((await create({ url: `https://example.com/${'x'.repeat(2028)}` })).status).toBe(201);
  });

  it.each([
    ['unknown', ['lot.created', 'lot.eaten'], 'INVALID_EVENT_TYPE'],
    ['test', ['test'], 'INVALID_EVENT_TYPE'],
    ['empty', [], 'VALIDATION_ERROR'],
    ['absent', undefined, 'VALIDATION_ERROR'],
    ['text', 'lot.created', 'VALIDATION_ERROR'],
    ['numbers', [1], 'VALIDATION_ERROR'],
  ])('is refused with events that are %s', async (_, events, code) => {
    const { status, body } = await create({ events });
    expect([status, body.error.code]).toEqual([400, code]);
    if (code === 'INVALID_EVENT_TYPE') expect(body.error.details['valid_events']).toEqual(EVENT_TYPES);
    else expect(body.error.field).toMatch(/^events/);
  });

  it('with several mistakes is refused once, with the nearest names', async () => {
    const { body } = await create({
      url: 'ftp://example.com',
      events: ['lot.craeted', 'lot.consumed'],
      addresses_filtr: [],
      description: 5,
    });
    expect([body.error.code, body.error.field]).toEqual(['INVALID_WEBHOOK_URL', 'url']);
    const event = 'Unknown webhook event type `lot.craeted`: did you mean `lot.created`?';
    expect(body.error.details).toEqual({
      valid_events: EVENT_TYPES,
      invalid_events: ['lot.craeted'],
      error_count: 4,
      errors: [
        { field: 'url', message: 'url: The url must start with http:// or https://' },
        {
          field: 'addresses_filtr',
          message: 'Unknown field `addresses_filtr`: did you mean `addresses_filter`?',
        },
        { field: 'events', message: `events: ${event}` },
        { field: 'description', message: 'description: Input should be a valid string' },
      ],
    });
  });

  it.each([
    [{ 'X-Service-Signature': 'x' }],
    [{ 'x-service-event': 'x' }],
    ...[
      'Content-Type',
      'user-agent',
      'Host',
      'content-length',
      'Transfer-Encoding',
      'Connection',
      'TE',
      'Upgrade',
      'Expect',
      'Proxy-Authorization',
      'Cookie',
      'Set-Cookie',
    ].map((name) => [{ [name]: 'x' }]),
    [{ 'a b': 'x' }],
    [{ 'a:b': 'x' }],
    [{ '': 'x' }],
    [{ é: 'x' }],
    [{ 'X-A': 'a\r\nb' }],
    [{ 'X-A': 'a\nb' }],
    [{ 'X-A': '\u2603' }],
    [{ 'X-A': 'x'.repeat(1025) }],
    [{ 'X-A': 1 }],
    [{ 'X-A': null }],
    [{ 'X-A': ['x'] }],
    [{ 'X-A': '1', 'x-a': '2' }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`X-${i}`, 'x']))],
    ['text'],
    [['X-A']],
    [null],
  ] as [unknown][])('is refused with headers %j', async (headers) => {
    const { status, body } = await create({ headers });
    expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'headers']);
  });

  it('is refused with a header named __proto__', async () => {
    const response = await fetch(`${app.url}/api/v1/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user}`, 'Content-Type': 'application/json' },
      body: `{"url":"${url}","events":["lot.created"],"headers":{"__proto__":"x"}}`,
    });
    expect(response.status).toBe(400);
  });

  it('is refused with an address that is none', async () => {
    const { status, body } = await create({ addresses_filter: ['0x12'] });
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'INVALID_ADDRESS',
      { provided: '0x12' },
    ]);
  });

  it('can be one of 200 and no more', async () => {
    await app.sql.query(
      `INSERT INTO webhooks (user_id, url, events, headers, secret, created_at, updated_at)
       SELECT $1, 'http://x', '{}', 'x', 'x', now(), now() FROM generate_series(1, 198)`,
      [user],
    );
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create({})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error.code, refused?.body.error.details]).toEqual([
      403,
      'FORBIDDEN',
      { limit: 200 },
    ]);
  });
});

describe('a webhook', () => {
  it('changes only where something is given', async () => {
    const { data } = (await create({ description: 'a', headers: { 'X-A': '1', 'X-B': '2' } })).body;
    const { secret: _secret, standard_secret: _standard, ...before } = data;
    const path = `/${String(before['id'])}`;
    const nothing = await app.call(user, 'PUT', path, {});
    expect(nothing.body.data).toEqual({ ...before, updated_at: expect.any(String) });
    const bodiless = await app.call(user, 'PUT', path);
    expect(bodiless.body.data).toEqual({ ...before, updated_at: expect.any(String) });
    const changed = await app.call(user, 'PUT', path, {
      events: ['price.alert'],
      headers: { 'X-C': '3' },
      addresses_filter: [WALLET.toUpperCase().replace('0X', '0x')],
    });
    expect(changed.body.data).toMatchObject({
      url,
      description: 'a',
      events: ['price.alert'],
      headers: { 'X-C': '3' },
      addresses_filter: [WALLET],
    });
  });

  it('takes its own filter back in lower case, and remembers how it was written', async () => {
    const { data } = (await create({ addresses_filter: [SOLANA] })).body;
    const filter = data['addresses_filter'];
    const again = await app.call(user, 'PUT', `/${String(data['id'])}`, { addresses_filter: filter });
    expect([again.status, again.body.data['addresses_filter']]).toEqual([200, filter]);
    const { rows } = await app.sql.query('SELECT given FROM webhook_addresses WHERE webhook_id = $1', [
      data['id'],
    ]);
    expect(rows).toEqual([{ given: SOLANA }]);
  });

  it.each([{ url: 'nope' }, { events: [] }, { events: ['nope'] }, { headers: null }, { is_active: 'no' }])(
    'is not changed by %j',
    async (body) => {
      const { data } = (await create({})).body;
      expect((await app.call(user, 'PUT', `/${String(data['id'])}`, body)).status).toBe(400);
      const after = await app.call(user, 'GET', `/${String(data['id'])}`);
      expect(after.body.data['updated_at']).toBe(data['updated_at']);
    },
  );

  it('is listed newest first, in pages, inactive ones on request', async () => {
    const ids: unknown[] = [];
    for (const n of [1, 2, 3]) ids.unshift((await create({ description: `${n}` })).body.data['id']);
    await app.call(user, 'PUT', `/${String(ids[1])}`, { is_active: false });
    const list = async (query: string) => {
      const { body } = await app.call(user, 'GET', query);
      const items = body.data as unknown as { id: string; secret?: string }[];
      expect(items.every((item) => item.secret === undefined)).toBe(true);
      return { ids: items.map((item) => item.id), pagination: body.pagination };
    };
    expect((await list('')).ids).toEqual([ids[0], ids[2]]);
    expect((await list('?include_inactive=true')).ids).toEqual(ids);
    expect(await list('?include_inactive=true&page=2&per_page=2')).toEqual({
      ids: [ids[2]],
      pagination: { page: 2, per_page: 2, total: 3, total_pages: 2, has_more: false },
    });
    expect((await list('?page=9')).ids).toEqual([]);
    for (const bad of ['?page=0', '?per_page=101', '?per_page=0', '?include_inactive=maybe'])
      expect((await app.call(user, 'GET', bad)).status).toBe(400);
  });

  it('is nobody else’s, and unknown ones answer alike', async () => {
    const { data } = (await create({})).body;
    const stranger = await app.user();
    const tries: [string, string, unknown?][] = [
      ['GET', ''],
      ['PUT', '', {}],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/logs'],
    ];
    for (const [method, rest, body] of tries)
      for (const [who, id] of [
        [stranger, String(data['id'])],
        [user, ID],
        [user, 'nonsense'],
      ] as const) {
        const answer = await app.call(who, method, `/${id}${rest}`, body);
        expect([method, rest, answer.status, answer.body.error.code]).toEqual([
          method,
          rest,
          404,
          'WEBHOOK_NOT_FOUND',
        ]);
      }
    expect((await app.call(user, 'GET', `/${String(data['id'])}`)).status).toBe(200);
  });

  it('goes with its log', async () => {
    const { id } = await app.webhook(user, { url: receiver.url });
    await app.call(user, 'POST', `/${id}/test`);
    const gone = await app.call(user, 'DELETE', `/${id}`);
    expect(gone.body.data).toEqual({ deleted: true, webhook_id: id });
    expect((await app.call(user, 'GET', `/${id}`)).status).toBe(404);
    const { rows } = await app.sql.query('SELECT 1 FROM webhook_attempts WHERE webhook_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('tells what can be subscribed to', async () => {
    const { body } = await app.call(user, 'GET', '/events/available');
    expect(body.data['total']).toBe(6);
    const events = body.data['events'] as { event: string; description: string }[];
    expect(events.map(({ event }) => event)).toEqual(EVENT_TYPES);
    expect(events.every(({ description }) => description.length > 10)).toBe(true);
  });
});

/** The compiler holds the invented data against the documented shapes. */
interface Shapes {
  'transaction.new': TransactionNewData;
  'lot.created': LotCreatedData;
  'lot.consumed': LotConsumedData;
  'wash_sale.detected': WashSaleDetectedData;
  'price.alert': PriceAlertData;
  'calculation.complete': CalculationCompleteData;
}
const SAMPLES: Shapes = sampleEvents('2026-01-31T12:00:00.000Z');

describe('a test delivery', () => {
  it('arrives at once, signed, with the user’s headers', async () => {
    const { id, secret } = await app.webhook(user, {
      url: `${receiver.url}/in?x=1#f`,
      headers: { Authorization: 'Bearer x' },
    });
    const { status, body } = await app.call(user, 'POST', `/${id}/test`);
    expect([status, body.data['test_result']]).toEqual([200, 'success']);
    const [request] = receiver.requests;
    if (!request) throw new Error('nothing arrived');
    expect(isSigned(request, secret)).toBe(true);
    expect([request.method, request.path]).toEqual(['POST', '/in?x=1']);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'test',
      'x-service-event-id': eventOf(request).event_id,
      authorization: 'Bearer x',
      'content-length': String(request.body.length),
      host: `127.0.0.1:${receiver.port}`,
    });
    expect(eventOf(request)).toMatchObject({
      event: 'test',
      event_id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      data: { message: 'This is a test webhook delivery', webhook_id: id },
    });
    expect(body.data['log']).toEqual({
      id: expect.any(String),
      event_type: 'test',
      event_id: eventOf(request).event_id,
      attempt: 1,
      status: 'success',
      status_code: 200,
      response_time_ms: expect.any(Number),
      error_message: null,
      delivered_at: expect.any(String),
      created_at: expect.any(String),
    });
    const { data } = (await app.call(user, 'GET', `/${id}`)).body;
    expect(data).toMatchObject({
      total_deliveries: 1,
      successful_deliveries: 1,
      failed_deliveries: 0,
      last_delivery_at: expect.any(String),
    });
  });

  it.each([
    [500, 'HTTP 500 Internal Server Error'],
    [302, 'HTTP 302 Found'],
    [404, 'HTTP 404 Not Found'],
  ])('answered with %i has failed, and is not tried again', async (code, words) => {
    const { id } = await app.webhook(user, { url: receiver.url });
    receiver.answer((_, response) => void response.writeHead(code, { location: receiver.url }).end());
    const { status, body } = await app.call(user, 'POST', `/${id}/test`);
    expect([status, body.data['test_result']]).toEqual([200, 'failed']);
    expect(body.data['log']).toMatchObject({
      status: 'failed',
      status_code: code,
      error_message: words,
      delivered_at: null,
    });
    expect(receiver.requests).toHaveLength(1);
    expect(await app.logs(user, id)).toHaveLength(1);
  });

  it.each(EVENT_TYPES)('of %s has invented data, and is marked so', async (event) => {
    const { id, secret } = await app.webhook(user, { url: receiver.url, events: ['lot.created'] });
    const { status, body } = await app.call(user, 'POST', `/${id}/test`, { event });
    expect([status, body.data['test_result'], body.data['log']]).toEqual([
      200,
      'success',
      expect.objectContaining({ event_type: event }),
    ]);
    const [request] = receiver.requests;
    if (!request) throw new Error('nothing arrived');
    expect(isSigned(request, secret)).toBe(true);
    expect(request.headers).toMatchObject({ 'x-service-event': event, 'x-service-test': 'true' });
    expect(eventOf(request)).toMatchObject({ event, event_id: expect.stringMatching(/^evt_/) });
    expect(Object.keys(eventOf(request).data as object).sort()).toEqual(Object.keys(SAMPLES[event]).sort());
  });

  it('of an event that is none is refused', async () => {
    const { id } = await app.webhook(user, { url: receiver.url });
    const { status, body } = await app.call(user, 'POST', `/${id}/test`, { event: 'lot.eaten' });
    expect([status, body.error.field]).toEqual([400, 'event']);
    expect(receiver.requests).toEqual([]);
  });

  it('to nobody has failed', async () => {
    const nobody = await startReceiver();
    await nobody.close();
    const { id } = await app.webhook(user, { url: nobody.url });
    const { body } = await app.call(user, 'POST', `/${id}/test`);
    expect(body.data['log']).toMatchObject({
      status: 'failed',
      status_code: null,
      error_message: 'connection refused',
    });
    const { data } = (await app.call(user, 'GET', `/${id}`)).body;
    expect(data).toMatchObject({ total_deliveries: 1, successful_deliveries: 0, failed_deliveries: 1 });
  });

  it('reaches an inactive webhook too', async () => {
    const { id } = await app.webhook(user, { url: receiver.url });
    await app.call(user, 'PUT', `/${id}`, { is_active: false });
    expect((await app.call(user, 'POST', `/${id}/test`)).body.data['test_result']).toBe('success');
  });

  it('is signed with the new secret after a rotation, and not with the old one', async () => {
    const { id, secret } = await app.webhook(user, { url: receiver.url });
    const rotated = await app.call(user, 'POST', `/${id}/rotate-secret`);
    expect(rotated.body.data).toEqual({
      webhook_id: id,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9_-]{43}$/),
      standard_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      message: expect.any(String),
    });
    await app.call(user, 'POST', `/${id}/test`);
    const [request] = receiver.requests;
    if (!request) throw new Error('nothing arrived');
    expect(isSigned(request, String(rotated.body.data['secret']))).toBe(true);
    expect(isSigned(request, secret)).toBe(false);
  });

  it('is not sent when the url changes meanwhile: the headers are those of the new one', async () => {
    const { id } = await app.webhook(user, { url: receiver.url });
    // The change comes between the first and the second reading of the webhook.
    await app.sql.query(`CREATE FUNCTION move_webhook() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE webhooks SET url = 'https://example.com/new' WHERE id = NEW.webhook_id; RETURN NEW; END $$`);
    await app.sql.query(`CREATE TRIGGER move_webhook AFTER INSERT ON webhook_attempts FOR EACH ROW
      WHEN (NEW.webhook_id = '${id}') EXECUTE FUNCTION move_webhook()`);
    const { data } = (await app.call(user, 'POST', `/${id}/test`)).body;
    await app.sql.query('DROP FUNCTION move_webhook CASCADE');
    expect([data['test_result'], data['log'], receiver.requests.length]).toEqual([
      'failed',
      expect.objectContaining({ status: 'failed', status_code: null, error_message: 'not sent' }),
      0,
    ]);
  });

  it('that never came back is ended as lost', async () => {
    const { id } = await app.webhook(user, { url: receiver.url });
    await app.sql.query(
      `INSERT INTO webhook_attempts (webhook_id, event_type, event_id, attempt, created_at)
       VALUES ($1, 'test', 'evt_x', 1, now() - interval '2 hours')`,
      [id],
    );
    const [entry] = await until(
      () => app.logs(user, id),
      (logs) => logs[0]?.status !== 'pending',
    );
    expect(entry).toMatchObject({ status: 'failed', error_message: 'worker lost; outcome unknown' });
    const { data } = (await app.call(user, 'GET', `/${id}`)).body;
    expect(data).toMatchObject({ total_deliveries: 1, failed_deliveries: 1 });
  });
});

describe('the log', () => {
  it('can be asked by event type and status, in pages', async () => {
    const { id } = await app.webhook(user, { url: receiver.url, addresses_filter: [WALLET] });
    await app.events.append([newEvent()]);
    await until(
      () => app.logs(user, id),
      (logs) => logs[0]?.status === 'success',
    );
    receiver.answer((_, response) => void response.writeHead(500).end());
    await app.call(user, 'POST', `/${id}/test`);
    const types = async (query: string) => {
      const { body } = await app.call(user, 'GET', `/${id}/logs${query}`);
      return (body.data as unknown as { event_type: string }[]).map((entry) => entry.event_type);
    };
    expect(await types('')).toEqual(['test', 'transaction.new']);
    expect(await types('?event_type=test')).toEqual(['test']);
    expect(await types('?event_type=nonsense')).toEqual([]);
    expect(await types('?status=success')).toEqual(['transaction.new']);
    expect(await types('?page=2&per_page=1')).toEqual(['transaction.new']);
    for (const bad of ['?status=done', '?page=0', '?per_page=101', '?status='])
      expect((await app.call(user, 'GET', `/${id}/logs${bad}`)).body.error.code).toBe('VALIDATION_ERROR');
  });

  it('shows every entry to a reader of pages while others are added, in one order for equal times', async () => {
    const { id } = await app.webhook(user, { url: receiver.url });
    const add = (count: number, at: string) =>
      app.sql.query(
        `INSERT INTO webhook_attempts (webhook_id, event_type, event_id, attempt, status, created_at)
         SELECT $1, 'test', 'evt_' || i, 1, 'success', $3::timestamptz FROM generate_series(1, $2::integer) AS i`,
        [id, count, at],
      );
    const page = async (number: number) => {
      const { body } = await app.call(user, 'GET', `/${id}/logs?per_page=5&page=${number}`);
      return (body.data as unknown as { id: string }[]).map((entry) => entry.id);
    };
    await add(15, '2026-01-01T00:00:00Z');
    const before = [...(await page(1)), ...(await page(2)), ...(await page(3))];
    expect(new Set(before).size).toBe(15);
    const seen: string[] = [];
    for (let number = 1; number <= 5; number++) {
      seen.push(...(await page(number)));
      await add(2, '2026-01-02T00:00:00Z');
    }
    const old = new Set(before);
    const met = [...new Set(seen)].filter((entry) => old.has(entry));
    expect(met).toEqual(before);
  });

  it('shows each entry once to a reader by cursor while 10,000 are added', async () => {
    const { id } = await app.webhook(user, { url: receiver.url });
    const add = (count: number, name: string, at: string) =>
      app.sql.query(
        `INSERT INTO webhook_attempts (webhook_id, event_type, event_id, attempt, status, created_at)
         SELECT $1, 'test', $4 || i, 1, 'success', $3::timestamptz - i % 20 * interval '1 microsecond'
         FROM generate_series(1, $2::integer) AS i`,
        [id, count, at, name],
      );
    await add(1_000, 'old', '2026-01-02T00:00:00Z');
    const client = new CostBasisClient({ baseUrl: app.url, accessToken: user });
    const seen: string[] = [];
    for await (const entry of client.iterate('listDeliveryLogs', { webhook_id: id, per_page: 50 })) {
      seen.push(entry.event_id);
      if (seen.length % 100 === 0 && seen.length <= 1_000)
        await add(
          1_000,
          `new${seen.length} `,
          seen.length % 200 ? '2026-01-03T00:00:00Z' : '2026-01-01T00:00:00Z',
        );
    }
    expect(seen.filter((name) => name.startsWith('old')).toSorted()).toEqual(
      Array.from({ length: 1_000 }, (_, i) => `old${i + 1}`).toSorted(),
    );
    expect(new Set(seen).size).toBe(seen.length);
    const { rows } = await app.sql.query('SELECT FROM webhook_attempts WHERE webhook_id = $1', [id]);
    expect(rows).toHaveLength(11_000);
  });
});
