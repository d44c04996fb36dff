import { createHash, createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { DataSource } from 'typeorm';
import { REDIS_AWAY, startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import {
  account,
  call,
  codeOf,
  cookiesOf,
  login,
  mail,
  post,
  signIn,
  signup,
  someEmail,
  verify,
  type Account,
} from './client';

/** What passes for a session, and for how long. */

const SECRETS = ['the first secret signs 0123456789abcdef', 'the second secret only verifies 01234567'];
const clock = new FakeClock(Date.UTC(2026, 1, 3, 10));
const SECOND = 1_000;

let app: TestApp;
let ada: Account;
beforeAll(async () => {
  app = await startApp({ JWT_SECRET: SECRETS.join(','), TRUST_PROXY: 'true' }, clock);
  ada = await account(app);
});
afterAll(() => app?.close());

const me = (headers: Record<string, string>) => call(app, 'GET', '/api/v1/auth/me', { headers });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const statusOf = async (token: string) => (await me(bearer(token))).status;
const refresh = (token: string, headers: Record<string, string> = {}) =>
  post(app, '/api/v1/auth/refresh', undefined, { headers: { Cookie: `refresh_token=${token}`, ...headers } });
const sql = (text: string, values: unknown[] = []) => app.app.get(DataSource).query(text, values);

type Claims = Record<string, unknown>;
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (token: string, index: number): Claims =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Claims;

/** A token of our own making, as near to the real one as the attack allows. */
function forge(claims: Claims = {}, header: Claims = {}, secret = SECRETS[0] ?? '', hash = 'sha256'): string {
  const head = part({ ...read(ada.token, 0), ...header });
  const body = part({ ...read(ada.token, 1), ...claims });
  return `${head}.${body}.${createHmac(hash, secret).update(`${head}.${body}`).digest('base64url')}`;
}

describe('an access token', () => {
  it('that is forged exactly as ours passes: the forgeries below fail for what they change', async () => {
    expect(await statusOf(forge())).toBe(200);
  });

  it('says who, until when, and what it is', () => {
    const claims = read(ada.token, 1);
    expect(claims).toMatchObject({
      sub: ada.id,
      typ: 'access',
      iss: expect.any(String),
      aud: expect.any(String),
    });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(900);
    expect(read(ada.token, 0)).toMatchObject({ alg: 'HS256', kid: expect.any(String) });
    expect(read(ada.refreshToken, 1)).toMatchObject({ sub: ada.id, typ: 'refresh' });
  });

  const now = () => Math.floor(clock.now() / 1000);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const unsigned = (alg: string) => `${part({ ...read(ada.token, 0), alg })}.${part(read(ada.token, 1))}.`;
  const FORGERIES: Record<string, () => string> = {
    'alg none': () => unsigned('none'),
    'alg None': () => unsigned('None'),
    'alg nOnE': () => unsigned('nOnE'),
    'an empty signature': () => unsigned('HS256'),
    'another key': () => forge({}, {}, 'some other secret of thirty-two bytes'),
    'our key named, another used': () => forge({}, { kid: 'unknown' }),
    HS512: () => forge({}, { alg: 'HS512' }, SECRETS[0], 'sha512'),
    'RS256 with the secret as key': () => forge({}, { alg: 'RS256' }),
    'RS256 with a key of its own': () => {
      const head = part({ ...read(ada.token, 0), alg: 'RS256' });
      const body = part(read(ada.token, 1));
      return `${head}.${body}.${createSign('sha256').update(`${head}.${body}`).sign(rsa.privateKey, 'base64url')}`;
    },
    'kid that climbs': () => forge({}, { kid: '../../../../dev/null' }, ''),
    'kid that asks the database': () => forge({}, { kid: "' UNION SELECT 'x" }, 'x'),
    'kid that is a property of objects': () => forge({}, { kid: 'constructor' }, ''),
    'no kid': () => forge({}, { kid: undefined }),
    'the second before': () => forge({ exp: now() - 1 }),
    'no exp': () => forge({ exp: undefined }),
    'exp as text': () => forge({ exp: String(now() + 900) }),
    'exp without end': () => {
      const head = part(read(ada.token, 0));
      const text = JSON.stringify(read(ada.token, 1)).replace(/"exp":\d+/, '"exp":1e400');
      const body = Buffer.from(text).toString('base64url');
      const secret = SECRETS[0] ?? '';
      return `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`;
    },
    'nbf to come': () => forge({ nbf: now() + 60 }),
    'iat to come': () => forge({ iat: now() + 60 }),
    'iat as text': () => forge({ iat: 'now' }),
    'another audience': () => forge({ aud: 'somebody' }),
    'another issuer': () => forge({ iss: 'somebody' }),
    'no type': () => forge({ typ: undefined }),
    'a refresh token': () => ada.refreshToken,
    'another user': () => forge({ sub: '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b' }),
    'another session': () => forge({ sid: '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b' }),
    'a session that is no id': () => forge({ sid: { $ne: null } }),
    'an edited payload': () => {
      const [head, , signature] = ada.token.split('.');
      return `${head}.${part({ ...read(ada.token, 1), sub: 'x' })}.${signature}`;
    },
    'one character changed': () => ada.token.slice(0, -2) + (ada.token.endsWith('AA') ? 'BA' : 'AA'),
    'two parts': () => ada.token.split('.').slice(0, 2).join('.'),
  };
  it.each(Object.entries(FORGERIES))('with %s is none', async (_name, make) => {
    expect(codeOf(await me(bearer(make())))).toEqual([401, 'UNAUTHORIZED']);
    expect((await me({ Cookie: `access_token=${make()}` })).status).toBe(401);
  });

  it.each(['jku', 'x5u', 'jwk'])('is not believed where its key is to be found (%s)', async (name) => {
    const value = name === 'jwk' ? rsa.publicKey.export({ format: 'jwk' }) : 'https://evil.example/keys';
    expect(await statusOf(forge({}, { [name]: value }, 'a secret of the attacker, long enough'))).toBe(401);
  });

  it('signed with the secret before the present one still passes', async () => {
    const second = SECRETS[1] ?? '';
    const kid = createHash('sha256').update('key id').update(second).digest('hex').slice(0, 12);
    expect(await statusOf(forge({}, { kid }, second))).toBe(200);
    expect(await statusOf(forge({}, { kid }, SECRETS[0]))).toBe(401);
    expect(read(ada.token, 0)['kid']).not.toBe(kid);
  });

  it('is good for 15 minutes', async () => {
    const { token } = await signIn(app, ada.email);
    clock.advance(899 * SECOND);
    expect(await statusOf(token)).toBe(200);
    clock.advance(2 * SECOND);
    expect(await statusOf(token)).toBe(401);
    ada = await signIn(app, ada.email);
  });

  it('is nothing once the account is disabled or gone', async () => {
    const [bob, eve] = [await account(app), await account(app)];
    await sql('UPDATE users SET disabled_at = now() WHERE id = $1', [bob.id]);
    await sql('DELETE FROM users WHERE id = $1', [eve.id]);
    for (const { token, refreshToken, email } of [bob, eve]) {
      expect(await statusOf(token)).toBe(401);
      expect((await refresh(refreshToken)).status).toBe(401);
      expect(codeOf(await login(app, email))).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('of every login belongs to a session of its own', async () => {
    const logins = await Promise.all([1, 2, 3].map(() => signIn(app, ada.email)));
    for (const claim of ['sid', 'jti'])
      expect(new Set(logins.map(({ token }) => read(token, 1)[claim])).size).toBe(3);
  });

  it('tokens of mails are none', async () => {
    await post(app, '/api/v1/auth/forgot-password', { email: ada.email });
    const { token } = await mail(app, ada.email, 2);
    expect(await statusOf(token ?? '')).toBe(401);
  });
});

describe('a plan that is bought or runs out', () => {
  it('is seen by the next request', async () => {
    const { PlanLookup } = await import('../../src/ports/access/plan-lookup.js');
    const planOf = async () => (await call(app, 'GET', '/api/v1/usage', { token: ada.token })).body.data;
    const ends = clock.now() + 60 * SECOND;
    expect(await planOf()).toMatchObject({
      plan_name: 'free',
      plan_expired: false,
      tx_limit: 25,
      wallet_limit: 1,
    });
    await sql(`UPDATE users SET plan_name = 'basic', plan_expires_at = $2 WHERE id = $1`, [
      ada.id,
      new Date(ends),
    ]);
    app.app.get(PlanLookup, { strict: false }).changed(ada.id);
    expect(await planOf()).toMatchObject({
      plan_name: 'basic',
      plan_expired: false,
      plan_expires_at: new Date(ends).toISOString(),
      tx_limit: 100,
      wallet_limit: 5,
    });
    clock.advance(60 * SECOND);
    expect(await planOf()).toMatchObject({
      plan_name: 'basic',
      plan_expired: true,
      tx_limit: 25,
      wallet_limit: 1,
    });
  });
});

describe('refreshing', () => {
  it('is good for seven days from the login', async () => {
    const { refreshToken } = await signIn(app, ada.email);
    clock.advance(604_799 * SECOND);
    const last = await refresh(refreshToken);
    expect(last.status).toBe(200);
    expect(await statusOf(last.body.data.access_token)).toBe(200);
    clock.advance(2 * SECOND);
    expect(await statusOf(last.body.data.access_token)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    ada = await signIn(app, ada.email);
  });

  it('takes a cookie alone, and a refresh token alone', async () => {
    const inBody = await post(app, '/api/v1/auth/refresh', { refresh_token: ada.refreshToken });
    expect(codeOf(inBody)).toEqual([401, 'UNAUTHORIZED']);
    const { refreshToken } = await signIn(app, ada.email);
    const headers = { Cookie: `refresh_token=${refreshToken}` };
    const ignored = await post(app, '/api/v1/auth/refresh', { refresh_token: 'x' }, { headers });
    expect(ignored.status).toBe(200);
    expect((await post(app, '/api/v1/auth/refresh')).status).toBe(401);
    expect((await refresh(ada.token)).status).toBe(401);
    expect((await refresh('nonsense')).status).toBe(401);
    expect(
      (await post(app, '/api/v1/auth/refresh', undefined, { headers: bearer(ada.refreshToken) })).status,
    ).toBe(401);
  });

  it('twice at once works twice', async () => {
    const answers = await Promise.all([refresh(ada.refreshToken), refresh(ada.refreshToken)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([
    [{ Origin: 'https://evil.example' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{}, 200],
  ])('from %j is %i', async (headers, status) => {
    const answer = await refresh(ada.refreshToken, headers);
    expect(answer.status).toBe(status);
    if (status === 403) expect([...codeOf(answer), cookiesOf(answer)]).toEqual([403, 'FORBIDDEN', {}]);
  });

  it('logging somebody out from another site does not work either', async () => {
    const headers = { Cookie: `access_token=${ada.token}`, Origin: 'https://evil.example' };
    expect((await post(app, '/api/v1/auth/logout', undefined, { headers })).status).toBe(403);
    expect(await statusOf(ada.token)).toBe(200);
  });
});

describe('refreshing with REFRESH_ROTATION', () => {
  let rotating: TestApp;
  let bob: Account;
  const turn = (token: string) =>
    post(rotating, '/api/v1/auth/refresh', undefined, { headers: { Cookie: `refresh_token=${token}` } });
  const next = (answer: Awaited<ReturnType<typeof turn>>): string =>
    cookiesOf(answer)['refresh_token']?.value ?? '';

  beforeAll(async () => {
    rotating = await startApp({ REFRESH_ROTATION: 'true', TRUST_PROXY: 'true' }, clock);
  });
  afterAll(() => rotating?.close());
  beforeEach(async () => {
    bob = await account(rotating);
  });

  it('sets a new refresh cookie that ends when the first would have', async () => {
    const first = await turn(bob.refreshToken);
    expect(first.status).toBe(200);
    expect(next(first)).not.toBe(bob.refreshToken);
    expect(read(next(first), 1)['exp']).toBe(read(bob.refreshToken, 1)['exp']);
    expect((await turn(next(first))).status).toBe(200);
  });

  it('ten at once all work, and lead to the same successor', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => turn(bob.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map((answer) => read(next(answer), 1)['jti'])).size).toBe(1);
  });

  it('a token used again later ends the session', async () => {
    const first = await turn(bob.refreshToken);
    clock.advance(61 * SECOND);
    expect(codeOf(await turn(bob.refreshToken))).toEqual([401, 'UNAUTHORIZED']);
    expect((await turn(next(first))).status).toBe(401);
    const identity = await call(rotating, 'GET', '/api/v1/auth/me', { token: first.body.data.access_token });
    expect(identity.status).toBe(401);
  });
});

describe('two processes over one database', () => {
  const elsewhere = new FakeClock(clock.now());
  let one: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    const env = { JWT_SECRET: SECRETS.join(','), ...REDIS_AWAY };
    one = await startApp(env, clock);
    elsewhere.advance(clock.now() - elsewhere.now());
    // Either process may send a mail.
    other = await startApp({ ...env, ...one.database, DATA_DIR: one.dataDir }, elsewhere);
  });
  afterAll(async () => {
    await other?.close();
    await one?.close();
  });
  const statusIn = async (where: TestApp, token: string): Promise<number> =>
    (await call(where, 'GET', '/api/v1/auth/me', { token })).status;

  it('a session revoked in one ends in the other', async () => {
    const { token } = await account(one);
    expect(await statusIn(other, token)).toBe(200);
    await post(one, '/api/v1/auth/logout', undefined, { token });
    for (const each of [clock, elsewhere]) each.advance(SECOND);
    expect(await statusIn(other, token)).toBe(401);
  });

  it('a clock ten minutes ahead makes tokens that the other refuses until then; it takes those of the other', async () => {
    const { email, token } = await account(one);
    elsewhere.advance(600 * SECOND);
    const early = (await signIn(other, email)).token;
    expect([await statusIn(one, early), await statusIn(other, early)]).toEqual([401, 200]);
    expect(await statusIn(other, token)).toBe(200);
    clock.advance(600 * SECOND);
    expect(await statusIn(one, early)).toBe(200);
  });

  it('a clock that jumps back an hour refuses tokens from its future, and sign-ins go on', async () => {
    const { email, token } = await account(one);
    elsewhere.advance(-3_600 * SECOND);
    expect(await statusIn(other, token)).toBe(401);
    const again = (await signIn(other, email)).token;
    expect([await statusIn(other, again), await statusIn(one, token)]).toEqual([200, 200]);
    elsewhere.advance(3_600 * SECOND);
    expect(await statusIn(other, token)).toBe(200);
  });

  it('a token lasts over a leap day as over any other', async () => {
    const { email } = await account(one);
    const refreshed = () => signIn(one, email);
    clock.advance(Date.UTC(2028, 1, 28, 23, 50) - clock.now());
    for (let day = 0; day < 2; day++) {
      const { token } = await refreshed();
      clock.advance(899 * SECOND);
      expect(await statusIn(one, token)).toBe(200);
      clock.advance(2 * SECOND);
      expect(await statusIn(one, token)).toBe(401);
      clock.advance(86_400_000 - 901 * SECOND);
    }
  });
});

describe('a link to choose a password', () => {
  it('is good for an hour, also when the sign-up it is for would expire before', async () => {
    const hours = (count: number) => clock.advance(count * 3_600 * SECOND);
    const forgotten = async (email: string, count: number): Promise<string | null> => {
      await post(app, '/api/v1/auth/forgot-password', { email });
      return (await mail(app, email, count)).token;
    };
    const reset = (token: string | null) =>
      post(app, '/api/v1/auth/reset-password', { token, password: 'a new and rare passphrase' });
    const [early, late] = [someEmail(), someEmail()];
    for (const email of [early, late]) await signup(app, email);
    const { token: verification } = await mail(app, early);
    await mail(app, late);
    hours(23.5);
    const tokens = [await forgotten(early, 2), await forgotten(late, 2)];
    hours(0.9);
    expect(codeOf(await verify(app, verification))).toEqual([400, 'INVALID_TOKEN']);
    expect((await reset(tokens[0] ?? null)).status).toBe(200);
    hours(0.2);
    expect(codeOf(await reset(tokens[1] ?? null))).toEqual([400, 'INVALID_TOKEN']);
  });
});
