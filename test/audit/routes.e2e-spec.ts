import { startApp, type TestApp } from '../app.factory';
import { account, call, codeOf, post, type Account, type Answer } from '../accounts/client';
import { until } from '../support/until';
import { sql } from './entries';

/** What accounts and operators can read of the audit log. */

let app: TestApp;
let ada: Account;
let eve: Account;
let operator: Account;
let adaKey: { id: string; key: string };
let eveKey: { id: string; key: string };

const AUDIT = '/api/v1/audit-logs';
const ENTRY_FIELDS = [
  'api_key_id',
  'auth_type',
  'duration_ms',
  'error_code',
  'id',
  'ip_address',
  'key_prefix',
  'method',
  'partner_id',
  'path',
  'request_id',
  'route',
  'status_code',
  'timestamp',
  'user_agent',
  'user_id',
];

const keyOf = async (who: Account, permissions: string[]): Promise<{ id: string; key: string }> =>
  (await post(app, '/api/v1/api-keys', { name: 'tests', permissions }, { token: who.token })).body.data;
const asked = (key: { key: string }, path = ''): Promise<Answer> =>
  call(app, 'GET', `${AUDIT}${path}`, { headers: { 'X-API-Key': key.key } });

beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: '', TRUST_PROXY: 'true' });
  [ada, eve, operator] = [await account(app), await account(app), await account(app)];
  await sql(app.ownerUrl, `UPDATE users SET role = 'operator' WHERE id = $1`, [operator.id]);
  [adaKey, eveKey] = [await keyOf(ada, ['admin:api-keys']), await keyOf(eve, ['admin:api-keys'])];
  for (const path of ['/api/v1/usage', '/api/v1/usage', '/api/v1/linked-wallets', '/api/v1/webhooks/none'])
    await call(app, 'GET', path, { token: ada.token });
  await call(app, 'GET', '/api/v1/usage', { token: eve.token });
});
afterAll(() => app?.close());

it('the list: newest first, in the shape written down, with what was asked a moment ago', async () => {
  const { status, body } = await asked(adaKey, '?per_page=3');
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['data', 'meta', 'pagination', 'success']);
  const [first] = body.data;
  for (const entry of body.data) expect(Object.keys(entry).sort()).toEqual(ENTRY_FIELDS);
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    path: '/api/v1/webhooks/none',
    route: '/api/v1/webhooks/:webhook_id',
    status_code: 404,
    error_code: 'WEBHOOK_NOT_FOUND',
    duration_ms: expect.any(Number),
    auth_type: 'bearer',
    user_id: ada.id,
    api_key_id: null,
    key_prefix: null,
    partner_id: null,
    ip_address: '127.0.0.1',
    user_agent: expect.any(String),
  });
  expect(Number.isInteger(first.duration_ms)).toBe(true);
  expect(body.data.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual(
    body.data
      .map(({ timestamp }: { timestamp: string }) => timestamp)
      .toSorted()
      .toReversed(),
  );
  const { page, per_page, total, total_pages, has_more } = body.pagination;
  expect([page, per_page, total_pages, has_more]).toEqual([1, 3, Math.ceil(total / 3), true]);
});

it('pages of it: each entry once, and an empty one past the end', async () => {
  for (let i = 0; i < 5; i++) await call(app, 'GET', `/api/v1/webhooks/page-${i}`, { token: ada.token });
  const page = async (query: string): Promise<{ data: { path: string }[]; pagination: { total: number } }> =>
    (await asked(adaKey, `?path=/api/v1/webhooks/page-&${query}`)).body;
  const paths: string[] = [];
  for (let i = 1; i <= 3; i++)
    paths.push(...(await page(`page=${i}&per_page=2`)).data.map(({ path }) => path.slice(-1)));
  expect(paths).toEqual(['4', '3', '2', '1', '0']);
  expect(await page('page=999999999&per_page=100')).toMatchObject({ data: [], pagination: { total: 5 } });
});

