import { createHmac } from 'node:crypto';
import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { throughPool } from '../support/pgbouncer';
import {
  account,
  call,
  codeOf,
  login,
  mail,
  mailsTo,
  notices,
  PASSWORD,
  post,
  signIn,
  somewhere,
  type Account,
  type Answer,
} from './client';

/** The optional second factor: codes of an app (RFC 6238), recovery codes, and what an attacker tries against them. */

const clock = new FakeClock(Date.UTC(2026, 1, 3, 10));
const AUTH = '/api/v1/auth';
const TOTP = `${AUTH}/totp`;
const STEP = 30_000;

let app: TestApp;
const environment = { ...process.env };
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: 'true' }, clock);
  Object.assign(process.env, throughPool({ NODE_ENV: 'test', ...app.database }));
  Object.assign(process.env, { DATA_DIR: app.dataDir, REDIS_URL: '' });
});
afterAll(async () => {
  await app?.close();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** By the words of RFC 4226 and RFC 6238, apart from the library of the service. */
function codeAt(secret: string, now = clock.now()): string {
  const bits = [...secret].map((char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
const wrongCode = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, clock.now() + steps * STEP));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
};

const me = async (token: string) => (await call(app, 'GET', `${AUTH}/me`, { token })).body?.data;
const start = ({ token }: Account, password = PASSWORD) => post(app, TOTP, { password }, { token });
const confirm = ({ token }: Account, otp: string) => post(app, `${TOTP}/confirm`, { otp }, { token });
const logInWith = (email: string, otp?: string, password = PASSWORD, network = somewhere()) =>
  post(
    app,
    `${AUTH}/login`,
    { email, password, ...(otp !== undefined && { otp }) },
    { headers: { 'X-Forwarded-For': network } },
  );

interface Secured extends Account {
  secret: string;
  recovery: string[];
}

/** An account whose second factor is in force. The code of this step is used. */
async function secured(): Promise<Secured> {
  const ada = await account(app);
  const { secret } = (await start(ada)).body.data;
  const confirmed = await confirm(ada, codeAt(secret));
  expect(confirmed.status).toBe(200);
  return { ...ada, secret, recovery: confirmed.body.data.recovery_codes };
}

/** The next code of an app, which was not used yet. */
function nextCode({ secret }: Secured): string {
  clock.advance(STEP);
  return codeAt(secret);
}

describe('starting a second factor', () => {
  it('gives a secret for an app, and has no effect until a code is confirmed', async () => {
    const ada = await account(app);
    const started = await start(ada);
    expect([started.status, started.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { secret, otpauth_url } = started.body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(otpauth_url);
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Cost basis service:${ada.email}`,
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Cost basis service',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect((await login(app, ada.email)).status).toBe(200);
    expect((await me(ada.token)).totp_enabled).toBe(false);
  });

  it('needs the password, and ends the other sessions once it is in force', async () => {
    const ada = await account(app);
    const refused = await start(ada, 'not the one');
    expect([...codeOf(refused), refused.body.error.field]).toEqual([403, 'FORBIDDEN', 'password']);
    const other = await signIn(app, ada.email);
    const { secret } = (await start(ada)).body.data;
    const wrong = await confirm(ada, wrongCode(secret));
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([403, 'FORBIDDEN', 'otp']);
    const confirmed = await confirm(ada, codeAt(secret));
    expect(confirmed.body.data.totp_enabled).toBe(true);
    const codes: string[] = confirmed.body.data.recovery_codes;
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect(await me(other.token)).toBeUndefined();
    expect((await me(ada.token)).totp_enabled).toBe(true);
  });

  it('over one that is in force is a conflict; another secret before that replaces the first', async () => {
    const ada = await account(app);
    const first = (await start(ada)).body.data.secret;
    const { secret } = (await start(ada)).body.data;
    expect(codeOf(await confirm(ada, codeAt(first)))).toEqual([403, 'FORBIDDEN']);
    expect((await confirm(ada, codeAt(secret))).status).toBe(200);
    expect(codeOf(await start(ada))).toEqual([409, 'CONFLICT']);
    expect(codeOf(await confirm(ada, codeAt(secret)))).toEqual([409, 'CONFLICT']);
  });

  it('without a start there is nothing to confirm', async () => {
    expect(codeOf(await confirm(await account(app), '123456'))).toEqual([409, 'CONFLICT']);
  });
});

describe('a login with a second factor', () => {
  it('needs a code, and says so only after the right password', async () => {
    const ada = await secured();
    expect(codeOf(await logInWith(ada.email))).toEqual([401, 'OTP_REQUIRED']);
    expect(codeOf(await logInWith(ada.email, undefined, 'a wrong guess'))).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await logInWith(ada.email, nextCode(ada), 'a wrong guess'))).toEqual([401, 'UNAUTHORIZED']);
    const wrong = await logInWith(ada.email, wrongCode(ada.secret));
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([401, 'UNAUTHORIZED', 'otp']);
    expect((await logInWith(ada.email, nextCode(ada))).status).toBe(200);
  });

  it('takes the code of the step before and after, and no older or later one', async () => {
    const ada = await secured();
    clock.advance(10 * STEP);
    for (const steps of [-2, 2])
      expect((await logInWith(ada.email, codeAt(ada.secret, clock.now() + steps * STEP))).status).toBe(401);
    for (const steps of [-1, 0, 1])
      expect((await logInWith(ada.email, codeAt(ada.secret, clock.now() + steps * STEP))).status).toBe(200);
  });

  it('takes no code twice, nor an older one after it, also of twenty at once', async () => {
    const ada = await secured();
    // The one that confirmed the factor.
    expect((await logInWith(ada.email, codeAt(ada.secret))).status).toBe(401);
    const code = nextCode(ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => logInWith(ada.email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    clock.advance(3_600_000);
    const [older, newer] = [codeAt(ada.secret), nextCode(ada)];
    expect((await logInWith(ada.email, newer)).status).toBe(200);
    expect((await logInWith(ada.email, older)).status).toBe(401);
  });

  it('takes each recovery code once, however it is written', async () => {
    const ada = await secured();
    const [first = '', second = ''] = ada.recovery;
    expect((await logInWith(ada.email, first)).status).toBe(200);
    expect((await logInWith(ada.email, first)).status).toBe(401);
    expect((await logInWith(ada.email, ` ${second.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    const third = ada.recovery[2] ?? '';
    const answers = await Promise.all(Array.from({ length: 10 }, () => logInWith(ada.email, third)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('slows guesses of codes down to ten an hour, and does not lock the owner out at home', async () => {
    const ada = await secured();
    const home = somewhere();
    expect((await logInWith(ada.email, nextCode(ada), PASSWORD, home)).status).toBe(200);
    const guesses: Answer[] = [];
    for (let i = 0; i < 11; i++) guesses.push(await logInWith(ada.email, wrongCode(ada.secret)));
    expect(guesses.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(guesses[10]?.body.error.details).toMatchObject({ limit: 10, window: 'hour' });
    expect((await logInWith(ada.email, nextCode(ada))).status).toBe(429);
    expect((await logInWith(ada.email, nextCode(ada), PASSWORD, home)).status).toBe(200);
    for (let i = 0; i < 5; i++) await logInWith(ada.email, wrongCode(ada.secret), PASSWORD, home);
    expect((await logInWith(ada.email, nextCode(ada), PASSWORD, home)).status).toBe(429);
  });

  it('of an account without one ignores the code', async () => {
    const { email } = await account(app);
    expect((await logInWith(email, '123456')).status).toBe(200);
  });

  it('keeps it when the password is reset by mail: the mailbox alone opens nothing', async () => {
    const ada = await secured();
    await post(app, `${AUTH}/forgot-password`, { email: ada.email });
    const { token } = await mail(app, ada.email, 2);
    await post(app, `${AUTH}/reset-password`, { token, password: 'a new and rare passphrase' });
    expect(codeOf(await logInWith(ada.email, undefined, 'a new and rare passphrase'))).toEqual([
      401,
      'OTP_REQUIRED',
    ]);
  });

  it('is needed for a sign-in link too, which is not used up by a wrong code', async () => {
    const ada = await secured();
    await post(app, `${AUTH}/magic-link`, { email: ada.email });
    const { token } = await mail(app, ada.email, 2);
    const redeem = (otp?: string) =>
      post(app, `${AUTH}/magic-link/verify`, { token, ...(otp !== undefined && { otp }) });
    expect(codeOf(await redeem())).toEqual([401, 'OTP_REQUIRED']);
    const wrong = await redeem(wrongCode(ada.secret));
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([401, 'UNAUTHORIZED', 'otp']);
    expect((await redeem(nextCode(ada))).status).toBe(200);
    expect(codeOf(await redeem(nextCode(ada)))).toEqual([400, 'INVALID_TOKEN']);
  });
});

describe('replacing recovery codes', () => {
  const renew = ({ token }: Account, body: object) => post(app, `${TOTP}/recovery-codes`, body, { token });

  it('needs the password and a code, returns new ones once, and ends those before', async () => {
    const ada = await secured();
    expect(codeOf(await renew(ada, { password: PASSWORD }))).toEqual([401, 'OTP_REQUIRED']);
    const wrong = await renew(ada, { password: PASSWORD, otp: wrongCode(ada.secret) });
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([403, 'FORBIDDEN', 'otp']);
    const otp = nextCode(ada);
    expect(codeOf(await renew(ada, { password: 'not the one', otp }))).toEqual([403, 'FORBIDDEN']);
    const renewed = await renew(ada, { password: PASSWORD, otp });
    expect([renewed.status, renewed.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const codes: string[] = renewed.body.data.recovery_codes;
    expect(new Set([...codes, ...ada.recovery]).size).toBe(20);
    expect((await logInWith(ada.email, ada.recovery[0])).status).toBe(401);
    expect((await logInWith(ada.email, codes[0])).status).toBe(200);
    expect(codeOf(await renew(ada, { password: PASSWORD, otp }))).toEqual([403, 'FORBIDDEN']);
  });

  it('without a factor in force is refused', async () => {
    const ada = await account(app);
    expect(codeOf(await renew(ada, { password: PASSWORD }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    await start(ada);
    expect(codeOf(await renew(ada, { password: PASSWORD }))).toEqual([409, 'CONFLICT']);
  });
});

it('the owner gets a mail about each change, without a link', async () => {
  const ada = await secured();
  const body = () => ({ password: PASSWORD, otp: nextCode(ada) });
  await post(app, `${TOTP}/recovery-codes`, body(), { token: ada.token });
  await call(app, 'DELETE', TOTP, { token: ada.token, body: body() });
  // A factor that never was in force is no change.
  await start(ada);
  await call(app, 'DELETE', TOTP, { token: ada.token, body: { password: PASSWORD } });
  expect((await notices(app, ada.email, 3)).toSorted()).toEqual([
    'A second factor was added',
    'New recovery codes were made',
    'The second factor was removed',
  ]);
  for (const { raw, subject, token } of await mailsTo(app, ada.email))
    if (/factor|recovery/.test(subject))
      expect([token, raw]).toEqual([null, expect.not.stringMatching(/http/)]);
});

describe('ending a second factor', () => {
  const remove = ({ token }: Account, body: object) => call(app, 'DELETE', TOTP, { token, body });

  it('needs the password and a code', async () => {
    const ada = await secured();
    expect(codeOf(await remove(ada, { password: PASSWORD }))).toEqual([401, 'OTP_REQUIRED']);
    const wrong = await remove(ada, { password: PASSWORD, otp: wrongCode(ada.secret) });
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([403, 'FORBIDDEN', 'otp']);
    expect(codeOf(await remove(ada, { password: 'not the one', otp: nextCode(ada) }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    const removed = await remove(ada, { password: PASSWORD, otp: nextCode(ada) });
    expect([removed.status, removed.body.data]).toEqual([200, { deleted: true }]);
    expect((await login(app, ada.email)).status).toBe(200);
    expect(codeOf(await remove(ada, { password: PASSWORD, otp: '123456' }))).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
    // Recovery codes of before end with it.
    const { secret } = (await start(ada)).body.data;
    await confirm(ada, codeAt(secret));
    expect((await logInWith(ada.email, ada.recovery[0])).status).toBe(401);
  });

  it('takes a recovery code', async () => {
    const ada = await secured();
    expect((await remove(ada, { password: PASSWORD, otp: ada.recovery[0] })).status).toBe(200);
  });

  it('by the operator needs neither; the account logs in with its password', async () => {
    const ada = await secured();
    const { resetTotp } = await import('../../src/commands/users.js');
    expect(await resetTotp(ada.email.toUpperCase())).toEqual({ email: ada.email, totp_enabled: false });
    expect((await login(app, ada.email)).status).toBe(200);
    await expect(resetTotp(ada.email)).rejects.toThrow('has no second factor');
    await expect(resetTotp('unknown@example.com')).rejects.toThrow('There is no account');
  });

  it('with the account needs a code', async () => {
    const ada = await secured();
    const erase = (body: object) => call(app, 'DELETE', `${AUTH}/me`, { token: ada.token, body });
    expect(codeOf(await erase({ password: PASSWORD }))).toEqual([401, 'OTP_REQUIRED']);
    expect(codeOf(await erase({ password: PASSWORD, otp: wrongCode(ada.secret) }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect((await erase({ password: PASSWORD, otp: nextCode(ada) })).status).toBe(200);
  });
});

it('the database holds neither secrets nor recovery codes, and the secret of one account opens no other', async () => {
  const [ada, eve] = [await secured(), await secured()];
  const sql = (text: string, values: unknown[] = []) => app.app.get(DataSource).query(text, values);
  const rows = JSON.stringify([
    await sql('SELECT * FROM totp_factors'),
    await sql('SELECT * FROM recovery_codes'),
  ]);
  for (const text of [ada.secret, ...ada.recovery, ...ada.recovery.map((code) => code.replaceAll('-', ''))])
    expect(rows).not.toContain(text);
  await sql(
    `UPDATE totp_factors SET secret = (SELECT secret FROM totp_factors WHERE user_id = $2) WHERE user_id = $1`,
    [ada.id, eve.id],
  );
  expect((await logInWith(ada.email, nextCode(eve))).status).not.toBe(200);
});
