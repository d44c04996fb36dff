import { DataSource } from 'typeorm';
import { crc32, isKeyOfKind, keyText } from '../../src/domain/access/opaque-key';
import { PERMISSIONS } from '../../src/domain/access/permissions';
import { UsageMeter } from '../../src/modules/api-keys/usage/usage-meter';
import { REDIS_AWAY, startApp, type TestApp } from '../app.factory';
import { startMain } from '../support/main-process';
import { account, call, codeOf, post, type Account } from './client';
import { FakeClock } from '../fakes/fake-clock';
import { seeded } from '../support/seeded';
import { until } from '../support/until';

/** Keys of users over HTTP: made, shown once, used, counted, ended. */

const UNKNOWN = '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b';
const clock = new FakeClock();
let app: TestApp;
let ada: Account;
let bob: Account;
beforeAll(async () => {
  app = await startApp({ ...REDIS_AWAY, TRUST_PROXY: 'true' }, clock);
  [ada, bob] = [await account(app), await account(app)];
});
afterAll(() => app?.close());

const create = (who: Account, permissions: unknown = ['read:holdings'], name: unknown = 'tests') =>
  post(app, '/api/v1/api-keys', { name, permissions }, { token: who.token });
const keys = (who: Account, method = 'GET', path = '', body?: unknown) =>
  call(app, method, `/api/v1/api-keys${path}`, { token: who.token, body });
const use = (key: string, path = '/api/v1/usage') =>
  call(app, 'GET', path, { headers: { 'X-API-Key': key } });