it('filters of the list, each and together', async () => {
  const found = async (
    query: string,
  ): Promise<{ path: string; status_code: number; api_key_id: string; timestamp: string }[]> =>
    (await asked(adaKey, `?per_page=100&${query}`)).body.data;
  expect((await found('status_code=404&path=/api/v1/webhooks/n')).map(({ path }) => path)).toEqual([
    '/api/v1/webhooks/none',
  ]);
  expect((await found('path=/api/v1/usage')).map(({ path }) => path)).toEqual([
    '/api/v1/usage',
    '/api/v1/usage',
  ]);
  expect(await found('path=/api/v1/webhooks/:webhook_id')).toHaveLength(6);
  expect(await found('path=usage')).toEqual([]);
  expect(await found('path=/api/v1/webhooks&status_code=200')).toEqual([]);
  const byKey = await found(`key_id=${adaKey.id.toUpperCase()}`);
  expect(byKey.length).toBeGreaterThan(0);
  expect(new Set(byKey.map(({ api_key_id }) => api_key_id))).toEqual(new Set([adaKey.id]));
  expect(await found(`key_id=${eveKey.id}`)).toEqual([]);
  const days = (await found('')).map(({ timestamp }) => timestamp.slice(0, 10)).toSorted();
  expect((await found(`start_date=${days[0]}`)).length).toBeGreaterThan(4);
  expect((await found(`end_date=${days.at(-1)}`)).length).toBeGreaterThan(4);
  expect(await found('end_date=2020-01-01')).toEqual([]);
  expect(await found('start_date=2999-01-01')).toEqual([]);
});

it.each([
  ['', 'page=0', 'page'],
  ['', 'per_page=101', 'per_page'],
  ['', 'per_page=x', 'per_page'],
  ['', 'status_code=99', 'status_code'],
  ['', 'status_code=600', 'status_code'],
  ['', 'path=', 'path'],
  ['', `path=${'x'.repeat(513)}`, 'path'],
  ['', 'key_id=none', 'key_id'],
  ['', 'start_date=yesterday', 'start_date'],
  ['', 'start_date=2025-02-30', 'start_date'],
  ['', 'start_date=2025-02-02&end_date=2025-02-01', 'end_date'],
  ['/summary', 'start_date=2025-02-02&end_date=2025-02-01', 'end_date'],
  ['/summary', 'start_date=2023-01-01&end_date=2024-06-01', 'start_date'],
  ['/errors', 'start_date=2023-01-01', 'start_date'],
  ['/errors', 'limit=0', 'limit'],
  ['/errors', 'limit=101', 'limit'],
  ['/access-review', 'inactive_days=0', 'inactive_days'],
  ['/access-review', 'inactive_days=366', 'inactive_days'],
])('%s?%s is refused for its %s', async (path, query, field) => {
  const answer = await asked(adaKey, `${path}?${query}`);
  expect(codeOf(answer)).toEqual([400, 'VALIDATION_ERROR']);
  expect(answer.body.error.field).toBe(field);
});

it('the summary', async () => {
  const { status, body } = await asked(adaKey, '/summary');
  expect(status).toBe(200);
  const { data } = body;
  expect(Object.keys(data).sort()).toEqual([
    'by_auth_type',
    'by_endpoint',
    'by_status',
    'client_errors',
    'error_rate',
    'p50_ms',
    'p95_ms',
    'period',
    'server_errors',
    'successful',
    'total_requests',
    'unique_ips',
    'unique_keys',
  ]);
  expect(Date.parse(data.period.end) - Date.parse(data.period.start)).toBe(30 * 86_400_000);
  expect(data.successful + data.client_errors + data.server_errors).toBe(data.total_requests);
  const errors: number = data.client_errors + data.server_errors;
  expect(errors).toBeGreaterThan(0);
  expect(Number(data.error_rate)).toBeCloseTo(errors / data.total_requests, 12);
  expect(data.error_rate).toMatch(/^0\.\d{1,18}$/);
  expect(data.p50_ms).toBeLessThanOrEqual(data.p95_ms);
  expect([data.unique_ips, data.unique_keys]).toEqual([1, 1]);
  const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
  expect(sum(Object.values(data.by_status))).toBe(data.total_requests);
  expect(sum(Object.values(data.by_auth_type))).toBe(data.total_requests);
  expect(Object.keys(data.by_auth_type).sort()).toEqual(['api_key', 'bearer']);
  expect(sum(data.by_endpoint.map(({ requests }: { requests: number }) => requests))).toBe(
    data.total_requests,
  );
  expect(data.by_endpoint).toContainEqual({ method: 'GET', path: '/api/v1/usage', requests: 2, errors: 0 });
  expect(data.by_endpoint).toContainEqual({
    method: 'GET',
    path: '/api/v1/webhooks/:webhook_id',
    requests: 6,
    errors: 6,
  });
});

it('the summary and the errors of a time without requests', async () => {
  const summary = (await asked(adaKey, '/summary?start_date=2024-01-01&end_date=2024-12-31')).body.data;
  expect(summary).toEqual({
    period: { start: '2024-01-01T00:00:00.000Z', end: '2024-12-31T23:59:59.999Z' },
    total_requests: 0,
    successful: 0,
    client_errors: 0,
    server_errors: 0,
    error_rate: '0',
    p50_ms: null,
    p95_ms: null,
    unique_ips: 0,
    unique_keys: 0,
    by_endpoint: [],
    by_status: {},
    by_auth_type: {},
  });
  const errors = (await asked(adaKey, '/errors?end_date=2024-12-31')).body.data;
  expect(errors).toEqual({
    period: { start: '2024-12-01T23:59:59.999Z', end: '2024-12-31T23:59:59.999Z' },
    total_errors: 0,
    error_rate: '0',
    by_code: [],
    by_endpoint: [],
    by_hour: [],
    recent: [],
  });
});

