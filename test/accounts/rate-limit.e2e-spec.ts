import { loadConfig } from '../../src/config/env';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { describeWithRedis } from '../support/redis';
import { until } from '../support/until';
import { account, call, codeOf, post, somewhere, type Answer } from './client';

/** The limits as callers meet them. */

const MINUTE = 60_000;
const clock = new FakeClock(Date.UTC(2026, 1, 3, 12));
const LIMITS = { RATE_LIMIT_RPM: '60', RATE_LIMIT_RPD: '1000', TRUST_PROXY: 'true' };

let app: TestApp;
beforeAll(async () => {
  app = await startApp(LIMITS, clock);
});
afterAll(() => app?.close());

const LOGIN = '/api/v1/auth/login';
/** A cheap request without a credential, from some address. */
const from = (ip: string) => post(app, LOGIN, undefined, { headers: { 'X-Forwarded-For': ip } });
const limits = ({ headers }: Answer) =>
  Object.fromEntries(
    [...headers].filter(([name]) => name.startsWith('x-ratelimit') || name === 'retry-after'),
  );
const repeat = async (count: number, work: () => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let i = 0; i < count; i++) answers.push(await work());
  return answers;
};

it('sixty a minute are answered with all four numbers, the sixty-first is told when to come again', async () => {
  const ip = somewhere();
  const answers = await repeat(60, () => from(ip));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect(limits(answers[0] as Answer)).toEqual({
    'x-ratelimit-limit-minute': '60',
    'x-ratelimit-remaining-minute': '59',
    'x-ratelimit-limit-day': '1000',
    'x-ratelimit-remaining-day': '999',
    'x-ratelimit-reset-minute': '60',
    'x-ratelimit-reset-day': String((Date.UTC(2026, 1, 4) - clock.now()) / 1000),
  });
  const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining-minute')));
  expect(remaining).toEqual(Array.from({ length: 60 }, (_, i) => 59 - i));
  clock.advance(10_000);
  const refused = await from(ip);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    success: false,
    error: {
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.any(String),
      details: { limit: 60, window: 'minute', retry_after_seconds: 50 },
    },
    meta: expect.any(Object),
  });
  expect(limits(refused)).toEqual({
    'retry-after': '50',
    'x-ratelimit-limit-minute': '60',
    'x-ratelimit-remaining-minute': '0',
    'x-ratelimit-reset-minute': '50',
  });
  clock.advance(50_000);
  expect((await from(ip)).status).toBe(400);
});

it('a thousand a day, and then until midnight UTC', async () => {
  const ip = somewhere();
  for (let round = 0; round < 17; round++) {
    const answers = await Promise.all(Array.from({ length: 60 }, () => from(ip)));
    const passed = answers.filter(({ status }) => status !== 429).length;
    expect(passed).toBe(round < 16 ? 60 : 40);
    if (round < 16) clock.advance(MINUTE);
  }
  const refused = await from(ip);
  const untilMidnight = (Date.UTC(2026, 1, 4) - clock.now()) / 1000;
  expect(refused.body.error.details).toEqual({
    limit: 1000,
    window: 'day',
    retry_after_seconds: untilMidnight,
  });
  expect(limits(refused)).toEqual({
    'retry-after': String(untilMidnight),
    'x-ratelimit-limit-day': '1000',
    'x-ratelimit-remaining-day': '0',
    'x-ratelimit-reset-day': String(untilMidnight),
  });
});

it('all credentials of a user count together', async () => {
  const ada = await account(app);
  const keys: string[] = [];
  for (const name of ['one', 'two']) {
    const made = await post(
      app,
      '/api/v1/api-keys',
      { name, permissions: ['read:holdings'] },
      { token: ada.token },
    );
    keys.push(made.body.data.key);
  }
  clock.advance(MINUTE);
  const ways = [
    { token: ada.token },
    { headers: { Cookie: `access_token=${ada.token}` } },
    ...keys.map((key) => ({ headers: { 'X-API-Key': key } })),
  ];
  let turn = 0;
  const answers = await repeat(64, () =>
    call(app, 'GET', '/api/v1/linked-wallets', {
      ...ways[turn++ % 4],
      headers: { ...ways[(turn - 1) % 4]?.headers, 'X-Forwarded-For': somewhere() },
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.slice(60).map((answer) => codeOf(answer))).toEqual(
    Array.from({ length: 4 }, () => [429, 'RATE_LIMIT_EXCEEDED']),
  );
  const stranger = await account(app);
  expect((await call(app, 'GET', '/api/v1/auth/me', { token: stranger.token })).status).toBe(200);
});

it('a partner has ten times as many a minute, of its own', async () => {
  const validate = (key: string) =>
    post(app, '/api/v1/partners/validate', undefined, { headers: { 'X-Partner-Key': key } });
  const first = await validate(app.partnerKey);
  expect(limits(first)).toMatchObject({
    'x-ratelimit-limit-minute': '600',
    'x-ratelimit-limit-day': '100000',
  });
  const answers = await Promise.all(Array.from({ length: 610 }, () => validate(app.partnerKey)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(599);
  expect(answers.find(({ status }) => status === 429)?.body.error.details).toMatchObject({ limit: 600 });
});

it('IPv6 counts by network, IPv4 inside IPv6 as itself', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, i) => from(`2001:db8:7:7::${i.toString(16)}`)));
  expect((await from('2001:db8:7:7:ffff:ffff:ffff:ffff')).status).toBe(429);
  expect((await from('2001:db8:7:8::1')).status).toBe(400);
  await Promise.all(Array.from({ length: 60 }, () => from('::ffff:192.0.2.7')));
  expect((await from('192.0.2.7')).status).toBe(429);
});