describe('a new key', () => {
  it('is shown once, and kept by its hash', async () => {
    const made = await create(ada, ['read:lots', 'read:holdings', 'read:lots']);
    expect(made.status).toBe(201);
    const { key, ...rest } = made.body.data;
    expect(key).toMatch(/^cbk_[0-9A-Za-z]{36}$/);
    expect(isKeyOfKind('api', key)).toBe(true);
    expect(rest).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key_prefix: key.slice(0, 12),
      name: 'tests',
      permissions: ['read:holdings', 'read:lots'],
      is_active: true,
      total_requests: 0,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      revoked_at: null,
      revoke_reason: null,
      expires_at: null,
      previous_valid_until: null,
    });
    const got = await keys(ada, 'GET', `/${rest.id}`);
    expect(got.body.data).toEqual(rest);
    const listed = await keys(ada);
    expect(listed.body.data).toContainEqual(rest);
    const total = listed.body.data.length;
    expect(listed.body.pagination).toEqual({
      page: 1,
      per_page: total,
      total,
      total_pages: 1,
      has_more: false,
    });
    expect(listed.text + got.text).not.toContain(key);
    const rows = await app.app.get(DataSource).query('SELECT * FROM api_keys');
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
  });

  it.each([
    ['no permissions', [], 'permissions'],
    ['an unknown permission', ['read:holdings', 'write:everything'], 'permissions'],
    ['a permission that is a property of objects', ['constructor'], 'permissions'],
    ['permissions as text', 'read:holdings', 'permissions'],
  ])('with %s is refused', async (_name, permissions, field) => {
    const answer = await create(ada, permissions);
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    if (Array.isArray(permissions))
      expect(answer.body.error.details).toEqual({ valid_permissions: Object.keys(PERMISSIONS) });
  });

  it('with a mistyped permission and other mistakes is refused once, with the nearest names', async () => {
    const { body } = await keys(ada, 'POST', '', { name: '', permissions: ['read:holding'], expires: 'x' });
    const list = Object.keys(PERMISSIONS).join(', ');
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(body.error.details).toEqual({
      valid_permissions: Object.keys(PERMISSIONS),
      error_count: 3,
      errors: [
        { field: 'expires', message: 'Unknown field `expires`: did you mean `expires_at`?' },
        { field: 'name', message: 'name: String should have at least 1 character' },
        {
          field: 'permissions',
          message: `permissions: one or more of ${list}: did you mean \`read:holdings\`?`,
        },
      ],
    });
  });

  it.each([[''], ['   '], ['x'.repeat(101)], [undefined], [7]])('named %j is refused', async (name) => {
    const answer = await create(ada, ['read:lots'], name ?? null);
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'name']);
  });

  it('is one of a hundred thousand without a double or a wrong checksum', () => {
    const chance = seeded('api keys');
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const made = new Set<string>();
    for (let i = 0; i < 100_000; i++) {
      const body = Array.from({ length: 30 }, () => letters.charAt(chance() * 62)).join('');
      made.add(keyText('api', body));
    }
    expect(made.size).toBe(100_000);
    expect([...made].filter((key) => !isKeyOfKind('api', key))).toEqual([]);
    expect(crc32('123456789')).toBe(0xcbf43926);
  });

  it('cannot be made with a key', async () => {
    const { key } = (await create(ada, ['admin:api-keys'])).body.data;
    const headers = { 'X-API-Key': key };
    const answer = await post(
      app,
      '/api/v1/api-keys',
      { name: 'x', permissions: ['read:lots'] },
      { headers },
    );
    expect(codeOf(answer)).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('the permissions a key may hold', () => {
  it('are the seven', async () => {
    const { body } = await keys(ada, 'GET', '/permissions');
    expect(body.data.permissions).toEqual(
      Object.entries(PERMISSIONS).map(([permission, description]) => ({ permission, description })),
    );
  });
});

describe('a key that is none', () => {
  it.each([
    ['mistyped', (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
    ['cut', (key: string) => key.slice(0, -1)],
    ['upper-cased', (key: string) => key.toUpperCase()],
    ['with another body', () => keyText('api', 'z'.repeat(30))],
    ['of a partner', () => app.partnerKey],
  ])('%s', async (_name, change) => {
    const { key } = (await create(bob)).body.data;
    expect((await use(key)).status).toBe(200);
    expect(codeOf(await use(change(key)))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('in another header or in the query', async () => {
    const { key } = (await create(bob)).body.data;
    const paths = [
      `/api/v1/usage?api_key=${key}`,
      `/api/v1/usage?x-api-key=${key}`,
      `/api/v1/usage?partner_key=${key}`,
    ];
    for (const path of paths) expect((await call(app, 'GET', path)).status).toBe(401);
    expect((await call(app, 'GET', '/api/v1/usage', { token: key })).status).toBe(401);
    expect((await call(app, 'GET', '/api/v1/usage', { headers: { 'X-Partner-Key': key } })).status).toBe(401);
  });

  it('asks the database nothing when its checksum is wrong', async () => {
    const { key } = (await create(bob)).body.data;
    const source = app.app.get(DataSource);
    const asked: string[] = [];
    const runner = source.query.bind(source);
    source.query = (...args: Parameters<typeof runner>) => {
      asked.push(args[0]);
      return runner(...args);
    };
    try {
      await use(`${key.slice(0, -6)}000000`);
      expect(asked.filter((text) => text.includes('api_keys'))).toEqual([]);
      await use(keyText('api', 'y'.repeat(30)));
      expect(asked.filter((text) => text.includes('key_hash'))).toHaveLength(1);
    } finally {
      source.query = runner;
    }
  });
});

describe('changing a key', () => {
  it('is in force with the next request', async () => {
    const { id, key } = (await create(bob, ['read:lots'])).body.data;
    const wallets = () => use(key, '/api/v1/linked-wallets');
    expect((await wallets()).body.error.details).toEqual({ required_permission: 'read:holdings' });
    const changed = await keys(bob, 'PUT', `/${id}`, { permissions: ['read:holdings'], name: ' renamed ' });
    expect(changed.body.data).toMatchObject({
      name: 'renamed',
      permissions: ['read:holdings'],
      is_active: true,
    });
    expect((await wallets()).status).toBe(200);
    await keys(bob, 'PUT', `/${id}`, { is_active: false });
    expect((await wallets()).status).toBe(401);
    await keys(bob, 'PUT', `/${id}`, { is_active: true });
    expect((await wallets()).status).toBe(200);
    expect((await keys(bob, 'PUT', `/${id}`, {})).body.data).toMatchObject({
      name: 'renamed',
      is_active: true,
    });
  });

  it('revoking is for good, with its reason', async () => {
    const { id, key } = (await create(bob)).body.data;
    expect((await use(key)).status).toBe(200);
    const gone = await keys(bob, 'DELETE', `/${id}?reason=leaked`);
    expect([gone.status, gone.body.data]).toEqual([200, { deleted: true, key_id: id, reason: 'leaked' }]);
    expect((await use(key)).status).toBe(401);
    expect((await keys(bob, 'GET', `/${id}`)).body.data).toMatchObject({
      is_active: false,
      revoked_at: expect.stringMatching(/Z$/),
      revoke_reason: 'leaked',
    });
    expect(codeOf(await keys(bob, 'PUT', `/${id}`, { is_active: true }))).toEqual([409, 'CONFLICT']);
    const again = await keys(bob, 'DELETE', `/${id}?reason=again`);
    expect([again.status, again.body.data]).toEqual([200, { deleted: true, key_id: id, reason: 'leaked' }]);
    expect((await keys(bob, 'GET', `/${id}`)).body.data.revoke_reason).toBe('leaked');
  });
});

describe('a key with an end', () => {
  const expiring = (at: unknown) =>
    post(
      app,
      '/api/v1/api-keys',
      { name: 'short', permissions: ['read:lots'], expires_at: at },
      { token: bob.token },
    );

  it('is valid until then', async () => {
    const { id, key, expires_at } = (await expiring('2099-12-31')).body.data;
    expect([expires_at, (await use(key)).status]).toEqual(['2099-12-31T23:59:59.999Z', 200]);
    const sooner = new Date(clock.now() + 2_500).toISOString();
    expect((await keys(bob, 'PUT', `/${id}`, { expires_at: sooner })).body.data.expires_at).toBe(sooner);
    expect((await use(key)).status).toBe(200);
    clock.advance(2_500);
    expect(codeOf(await use(key))).toEqual([401, 'UNAUTHORIZED']);
    // A new text would be refused as well.
    expect(codeOf(await keys(bob, 'POST', `/${id}/rotate`))).toEqual([409, 'CONFLICT']);
    const states = [
      (await keys(bob)).body.data.find((each: { id: string }) => each.id === id),
      (await keys(bob, 'GET', `/${id}`)).body.data,
      (await keys(bob, 'PUT', `/${id}`, { is_active: true })).body.data,
    ].map(({ is_active }) => is_active);
    expect(states).toEqual([false, false, false]);
    const later = await keys(bob, 'PUT', `/${id}`, { expires_at: '2099-12-31' });
    expect([later.body.data.is_active, (await use(key)).status]).toEqual([true, 200]);
    expect((await keys(bob, 'POST', `/${id}/rotate`)).status).toBe(200);
  });

  it.each([['2020-01-01'], ['tomorrow'], [null], [5]])('that is %j is refused', async (at) => {
    const answer = await expiring(at);
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'expires_at']);
  });
});

describe('rotating a key', () => {
  const rotate = (id: string, body?: object) => keys(bob, 'POST', `/${id}/rotate`, body);

  it('changes its text alone; both texts are valid for the overlap', async () => {
    const { key: old, ...facts } = (await create(bob)).body.data;
    expect((await use(old)).status).toBe(200);
    const answer = await rotate(facts.id, { overlap_hours: 2 });
    const { key, ...rotated } = answer.body.data;
    expect(answer.status).toBe(200);
    expect(isKeyOfKind('api', key)).toBe(true);
    expect(rotated).toMatchObject({ id: facts.id, name: facts.name, key_prefix: key.slice(0, 12) });
    expect(Date.parse(rotated.previous_valid_until) - clock.now()).toBe(7_200_000);
    expect([(await use(old)).status, (await use(key)).status]).toEqual([200, 200]);
    await app.app
      .get(DataSource)
      .query('UPDATE api_keys SET previous_until = $2 WHERE id = $1', [
        facts.id,
        new Date(clock.now() - 1_000),
      ]);
    await keys(bob, 'PUT', `/${facts.id}`, {});
    expect([(await use(old)).status, (await use(key)).status]).toEqual([401, 200]);
  });

  it('refuses no request of either text while it happens', async () => {
    const { id, key: old } = (await create(bob)).body.data;
    const statuses: number[] = [];
    let isRotating = true;
    const readers = Array.from({ length: 4 }, async () => {
      while (isRotating) statuses.push((await use(old)).status);
    });
    const { key } = (await rotate(id)).body.data;
    for (let i = 0; i < 20; i++) statuses.push((await use(key)).status);
    isRotating = false;
    await Promise.all(readers);
    expect([statuses.length > 20, new Set(statuses)]).toEqual([true, new Set([200])]);
  });

  it('without an overlap ends the old text at once, and a second rotation the first', async () => {
    const { id, key: first } = (await create(bob)).body.data;
    const second = (await rotate(id)).body.data.key;
    const third = (await rotate(id)).body.data.key;
    expect(await Promise.all([first, second, third].map(async (key) => (await use(key)).status))).toEqual([
      401, 200, 200,
    ]);
    const { key: last, previous_valid_until } = (await rotate(id, { overlap_hours: 0 })).body.data;
    expect(previous_valid_until).toBeNull();
    expect(await Promise.all([second, third, last].map(async (key) => (await use(key)).status))).toEqual([
      401, 401, 200,
    ]);
  });

  it('is refused for a key that is not active, revoked, or of another user, and with a key', async () => {
    const { id, key } = (await create(bob)).body.data;
    const path = `/api/v1/api-keys/${id}/rotate`;
    expect(codeOf(await post(app, path, {}, { headers: { 'X-API-Key': key } }))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
    expect(codeOf(await keys(ada, 'POST', `/${id}/rotate`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(codeOf(await rotate(id, { overlap_hours: 169 }))).toEqual([400, 'VALIDATION_ERROR']);
    await keys(bob, 'PUT', `/${id}`, { is_active: false });
    expect(codeOf(await rotate(id))).toEqual([409, 'CONFLICT']);
    await keys(bob, 'DELETE', `/${id}`);
    expect(codeOf(await rotate(id))).toEqual([409, 'CONFLICT']);
  });
});

describe("somebody else's key", () => {
  it('is not found, like one that does not exist', async () => {
    const { id } = (await create(ada)).body.data;
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['PUT', '', { name: 'mine' }],
      ['DELETE', ''],
      ['GET', '/usage'],
    ];
    for (const [method, tail, body] of calls) {
      const answers = [
        await keys(bob, method, `/${id}${tail}`, body),
        await keys(bob, method, `/${UNKNOWN}${tail}`, body),
        await keys(bob, method, `/nonsense${tail}`, body),
      ];
      for (const answer of answers) {
        expect(codeOf(answer)).toEqual([404, 'RESOURCE_NOT_FOUND']);
        expect(answer.body.error.details).toEqual({ resource: 'api_key' });
      }
    }
    expect((await keys(ada, 'GET', `/${id.toUpperCase()}`)).body.data).toMatchObject({ id, is_active: true });
    expect((await keys(bob)).text).not.toContain(id);
  });
});

describe('twenty active keys', () => {
  it('are the most there can be, however many are asked for at once', async () => {
    const eve = await account(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(eve)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) {
      expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
      expect(answer.body.error.details).toEqual({ limit: 20 });
    }
    const [first, second] = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.data.id as string);
    await keys(eve, 'PUT', `/${first}`, { is_active: false });
    expect((await create(eve)).status).toBe(201);
    expect(codeOf(await keys(eve, 'PUT', `/${first}`, { is_active: true }))).toEqual([403, 'FORBIDDEN']);
    await keys(eve, 'DELETE', `/${second}`);
    expect((await keys(eve, 'PUT', `/${first}`, { is_active: true })).status).toBe(200);
    // A key that has expired leaves space, and takes it again when its end is moved.
    await app.app
      .get(DataSource)
      .query('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [first, new Date(clock.now() - 3_600_000)]);
    const usage = await call(app, 'GET', '/api/v1/usage', { token: eve.token });
    expect(usage.body.data.api_keys_active).toBe(19);
    expect((await create(eve)).status).toBe(201);
    const longer = { expires_at: '2099-12-31' };
    expect(codeOf(await keys(eve, 'PUT', `/${first}`, longer))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('usage', () => {
  const flush = () => app.app.get(UsageMeter, { strict: false }).flush();

  it('is told by day, endpoint and status, for a key and for the account', async () => {
    const eve = await account(app);
    const { id, key } = (await create(eve, ['read:lots'])).body.data;
    for (let i = 0; i < 3; i++) await use(key);
    await use(key, '/api/v1/linked-wallets');
    await use(key, '/api/v1/wallets/nonsense/cost-basis');
    await flush();
    const { body } = await keys(eve, 'GET', `/${id}/usage?days=1`);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    expect(body.data).toEqual({
      key_id: id,
      total_requests: 5,
      period_requests: 5,
      last_used_at: expect.stringMatching(/Z$/),
      by_day: [{ date: today, requests: 5, errors: 2 }],
      by_endpoint: [
        { method: 'GET', path: '/api/v1/usage', requests: 3 },
        { method: 'GET', path: '/api/v1/linked-wallets', requests: 1 },
        { method: 'GET', path: '/api/v1/wallets/:address/cost-basis', requests: 1 },
      ],
      by_status: { 200: 3, 403: 1, 400: 1 },
    });
    const webhook = { url: 'https://example.com/hook', events: ['transaction.new'] };
    expect((await post(app, '/api/v1/webhooks', webhook, { token: eve.token })).status).toBe(201);
    await flush();
    const mine = (await call(app, 'GET', '/api/v1/usage', { token: eve.token })).body.data;
    // The key was made and asked about by the session, and a webhook was made: three more.
    expect(mine).toMatchObject({
      plan_name: 'free',
      plan_expired: false,
      plan_expires_at: null,
      requests_today: 9,
      limit_per_day: 1_000_000,
      limit_per_minute: 100_000,
      resets_at: expect.stringMatching(/T00:00:00\.000Z$/),
      wallets_linked: 0,
      wallet_limit: 1,
      tx_limit: 25,
      api_keys_active: 1,
      webhooks_active: 1,
      by_day: [{ date: today, requests: 8, errors: 2 }],
    });
    expect(mine.by_endpoint).toContainEqual({ method: 'POST', path: '/api/v1/api-keys', requests: 1 });
  });

  it.each(['0', '91', 'all', ''])('of %j days is refused', async (days) => {
    expect(codeOf(await call(app, 'GET', `/api/v1/usage?days=${days}`, { token: ada.token }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  it('is counted exactly over two processes and hundreds of calls, also by those that are ended', async () => {
    const eve = await account(app);
    const { id, key } = (await create(eve, ['read:holdings'])).body.data;
    const { DATABASE_URL, DATABASE_MIGRATION_URL } = app.database;
    const env = { DATABASE_URL, DATABASE_MIGRATION_URL, DATA_DIR: app.dataDir };
    const processes = await Promise.all([1, 2].map(() => startMain(env)));
    try {
      const urls = processes.map(({ url }) => url);
      const ask = (url: string) =>
        call({ url }, 'GET', '/api/v1/linked-wallets', { headers: { 'X-API-Key': key } });
      /** Every process asked by five clients at once, each of them so often. */
      const each = async (times: number) =>
        Promise.all(
          urls.flatMap((url) =>
            [1, 2, 3, 4, 5].map(async () => {
              for (let i = 0; i < times; i++) expect((await ask(url)).status).toBe(200);
            }),
          ),
        );
      await each(30);
      const total = async () => (await keys(eve, 'GET', `/${id}`)).body.data.total_requests as number;
      expect(await until(total, (sum) => sum >= 300)).toBe(300);
      await each(2);
      for (const { child } of processes) child.kill('SIGTERM');
      const codes = await Promise.all(processes.map(async ({ ended }) => (await ended).code));
      expect(codes).toEqual([0, 0]);
      expect(await total()).toBe(320);
    } finally {
      for (const { child } of processes) child.kill('SIGKILL');
    }
  });
});