it('the errors', async () => {
  await call(app, 'GET', '/api/v1/webhooks/other', { token: ada.token });
  const { status, body } = await asked(adaKey, '/errors?limit=1');
  expect(status).toBe(200);
  const { data } = body;
  expect(Object.keys(data).sort()).toEqual([
    'by_code',
    'by_endpoint',
    'by_hour',
    'error_rate',
    'period',
    'recent',
    'total_errors',
  ]);
  expect(data.recent).toHaveLength(1);
  expect(Object.keys(data.recent[0]).sort()).toEqual(ENTRY_FIELDS);
  expect(data.recent[0]).toMatchObject({ path: '/api/v1/webhooks/other', status_code: 404 });
  expect(data.by_code).toContainEqual({
    code: 'WEBHOOK_NOT_FOUND',
    status: 404,
    count: 7,
    last_seen_at: data.recent[0].timestamp,
  });
  expect(data.by_endpoint).toContainEqual({
    method: 'GET',
    path: '/api/v1/webhooks/:webhook_id',
    requests: 7,
    errors: 7,
    error_rate: '1',
  });
  const errors = data.by_hour.map((each: { errors: number }) => each.errors);
  expect(errors.reduce((a: number, b: number) => a + b, 0)).toBe(data.total_errors);
  for (const { hour } of data.by_hour) expect(hour).toMatch(/T\d\d:00:00\.000Z$/);
});

it('the review of access', async () => {
  const hook = { url: 'http://127.0.0.1:8099/path?token=hidden', events: ['transaction.new'] };
  const webhook = (await post(app, '/api/v1/webhooks', hook, { token: ada.token })).body.data;
  const revoked = await keyOf(ada, ['read:lots']);
  await call(app, 'DELETE', `/api/v1/api-keys/${revoked.id}`, { token: ada.token });
  const old = await keyOf(ada, ['read:lots']);
  await sql(
    app.ownerUrl,
    `UPDATE api_keys SET created_at = now() - interval '100 days', last_used_at = now() - interval '95 days'
     WHERE id = $1`,
    [old.id],
  );
  const all = await keyOf(ada, [
    'read:holdings',
    'read:transactions',
    'read:lots',
    'read:tax-reports',
    'write:portfolios',
    'write:webhooks',
    'admin:api-keys',
  ]);
  await call(app, 'PUT', `/api/v1/api-keys/${all.id}`, { token: ada.token, body: { is_active: false } });
  const { status, body } = await asked(adaKey, '/access-review');
  expect(status).toBe(200);
  const { data } = body;
  expect(Object.keys(data).sort()).toEqual([
    'exchange_accounts',
    'generated_at',
    'keys',
    'summary',
    'webhooks',
  ]);
  const key = (id: string) => data.keys.find((each: { id: string }) => each.id === id);
  expect(Object.keys(key(old.id)).sort()).toEqual([
    'created_at',
    'days_since_used',
    'expires_at',
    'flags',
    'id',
    'is_active',
    'key_prefix',
    'last_used_at',
    'name',
    'permissions',
    'previous_valid_until',
    'revoke_reason',
    'revoked_at',
    'total_requests',
    'user_id',
  ]);
  expect(data.keys.map(({ id }: { id: string }) => id).sort()).toEqual([adaKey.id, old.id, all.id].sort());
  expect(key(old.id)).toMatchObject({ days_since_used: 95, flags: ['inactive'], user_id: ada.id });
  expect(key(all.id)).toMatchObject({
    days_since_used: null,
    is_active: false,
    flags: ['never_used', 'admin', 'all_permissions'],
  });
  expect(key(adaKey.id).flags).toContain('admin');
  expect(data.webhooks).toEqual([
    { id: webhook.id, user_id: ada.id, url_host: '127.0.0.1:8099', is_active: true, failing: false },
  ]);
  expect(data.exchange_accounts).toEqual([]);
  expect(data.summary).toMatchObject({
    keys: 3,
    active_keys: 2,
    inactive: 1,
    admin: 2,
    all_permissions: 1,
    webhooks: 1,
    active_webhooks: 1,
    failing_webhooks: 0,
    exchange_accounts: 0,
  });
  expect(Object.keys(data.summary)).toHaveLength(10);
  const patient = (await asked(adaKey, '/access-review?inactive_days=96')).body.data;
  expect(patient.summary.inactive).toBe(0);
  const eves = (await asked(eveKey, '/access-review')).body;
  expect(JSON.stringify(eves)).not.toContain(ada.id);
  expect(eves.data.summary).toMatchObject({ keys: 1, webhooks: 0 });
});

