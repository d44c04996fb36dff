import { request as send } from 'node:http';
import { startApp, type TestApp } from '../app.factory';
import { account, call, post, type Account } from '../accounts/client';
import { FakeClock } from '../fakes/fake-clock';
import { until } from '../support/until';
import { entries, sql, withClient, type StoredEntry } from './entries';

/** What is written down of requests: all of them, whatever became of them, and nothing that has no place there. */

let app: TestApp;
let ada: Account;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HOLDINGS = '/api/v1/wallets/0x0000000000000000000000000000000000000000/holdings/summary';

beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: '', TRUST_PROXY: 'true' });
  ada = await account(app);
});
afterAll(() => app?.close());

/** The entry of an answer, by its X-Request-Id. */
async function entryOf({ headers }: { headers: Headers }): Promise<StoredEntry> {
  const id = headers.get('x-request-id');
  const found = await until(
    () => sql<StoredEntry>(app.ownerUrl, 'SELECT * FROM audit_logs WHERE request_id = $1', [id]),
    ({ length }) => length > 0,
  );
  return found[0] as StoredEntry;
}

it('an answered request, with who asked and from where', async () => {
  const before = Date.now();
  const answer = await call(app, 'GET', '/api/v1/usage?days=7', {
    token: ada.token,
    headers: { 'User-Agent': 'books/1.0', 'X-Forwarded-For': '::ffff:203.0.113.9' },
  });
  const entry = await entryOf(answer);
  expect(entry).toMatchObject({
    method: 'GET',
    path: '/api/v1/usage',
    route: '/api/v1/usage',
    status: 200,
    error_code: null,
    auth_type: 'bearer',
    user_id: ada.id,
    api_key_id: null,
    key_prefix: null,
    partner_id: null,
    ip: '203.0.113.9',
    user_agent: 'books/1.0',
    missed: 0,
  });
  expect(entry.id).toMatch(UUID);
  expect(entry.at.getTime()).toBeGreaterThanOrEqual(before - 1_000);
  expect(entry.duration_ms).toBeGreaterThanOrEqual(0);
});

it('under an API key, with the part of it that is shown; under a partner key, with its id', async () => {
  const made = await post(
    app,
    '/api/v1/api-keys',
    { name: 'x', permissions: ['read:holdings'] },
    { token: ada.token },
  );
  const { id, key, key_prefix } = made.body.data as Record<string, string>;
  const byKey = await entryOf(await call(app, 'GET', HOLDINGS, { headers: { 'X-API-Key': key ?? '' } }));
  expect(byKey).toMatchObject({ auth_type: 'api_key', user_id: ada.id, api_key_id: id, key_prefix });
  expect(byKey.route).toBe('/api/v1/wallets/:address/holdings/summary');
  const byPartner = await entryOf(await call(app, 'GET', `${HOLDINGS}?partner_key=${app.partnerKey}`));
  expect(byPartner).toMatchObject({ auth_type: 'partner', user_id: null, path: HOLDINGS });
  const [partner] = await sql<{ id: string }>(app.ownerUrl, 'SELECT id FROM partner_keys');
  expect(byPartner.partner_id).toBe(partner?.id);
});

it.each([
  ['without a credential', 'GET', '/api/v1/usage', {}, 401, 'UNAUTHORIZED', '/api/v1/usage'],
  [
    'with a bad one',
    'GET',
    '/api/v1/usage',
    { headers: { 'X-API-Key': 'cbk_nonsense' } },
    401,
    'UNAUTHORIZED',
    '/api/v1/usage',
  ],
  ['of a route there is none of', 'GET', '/api/v1/nowhere', {}, 404, 'RESOURCE_NOT_FOUND', '(no route)'],
  ['outside the version', 'DELETE', '/API/nowhere', {}, 404, 'RESOURCE_NOT_FOUND', '(no route)'],
  [
    'with a body nobody can read',
    'POST',
    '/api/v1/auth/login',
    { headers: { 'Content-Type': 'text/plain' }, body: 'x' },
    400,
    'INVALID_REQUEST',
    '/api/v1/auth/login',
  ],
  [
    'that is not valid',
    'POST',
    '/api/v1/auth/signup',
    { body: { email: 'x' } },
    400,
    'VALIDATION_ERROR',
    '/api/v1/auth/signup',
  ],
  [
    'in the words of the other dialect',
    'POST',
    '/api/calculate/cost-basis',
    { body: { transactions: 'x' } },
    422,
    'VALIDATION_ERROR',
    '/api/calculate/cost-basis',
  ],
])('a request %s', async (_name, method, path, options, status, code, route) => {
  const answer = await call(app, method, path, options);
  expect(answer.status).toBe(status);
  const entry = await entryOf(answer);
  expect([entry.status, entry.error_code, entry.route]).toEqual([status, code, route]);
  expect([entry.method, entry.path, entry.auth_type]).toEqual([method, path, 'anonymous']);
});

