import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/env';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { FakeKraken } from '../fakes/fake-kraken';
import { type Collector, startCollector } from '../operate/collector';
import { dump, rowsOf, startTalkative, type TalkativeService } from '../operate/talkative';
import { until } from '../support/until';
import { call, login, mail, post, signup, verify, type Answer } from './client';

/**
 * Every secret the service is given or gives out, in every place it may be sent to, and then a search for each of
 * them in the log at its most talkative, in every row of every table, and in every answer that is an error.
 */

const SECRET = {
  jwt: 'canary-jwt-secret-0123456789abcdefghij',
  encryption: 'canary-encryption-key-0123456789abcd',
  password: 'canary password one',
  newPassword: 'canary password two',
  wrongPassword: 'canary password wrong',
  metricsToken: 'canary-metrics-token-0123',
  collectorKey: 'canary-collector-key-0123',
  paymentSignature: `t=1767225600,v1=${'ca9a'.repeat(16)}`,
};

let running: TalkativeService;
let collector: Collector;
const kraken = new FakeKraken();
const errors: string[] = [];
const secrets = new Map<string, string>(Object.entries(SECRET));

beforeAll(async () => {
  collector = await startCollector();
  await kraken.start();
  running = await startTalkative({
    JWT_SECRET: SECRET.jwt,
    ENCRYPTION_KEY: SECRET.encryption,
    RATE_LIMIT_RPM: '10000',
    RATE_LIMIT_RPD: '10000',
    METRICS_TOKEN: SECRET.metricsToken,
    EXCHANGE_KRAKEN_BASE_URL: kraken.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${SECRET.collectorKey}`,
  });
});
afterAll(async () => {
  await running?.close();
  await collector?.close();
  await kraken.close();
});

function keep(name: string, secret: unknown): string {
  if (typeof secret !== 'string' || secret.length < 8) throw new Error(`${name} is not there`);
  secrets.set(name, secret);
  return secret;
}

function seen(answer: Answer): Answer {
  if (answer.status >= 400) errors.push(answer.text);
  return answer;
}

it('no secret is in the log, in the database or in an error', async () => {
  const email = 'canary@example.com';
  await signup(running, email, SECRET.password);
  const verifyToken = keep('verify token', (await mail(running, email)).token);
  seen(await verify(running, `${verifyToken.slice(0, -1)}!`));
  seen(await call(running, 'GET', `/verify-email?token=${verifyToken}`));
  await verify(running, verifyToken);
  seen(await login(running, email, SECRET.wrongPassword));
  const logged = (await login(running, email, SECRET.password)).body.data;
  const access = keep('access token', logged.access_token);
  const refresh = keep('refresh token', logged.refresh_token);

  const made = await post(
    running,
    '/api/v1/api-keys',
    { name: 'canary', permissions: ['read:lots'] },
    { token: access },
  );
  const apiKey = keep('API key', made.body.data.key);
  const partnerKey = keep(
    'partner key',
    (await running.app.get(PartnerKeysService, { strict: false }).create('canary')).key,
  );
  await post(running, '/api/v1/auth/forgot-password', { email });
  const resetToken = keep('reset token', (await mail(running, email, 2)).token);
  await post(running, '/api/v1/auth/magic-link', { email });
  const magicToken = keep('magic token', (await mail(running, email, 3)).token);
  const handed = await post(
    running,
    '/api/v1/auth/magic-link',
    { email: 'partner-made@example.com' },
    {
      headers: { 'X-Partner-Key': partnerKey },
    },
  );
  keep('handed token', new URL(handed.body.data.magic_link).searchParams.get('token'));

  // Keys of an exchange: one that is connected and read, one that trades, and one that the exchange does not know.
  const connected = kraken.key();
  const trading = kraken.key(['query-funds', 'modify-trades'], 'AA00 TEST 2');
  const unknown = { apiKey: 'canary-exchange-key-0123456789', apiSecret: 'Y2FuYXJ5LWV4Y2hhbmdlLXNlY3JldA==' };
  const statuses: number[] = [];
  for (const [name, { apiKey: exchangeKey, apiSecret }] of Object.entries({ connected, trading, unknown })) {
    const body = {
      exchange: 'kraken',
      api_key: keep(`${name} exchange key`, exchangeKey),
      api_secret: keep(`${name} exchange secret`, apiSecret),
    };
    const answer = seen(await post(running, '/api/v1/exchange-accounts', body, { token: access }));
    statuses.push(answer.status);
    if (answer.status !== 201) continue;
    const sync = `/api/v1/exchange-accounts/${answer.body.data.id}/sync`;
    kraken.fault = { mode: 'revoked', times: 1, method: 'Ledgers' };
    const { job_id: job } = (await post(running, sync, {}, { token: access })).body.data;
    await until(
      async () => (await call(running, 'GET', `/api/v1/jobs/${job}`, { token: access })).body.data.status,
      (state) => !['queued', 'running'].includes(state),
    );
    seen(await call(running, 'GET', `/api/v1/jobs/${job}/result`, { token: access }));
  }
  expect(statuses).toEqual([201, 400, 400]);

  // Each in every place it does not belong, and in the ones where it does.
  for (const [name, secret] of [...secrets].filter(([name]) => !['jwt', 'encryption'].includes(name))) {
    const header = encodeURIComponent(secret);
    for (const path of [
      '/api/v1/usage',
      '/api/v1/wallets/x/holdings',
      '/api/wallets/x/positions',
      '/nowhere',
    ]) {
      seen(await call(running, 'GET', path, { token: header }));
      seen(await call(running, 'GET', path, { headers: { 'X-API-Key': header } }));
      seen(await call(running, 'GET', path, { headers: { 'X-Partner-Key': header } }));
      seen(
        await call(running, 'GET', path, {
          headers: { Cookie: `access_token=${header}; refresh_token=${header}` },
        }),
      );
      seen(await call(running, 'GET', `${path}?partner_key=${header}&api_key=${header}&token=${header}`));
    }
    seen(await post(running, '/api/v1/auth/reset-password', { token: secret, password: 'short' }));
    seen(await post(running, '/api/v1/auth/login', { email: name, password: secret }));
    seen(await post(running, '/api/v1/auth/signup', { email, password: secret, accepted_terms: false }));
    seen(
      await post(running, '/api/v1/auth/refresh', undefined, {
        headers: { Cookie: `refresh_token=${header}` },
      }),
    );
  }
  const hook = await post(
    running,
    '/api/v1/webhooks',
    {
      url: `${running.url}/receiver?secret=x`,
      events: ['transaction.new'],
      headers: { 'X-Auth': SECRET.password },
    },
    { token: access },
  );
  const signing = keep('signing secret', hook.body.data.secret);
  for (const path of ['/api/v1/checkout/webhook', '/nowhere'])
    seen(
      await post(
        running,
        path,
        { secret: signing },
        { headers: { 'Stripe-Signature': SECRET.paymentSignature } },
      ),
    );
  // In places where they are by mistake: behind a forgotten question mark, and in the name of a program.
  for (const secret of [apiKey, partnerKey, access, refresh, signing])
    seen(
      await call(running, 'GET', `/api/v1/usage&partner_key=${encodeURIComponent(secret)}`, {
        headers: { 'User-Agent': `books/1.0 ${secret}` },
      }),
    );
  const used = await call(running, 'GET', '/api/v1/usage', { headers: { 'X-API-Key': apiKey } });
  expect(used.status).toBe(200);
  const validated = await post(running, `/api/v1/partners/validate?partner_key=${partnerKey}`);
  expect(validated.status).toBe(200);
  const renewed = await post(running, '/api/v1/auth/refresh', undefined, {
    headers: { Cookie: `refresh_token=${refresh}` },
  });
  keep('second access token', renewed.body.data.access_token);
  const signedIn = await post(running, '/api/v1/auth/magic-link/verify', { token: magicToken });
  keep('third access token', signedIn.body.data.access_token);
  const reset = await post(running, '/api/v1/auth/reset-password', {
    token: resetToken,
    password: SECRET.newPassword,
  });
  expect(reset.status).toBe(200);
  // An unexpected failure: the table is gone during the request.
  await running.inDatabase((client) => client.query('ALTER TABLE api_keys RENAME TO api_keys_away'));
  const broken = seen(await call(running, 'GET', '/api/v1/usage', { headers: { 'X-API-Key': `${apiKey}` } }));
  await running.inDatabase((client) => client.query('ALTER TABLE api_keys_away RENAME TO api_keys'));
  expect([200, 500]).toContain(broken.status);
  const metrics = await (await fetch(`${running.url}/metrics`)).text();
  // What is gathered, counted and traced is written at the end.
  await running.stop();

  const traces = collector.received;
  const audit = await running.inDatabase((client) => rowsOf(client, 'audit_logs'));
  const places = {
    log: running.log(),
    database: await running.inDatabase(dump),
    audit: audit.join('\n'),
    errors: errors.join('\n'),
    metrics,
    traces,
  };
  expect(places.log).toContain('/api/v1/partners/validate');
  expect(places.database).toContain(email);
  expect(places.audit).toContain('/api/v1/partners/validate');
  expect(places.audit).toContain('/api/v1/usage&partner_key=[hidden]');
  expect(audit.length).toBeGreaterThan(100);
  expect(places.metrics).toContain('/api/v1/partners/validate');
  expect(places.traces).toContain('/api/v1/partners/validate');
  expect(errors.length).toBeGreaterThan(100);
  const found = [...secrets].flatMap(([name, secret]) =>
    Object.entries(places).flatMap(([place, text]) =>
      [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ].some((form) => text.includes(form))
        ? [`${name} in the ${place}`]
        : [],
    ),
  );
  expect(found).toEqual([]);
  expect(secrets.size).toBeGreaterThanOrEqual(18);
});

it('no error tells of the inside', () => {
  expect(errors.filter((text) => /at .+\.ts:|SELECT |relation "|node_modules|\/src\//.test(text))).toEqual(
    [],
  );
});

it('secrets made by the service itself are files for its owner alone', async () => {
  const { SecretKeys } = await import('../../src/config/secrets/secret-keys.js');
  const folder = mkdtempSync(join(tmpdir(), 'cost-basis-keys-'));
  try {
    const fresh = () => new SecretKeys(loadConfig({ DATA_DIR: folder }));
    const [made] = fresh().of('jwt');
    expect(made).toHaveLength(43);
    expect(fresh().of('jwt')).toEqual([made]);
    expect(fresh().of('encryption')).not.toEqual([made]);
    expect(readFileSync(join(folder, 'jwt.secret'), 'utf8')).toBe(made);
    expect(statSync(join(folder, 'jwt.secret')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('secrets that are short are refused, and in production missing ones too', () => {
  for (const name of ['JWT_SECRET', 'ENCRYPTION_KEY']) {
    expect(() => loadConfig({ [name]: 'x'.repeat(31) })).toThrow(name);
    expect(() => loadConfig({ [name]: `${'x'.repeat(32)},${'y'.repeat(31)}` })).toThrow(name);
    expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow(`${name}: must be set in production`);
  }
  const given = { JWT_SECRET: `${'x'.repeat(32)}, ${'y'.repeat(32)}`, ENCRYPTION_KEY: 'é'.repeat(16) };
  expect(loadConfig({ NODE_ENV: 'production', ...given }).JWT_SECRET).toEqual([
    'x'.repeat(32),
    'y'.repeat(32),
  ]);
});