describe('whose entries', () => {
  const users = (body: { data: { user_id: string | null }[] }): Set<string | null> =>
    new Set(body.data.map(({ user_id }) => user_id));

  it('the own ones alone, whatever is asked for', async () => {
    for (const query of [
      '',
      `&key_id=${eveKey.id}`,
      '&path=/api',
      '&start_date=2000-01-01',
      '&status_code=200',
    ]) {
      const { body } = await asked(adaKey, `?per_page=100${query}`);
      expect([...users(body)].filter((user) => user !== ada.id)).toEqual([]);
    }
    for (const path of ['/summary', '/errors?limit=100', '/access-review', '?per_page=100'])
      expect(JSON.stringify((await asked(eveKey, path)).body)).not.toContain(ada.id);
    const [mine] = await sql<{ n: number }>(
      app.ownerUrl,
      'SELECT count(*)::integer AS n FROM audit_logs WHERE user_id = $1',
      [eve.id],
    );
    const { body } = await asked(eveKey, '/summary');
    expect(body.data.total_requests).toBeGreaterThanOrEqual(mine?.n ?? 0);
    const all = await call(app, 'GET', `${AUDIT}/summary`, { token: operator.token });
    expect(all.body.data.total_requests).toBeGreaterThan(body.data.total_requests);
  });

  it('everybody for an operator, under a session and under a key of theirs with the permission', async () => {
    const bySession = await call(app, 'GET', `${AUDIT}?per_page=100`, { token: operator.token });
    const key = await keyOf(operator, ['admin:api-keys']);
    const byKey = await asked(key, '?per_page=100');
    for (const answer of [bySession, byKey])
      for (const who of [ada.id, eve.id, null]) expect(users(answer.body)).toContain(who);
    const review = await asked(key, '/access-review');
    expect(new Set(review.body.data.keys.map(({ user_id }: { user_id: string }) => user_id))).toEqual(
      new Set([ada.id, eve.id, operator.id]),
    );
    await sql(app.ownerUrl, `UPDATE users SET role = 'user' WHERE id = $1`, [operator.id]);
    try {
      // A credential is remembered for a moment.
      const own = await until(
        async () => [...users((await asked(key, '?per_page=100')).body)],
        ({ length }) => length <= 1,
      );
      expect(own).toEqual([operator.id]);
    } finally {
      await sql(app.ownerUrl, `UPDATE users SET role = 'operator' WHERE id = $1`, [operator.id]);
    }
  });

  it.each(['', '/summary', '/access-review', '/errors'])('nobody else: %s', async (path) => {
    const lots = await keyOf(ada, ['read:lots', 'read:holdings', 'read:tax-reports']);
    const refused = await asked(lots, path);
    expect(codeOf(refused)).toEqual([403, 'FORBIDDEN']);
    expect(refused.body.error.details).toEqual({ required_permission: 'admin:api-keys' });
    expect(codeOf(await call(app, 'GET', AUDIT + path, { token: ada.token }))).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await call(app, 'GET', AUDIT + path))).toEqual([401, 'UNAUTHORIZED']);
    const partner = { headers: { 'X-Partner-Key': app.partnerKey } };
    expect(codeOf(await call(app, 'GET', AUDIT + path, partner))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('of two credentials the key is judged, alone', async () => {
    const both = (key: string) =>
      call(app, 'GET', `${AUDIT}?per_page=100`, { token: operator.token, headers: { 'X-API-Key': key } });
    const answer = await both(eveKey.key);
    expect([...users(answer.body)]).toEqual([eve.id]);
    expect(codeOf(await both('cbk_nonsense'))).toEqual([401, 'UNAUTHORIZED']);
  });
});

it('what was deleted leaves the entry of its deletion', async () => {
  const hook = { url: 'http://127.0.0.1:8099/', events: ['transaction.new'] };
  const { id } = (await post(app, '/api/v1/webhooks', hook, { token: eve.token })).body.data;
  const gone = await call(app, 'DELETE', `/api/v1/webhooks/${id}`, { token: eve.token });
  expect(gone.status).toBe(200);
  const { body } = await asked(eveKey, `?path=/api/v1/webhooks/${id}`);
  expect(body.data).toMatchObject([{ method: 'DELETE', status_code: 200, user_id: eve.id }]);
});