it.each([
  [
    'a bad credential',
    (ip: string) => call(app, 'GET', '/api/v1/auth/me', { token: 'x', headers: { 'X-Forwarded-For': ip } }),
    401,
  ],
  [
    'a route that is not there',
    (ip: string) => call(app, 'GET', '/api/v1/nothing', { headers: { 'X-Forwarded-For': ip } }),
    404,
  ],
  [
    'a route of another family that is not there',
    (ip: string) => call(app, 'GET', '/api/nothing', { headers: { 'X-Forwarded-For': ip } }),
    404,
  ],
  [
    'a body that is no JSON',
    async (ip: string) => {
      const response = await fetch(`${app.url}/api/v1/auth/login`, {
        method: 'POST',
        body: '{',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
      });
      return { status: response.status, headers: response.headers, text: '', body: await response.json() };
    },
    400,
  ],
])('%s counts, and is refused beyond the limit', async (_name, ask, status) => {
  const ip = somewhere();
  const answers = await repeat(61, () => ask(ip));
  expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: 60 }, () => status), 429]);
  expect(answers[59]?.headers.get('x-ratelimit-remaining-minute')).toBe('0');
  expect(Number(answers[60]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('a request that is not permitted counts for its user', async () => {
  const ada = await account(app);
  const made = await post(
    app,
    '/api/v1/api-keys',
    { name: 'x', permissions: ['read:lots'] },
    { token: ada.token },
  );
  clock.advance(MINUTE);
  const answers = await repeat(61, () =>
    call(app, 'GET', '/api/v1/linked-wallets', { headers: { 'X-API-Key': made.body.data.key } }),
  );
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 403), 429]);
});

it('health, preflights and pages are free', async () => {
  const ip = somewhere();
  const free = async (method: string, path: string, more: Record<string, string> = {}) =>
    call(app, method, path, { headers: { 'X-Forwarded-For': ip, ...more } });
  const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
  for (let i = 0; i < 70; i++) {
    const answers = [
      await free('GET', '/api/v1/health'),
      await free('GET', '/verify-email'),
      await free('OPTIONS', LOGIN, preflight),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(300);
      expect(limits(answer)).toEqual({});
    }
  }
  expect((await from(ip)).headers.get('x-ratelimit-remaining-minute')).toBe('59');
});

it('other families say it in their own words', async () => {
  const ip = somewhere();
  const address = 'nonsense';
  const ask = () =>
    call(app, 'GET', `/api/wallets/${address}/positions`, { headers: { 'X-Forwarded-For': ip } });
  const answers = await repeat(61, ask);
  expect(answers[60]?.body).toEqual({ detail: expect.any(String), error_code: 'RATE_LIMIT_EXCEEDED' });
  expect(answers[60]?.headers.get('x-ratelimit-remaining-minute')).toBe('0');
});

it('without a trusted proxy nobody can claim to come from elsewhere', async () => {
  const direct = await startApp({ RATE_LIMIT_RPM: '5' }, clock);
  try {
    const ask = () => call(direct, 'GET', '/api/v1/auth/me', { headers: { 'X-Forwarded-For': somewhere() } });
    expect((await repeat(6, ask)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  } finally {
    await direct.close();
  }
});

it.each(['0', '-1', 'abc', '1.5'])('a limit of %s is refused at the start', (value) => {
  const names = ['RATE_LIMIT_RPM', 'RATE_LIMIT_RPD', 'PARTNER_RATE_LIMIT_RPM', 'PARTNER_RATE_LIMIT_RPD'];
  for (const name of names) expect(() => loadConfig({ [name]: value })).toThrow(name);
});

it('partners have ten and a hundred times the limits unless told otherwise', () => {
  expect(loadConfig({ RATE_LIMIT_RPM: '7', RATE_LIMIT_RPD: '9' })).toMatchObject({
    PARTNER_RATE_LIMIT_RPM: 70,
    PARTNER_RATE_LIMIT_RPD: 900,
  });
  expect(loadConfig({ PARTNER_RATE_LIMIT_RPM: '3' }).PARTNER_RATE_LIMIT_RPM).toBe(3);
});

describeWithRedis('with Redis', (redis) => {
  it('requests are answered while Redis comes and goes, and counted over two processes', async () => {
    const first = await startApp({ ...LIMITS, REDIS_URL: redis().url });
    const second = await startApp({ ...LIMITS, REDIS_URL: redis().url, ...first.database });
    try {
      let ip = '';
      const ask = ({ url }: TestApp) =>
        call({ url }, 'GET', '/api/v1/nothing', { headers: { 'X-Forwarded-For': ip } });
      // On a machine so busy that Redis keeps a caller waiting, each process counts for itself.
      const passed = async (): Promise<number> => {
        ip = somewhere();
        const both = await Promise.all(
          Array.from({ length: 70 }, (_, i) => ask([first, second][i % 2] ?? first)),
        );
        return both.filter(({ status }) => status === 404).length;
      };
      await until(passed, (count) => count === 60);
      await redis().stop();
      const away = await repeat(10, () => ask(first));
      expect(away.filter(({ status }) => status >= 500)).toEqual([]);
      await redis().start();
      const back = await repeat(10, () => ask(first));
      expect(back.filter(({ status }) => status >= 500)).toEqual([]);
    } finally {
      await second.close();
      await first.close();
    }
  });
});