it('a request that was one too many', async () => {
  const strict = await startApp({ RATE_LIMIT_RPM: '1' }, new FakeClock());
  try {
    for (let i = 0; i < 2; i++) await call(strict, 'GET', '/api/v1/nowhere');
    const written = await entries(strict.ownerUrl, 2);
    expect(written.map(({ status, error_code }) => [status, error_code])).toEqual([
      [404, 'RESOURCE_NOT_FOUND'],
      [429, 'RATE_LIMIT_EXCEEDED'],
    ]);
  } finally {
    await strict.close();
  }
});

it('a request that took too long', async () => {
  const hasty = await startApp({ LIGHT_TIMEOUT_MS: '50' });
  try {
    await withClient(hasty.ownerUrl, async (client) => {
      // The request cannot end before its time.
      await client.query('BEGIN');
      await client.query('LOCK TABLE mail_outbox');
      const slow = await post(hasty, '/api/v1/auth/forgot-password', { email: 'ada@example.com' });
      expect(slow.status).toBe(504);
      await client.query('ROLLBACK');
    });
    const [entry] = await entries(hasty.ownerUrl, 1);
    expect([entry?.status, entry?.error_code]).toEqual([504, 'REQUEST_TIMEOUT']);
  } finally {
    await hasty.close();
  }
});

it('a request whose client left, as 499', async () => {
  const [{ n } = { n: 0 }] = await sql<{ n: number }>(
    app.ownerUrl,
    'SELECT count(*)::integer AS n FROM audit_logs',
  );
  // The server answers "continue" when it begins the request.
  await new Promise<void>((done) => {
    const leaving = send(`${app.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '1000', Expect: '100-continue' },
    });
    leaving.on('continue', () => leaving.destroy());
    leaving.on('error', () => undefined).on('close', () => done());
    leaving.flushHeaders();
  });
  const written = await entries(app.ownerUrl, n + 1);
  expect(written.filter(({ status }) => status === 499)).toMatchObject([
    { method: 'POST', path: '/api/v1/auth/login', error_code: null, auth_type: 'anonymous' },
  ]);
});

it('neither liveness, documentation, pages nor preflights', async () => {
  const marker = await entryOf(await call(app, 'GET', '/api/v1/before'));
  for (const path of [
    '/api/v1/health',
    '/api/v1/health/',
    '/api/health',
    '/api/health/ready',
    '/health',
    '/api/docs',
    '/api/docs/swagger-ui.css',
    '/api/docs-json',
    '/verify-email?token=x',
    '/nowhere',
  ])
    await fetch(app.url + path).then((response) => response.arrayBuffer());
  await fetch(`${app.url}/api/v1/usage`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' },
  });
  const last = await entryOf(await call(app, 'GET', '/api/v1/after'));
  expect(Number(last.seq) - Number(marker.seq)).toBe(1);
});

it('nothing of a secret that lost its way into the path or the agent', async () => {
  const answer = await call(app, 'GET', `/api/v1/usage&partner_key=${app.partnerKey}`, {
    headers: { 'User-Agent': `books ${app.partnerKey} token=abcdefgh` },
  });
  const entry = await entryOf(answer);
  expect(entry.path).toBe('/api/v1/usage&partner_key=[hidden]');
  expect(entry.user_agent).toBe('books cbp_[hidden] token=[hidden]');
});

it('each request once, however many come at the same moment', async () => {
  const answers = await Promise.all(
    Array.from({ length: 700 }, (_, i) => call(app, 'GET', `/api/v1/many/${i}`)),
  );
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  await entryOf(answers.at(-1) as (typeof answers)[number]);
  for (const answer of answers.slice(-20)) await entryOf(answer);
  const written = await sql<{ request_id: string }>(
    app.ownerUrl,
    `SELECT request_id FROM audit_logs WHERE path LIKE '/api/v1/many/%'`,
  );
  expect(written.map(({ request_id }) => request_id).sort()).toEqual(ids.sort());
});
