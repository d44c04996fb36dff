import { statSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { startApp, type TestApp } from '../app.factory';
import {
  account,
  call,
  codeOf,
  cookiesOf,
  login,
  mail,
  mailsTo,
  PASSWORD,
  post,
  signIn,
  signup,
  someEmail,
  verify,
} from './client';

/** From the form to the logout over HTTP, reading the mails where they land. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PUBLIC_BASE_URL: 'https://public.example/base', TRUST_PROXY: 'true' });
});
afterAll(() => app?.close());

const me = (token: string) => call(app, 'GET', '/api/v1/auth/me', { token });

describe('signing up', () => {
  it('leads by mail to an account and a session', async () => {
    const email = someEmail();
    const signed = await signup(app, email.toUpperCase(), PASSWORD, { full_name: 'Ada Lovelace' });
    expect(signed.status).toBe(201);
    expect(signed.body.data).toEqual({
      email,
      full_name: 'Ada Lovelace',
      email_verified: false,
      verification_email_sent: true,
      message: expect.any(String),
    });
    expect(codeOf(await login(app, email))).toEqual([403, 'EMAIL_NOT_VERIFIED']);

    const letter = await mail(app, email);
    expect(letter.link).toBe(`https://public.example/base/verify-email?token=${letter.token}`);
    expect(letter.raw.match(/\?token=/g)).toHaveLength(1);
    expect(statSync(join(app.dataDir, 'mail', letter.file)).mode & 0o777).toBe(0o600);

    const verified = await verify(app, letter.token);
    expect([verified.status, verified.body.data]).toEqual([200, { email_verified: true, email }]);

    const logged = await login(app, email);
    expect(logged.status).toBe(200);
    expect(logged.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      full_name: 'Ada Lovelace',
      email_verified: true,
      plan_name: 'free',
      plan_expired: false,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    const identity = await me(logged.body.data.access_token);
    expect(identity.body.data).toEqual({
      id: logged.body.data.id,
      email,
      full_name: 'Ada Lovelace',
      email_verified: true,
      plan_name: 'free',
      plan_unlimited: false,
      plan_expired: false,
      plan_expires_at: null,
      role: 'user',
      totp_enabled: false,
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it.each([
    ['no address', { email: undefined }, 'email'],
    ['no address at all', { email: 'ada' }, 'email'],
    ['an address with a line break', { email: 'ada@example.com\nBcc: all@example.com' }, 'email'],
    ['two addresses', { email: 'ada@example.com,bob@example.com' }, 'email'],
    ['a short password', { password: 'seven77' }, 'password'],
    ['a long password', { password: 'x'.repeat(129) }, 'password'],
    ['a common password', { password: 'password123' }, 'password'],
    ['no terms', { accepted_terms: undefined }, 'accepted_terms'],
    ['terms refused', { accepted_terms: false }, 'accepted_terms'],
    ['terms as text', { accepted_terms: 'true' }, 'accepted_terms'],
    ['a long name', { full_name: 'x'.repeat(256) }, 'full_name'],
  ])('refuses %s', async (_name, wrong, field) => {
    const good = { email: someEmail(), password: PASSWORD, accepted_terms: true };
    const answer = await post(app, '/api/v1/auth/signup', { ...good, ...wrong });
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('takes every character of a password as it is', async () => {
    const email = someEmail();
    const password = `é${'x'.repeat(72)}1`;
    await account(app, email, password);
    for (const other of [
      `é${'x'.repeat(72)}2`,
      `é${'x'.repeat(71)}1`,
      `e\u0301${'x'.repeat(72)}1`,
      ` ${password}`,
    ])
      expect((await login(app, email, other)).status).toBe(401);
    expect((await login(app, email, password)).status).toBe(200);
  });

  it('cannot give itself a plan, a role or a verified address', async () => {
    const email = someEmail();
    const given = await signup(app, email, PASSWORD, { plan_name: 'defi', role: 'operator' });
    expect([...codeOf(given), given.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'plan_name']);
    await signup(app, email, PASSWORD);
    expect(codeOf(await login(app, email))).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    await verify(app, (await mail(app, email)).token);
    const { token } = await signIn(app, email);
    expect((await me(token)).body.data).toMatchObject({ plan_name: 'free', role: 'user' });
  });

  it('says the same for an address that has an account, and tells its owner', async () => {
    const { email } = await account(app);
    const fresh = await signup(app, someEmail(), 'another rare passphrase');
    const known = await signup(app, email, 'another rare passphrase');
    expect(known.status).toBe(fresh.status);
    expect({ ...known.body.data, email: '' }).toEqual({ ...fresh.body.data, email: '' });
    const letter = await mail(app, email, 2);
    expect([letter.subject, letter.token, letter.link]).toEqual(['You already have an account', null, null]);
    expect((await login(app, email, 'another rare passphrase')).status).toBe(401);
    expect((await login(app, email)).status).toBe(200);
  });

  it('lets the attempt win whose link is followed; nobody squats on an address', async () => {
    const email = someEmail();
    await signup(app, email, 'the squatter was here first');
    const first = await mail(app, email);
    await signup(app, email, PASSWORD);
    const second = await mail(app, email, 2);
    expect((await verify(app, second.token)).status).toBe(200);
    expect(codeOf(await verify(app, first.token))).toEqual([400, 'INVALID_TOKEN']);
    expect((await login(app, email, 'the squatter was here first')).status).toBe(401);
    expect((await login(app, email)).status).toBe(200);
  });

  it('makes one account of twenty simultaneous attempts', async () => {
    const email = someEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signup(app, email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const latest = await mail(app, email, 5);
    const tokens = (await mailsTo(app, email)).map(({ token }) => token);
    expect(tokens).toHaveLength(5);
    const redeemed = await Promise.all(tokens.map((token) => verify(app, token)));
    expect(redeemed.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(latest.token).not.toBeNull();
    expect((await signIn(app, email)).email).toBe(email);
  });
});

describe('verifying', () => {
  it('can be asked for again, and says the same for any address', async () => {
    const email = someEmail();
    await signup(app, email);
    await mail(app, email);
    const resend = (to: string) => post(app, '/api/v1/auth/resend-verification/public', { email: to });
    const [known, unknown] = [await resend(email), await resend(someEmail())];
    expect([known.status, known.body.data]).toEqual([unknown.status, unknown.body.data]);
    const again = await mail(app, email, 2);
    expect((await verify(app, again.token)).status).toBe(200);
  });

  it('stops mailing one address after three an hour, without saying so', async () => {
    const email = someEmail();
    await signup(app, email);
    await mail(app, email);
    const resend = () => post(app, '/api/v1/auth/resend-verification/public', { email });
    const answers = [await resend(), await resend(), await resend(), await resend(), await resend()];
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body.data)}`)).size).toBe(1);
    await mail(app, email, 4);
    // The mail of another address is behind them in the queue: when it is there, nothing is on its way any more.
    const other = someEmail();
    await signup(app, other);
    await mail(app, other);
    expect(await mailsTo(app, email)).toHaveLength(4);
  });

  it('of a verified session sends nothing', async () => {
    const { token } = await account(app);
    const answer = await post(app, '/api/v1/auth/resend-verification', undefined, { token });
    expect([answer.status, answer.body.data]).toEqual([200, { sent: false, email_verified: true }]);
  });

  it.each([['nonsense'], ['x'.repeat(43)], [`${'y'.repeat(42)}!`]])('refuses the token %j', async (token) => {
    for (const path of ['verify-email', 'magic-link/verify'])
      expect(codeOf(await post(app, `/api/v1/auth/${path}`, { token }))).toEqual([400, 'INVALID_TOKEN']);
    const reset = await post(app, '/api/v1/auth/reset-password', { token, password: PASSWORD });
    expect(codeOf(reset)).toEqual([400, 'INVALID_TOKEN']);
  });
});

describe('cookies', () => {
  it('carry the session: set by login, enough for a request, renewed by refresh, cleared by logout', async () => {
    const { email } = await account(app);
    const logged = await login(app, email);
    const set = cookiesOf(logged);
    expect(set['access_token']?.value).toBe(logged.body.data.access_token);
    expect(set['access_token']?.attributes).toMatch(
      /^Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(set['refresh_token']?.attributes).toMatch(
      /^Max-Age=604800; Path=\/api\/v1\/auth; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(logged.headers.get('cache-control')).toBe('no-store');
    const access = `access_token=${set['access_token']?.value}`;
    const refresh = `refresh_token=${set['refresh_token']?.value}`;
    expect((await call(app, 'GET', '/api/v1/auth/me', { headers: { Cookie: access } })).status).toBe(200);

    const refreshed = await post(app, '/api/v1/auth/refresh', undefined, { headers: { Cookie: refresh } });
    expect(refreshed.body.data).toEqual({
      access_token: cookiesOf(refreshed)['access_token']?.value,
      token_type: 'Bearer',
      expires_in: 900,
    });
    expect(Object.keys(cookiesOf(refreshed))).toEqual(['access_token']);
    expect((await me(refreshed.body.data.access_token)).status).toBe(200);

    const out = await post(app, '/api/v1/auth/logout', undefined, {
      headers: { Cookie: `${access}; ${refresh}` },
    });
    expect([out.status, out.body.data]).toEqual([200, { logged_out: true }]);
    expect(Object.values(cookiesOf(out)).map(({ value }) => value)).toEqual(['', '']);
    for (const token of [logged.body.data.access_token, refreshed.body.data.access_token])
      expect(codeOf(await me(token))).toEqual([401, 'UNAUTHORIZED']);
    const late = await post(app, '/api/v1/auth/refresh', undefined, { headers: { Cookie: refresh } });
    expect([...codeOf(late), cookiesOf(late)]).toEqual([401, 'UNAUTHORIZED', {}]);
  });

  it('are not sent over plain http when the request came over https', async () => {
    const behind = await startApp({ TRUST_PROXY: 'true' });
    try {
      const { email } = await account(behind);
      const over = async (scheme: string) =>
        cookiesOf(await login(behind, email, PASSWORD, { 'X-Forwarded-Proto': scheme }))['access_token']
          ?.attributes;
      expect(await over('https')).toContain('; Secure');
      expect(await over('http')).not.toContain('Secure');
    } finally {
      await behind.close();
    }
  });
});

describe('logging out', () => {
  it('ends that session alone, and again is fine', async () => {
    const { email, token } = await account(app);
    const other = await signIn(app, email);
    const logout = () => post(app, '/api/v1/auth/logout', undefined, { token });
    expect((await logout()).status).toBe(200);
    expect((await logout()).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await me(other.token)).status).toBe(200);
  });

  it('works with the refresh cookie alone, and not with nothing', async () => {
    const { token, refreshToken } = await account(app);
    const headers = { Cookie: `refresh_token=${refreshToken}` };
    expect((await post(app, '/api/v1/auth/logout', undefined, { headers })).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect(codeOf(await post(app, '/api/v1/auth/logout'))).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await post(app, '/api/v1/auth/logout', undefined, { token: 'nonsense' }))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
  });
});

describe('a forgotten password', () => {
  it('is replaced by link; every session ends, and so does a lock for failed logins', async () => {
    const { email, token, refreshToken } = await account(app);
    const other = await signIn(app, email);
    // From the address of these requests.
    const here = { 'X-Forwarded-For': '127.0.0.1' };
    for (let i = 0; i < 5; i++) await login(app, email, 'wrong wrong wrong', here);
    expect((await login(app, email, undefined, here)).status).toBe(429);
    const asked = await post(app, '/api/v1/auth/forgot-password', { email });
    expect(asked.status).toBe(200);
    const letter = await mail(app, email, 2);
    expect(letter.link).toBe(`https://public.example/base/reset-password?token=${letter.token}`);
    const reset = (password: string) =>
      post(app, '/api/v1/auth/reset-password', { token: letter.token, password });
    expect(codeOf(await reset('password123'))).toEqual([400, 'VALIDATION_ERROR']);
    const done = await reset('a new and rare passphrase');
    expect([done.status, done.body.data]).toEqual([200, { password_reset: true }]);
    expect(codeOf(await reset('yet another passphrase'))).toEqual([400, 'INVALID_TOKEN']);
    for (const old of [token, other.token]) expect((await me(old)).status).toBe(401);
    const headers = { Cookie: `refresh_token=${refreshToken}` };
    expect((await post(app, '/api/v1/auth/refresh', undefined, { headers })).status).toBe(401);
    expect((await login(app, email)).status).toBe(401);
    expect((await login(app, email, 'a new and rare passphrase', here)).status).toBe(200);
  });

  describe('of a sign-up that is not verified', () => {
    const forgot = (email: string) => post(app, '/api/v1/auth/forgot-password', { email });
    const reset = (token: string | null, password: string) =>
      post(app, '/api/v1/auth/reset-password', { token, password });
    const NEW = 'a new and rare passphrase';

    it('is replaced by link, which verifies the address too; every other link of it is void', async () => {
      const email = someEmail();
      await signup(app, email, undefined, { full_name: 'Ada' });
      const verification = await mail(app, email);
      const [asked, stranger] = [await forgot(email), await forgot(someEmail())];
      expect([asked.status, asked.body.data]).toEqual([stranger.status, stranger.body.data]);
      const first = await mail(app, email, 2);
      await forgot(email);
      const second = await mail(app, email, 3);
      expect(second.link).toBe(`https://public.example/base/reset-password?token=${second.token}`);
      const done = await reset(first.token, NEW);
      expect([done.status, done.body.data]).toEqual([200, { password_reset: true }]);
      expect((await login(app, email)).status).toBe(401);
      const session = await login(app, email, NEW);
      expect([session.status, session.body.data]).toEqual([
        200,
        expect.objectContaining({ email, full_name: 'Ada', email_verified: true }),
      ]);
      for (const token of [first.token, second.token])
        expect(codeOf(await reset(token, 'yet another passphrase'))).toEqual([400, 'INVALID_TOKEN']);
      expect(codeOf(await verify(app, verification.token))).toEqual([400, 'INVALID_TOKEN']);
    });

    it('is still replaced by link when the address has been verified meanwhile', async () => {
      const email = someEmail();
      await signup(app, email);
      const verification = await mail(app, email);
      await forgot(email);
      const letter = await mail(app, email, 2);
      expect((await verify(app, verification.token)).status).toBe(200);
      expect((await reset(letter.token, NEW)).status).toBe(200);
      expect((await login(app, email, NEW)).status).toBe(200);
    });
  });

  it('of nobody is answered alike and mailed to nobody', async () => {
    const { email } = await account(app);
    const stranger = someEmail();
    const known = await post(app, '/api/v1/auth/forgot-password', { email });
    const unknown = await post(app, '/api/v1/auth/forgot-password', { email: stranger });
    expect([unknown.status, unknown.body.data]).toEqual([known.status, known.body.data]);
    await mail(app, email, 2);
    expect(await mailsTo(app, stranger)).toEqual([]);
  });

  it('the links of a mail know only the public address, whatever the request says', async () => {
    const { email } = await account(app);
    await post(
      app,
      '/api/v1/auth/forgot-password',
      { email },
      {
        headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
      },
    );
    expect((await mail(app, email, 2)).raw).not.toContain('evil');
  });
});

describe('a magic link', () => {
  const ask = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
    post(app, '/api/v1/auth/magic-link', { email, ...more }, { headers });
  const redeem = (token: string | null | undefined) => post(app, '/api/v1/auth/magic-link/verify', { token });

  it('signs in whoever reads the mailbox, once', async () => {
    const { email, id } = await account(app);
    const asked = await ask(email, { redirect_url: 'https://public.example/welcome' });
    const nobody = await ask(someEmail());
    expect([asked.status, Object.keys(asked.body.data)]).toEqual([200, ['message']]);
    expect(nobody.body.data).toEqual(asked.body.data);
    const { token } = await mail(app, email, 2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(token)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(won[0]?.body.data).toMatchObject({
      id,
      email,
      email_verified: true,
      redirect_url: 'https://public.example/welcome',
    });
    expect((await me(won[0]?.body.data.access_token)).status).toBe(200);
    expect(Object.keys(cookiesOf(won[0] ?? asked))).toEqual(['access_token', 'refresh_token']);
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map((each) => codeOf(each).join())),
    ).toEqual(new Set(['400,INVALID_TOKEN']));
  });

  it.each([
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    'blob:https://public.example/0b7a1a3e',
    'https://public.example.evil.example/',
  ])('does not lead to %s', async (redirect_url) => {
    const answer = await ask(someEmail(), { redirect_url });
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'redirect_url']);
  });

  it('goes to a partner for accounts it made, and to the owner for all others', async () => {
    const partner = { 'X-Partner-Key': app.partnerKey };
    const mine = someEmail();
    const made = await ask(mine, { full_name: 'Grace' }, partner);
    expect(made.body.data).toEqual({
      message: expect.any(String),
      magic_link: expect.stringMatching(/^https:\/\/public\.example\/base\/magic-link\?token=[\w-]{43}$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    const token = new URL(made.body.data.magic_link).searchParams.get('token');
    const signedIn = await redeem(token);
    expect(signedIn.body.data).toMatchObject({ email: mine, full_name: 'Grace', email_verified: false });

    const { sent } = (
      await post(app, '/api/v1/auth/resend-verification', undefined, {
        token: signedIn.body.data.access_token,
      })
    ).body.data;
    expect(sent).toBe(true);
    expect((await verify(app, (await mail(app, mine)).token)).body.data.email).toBe(mine);
    // The owner has proved the address: what the partner may have opened is over.
    expect((await me(signedIn.body.data.access_token)).status).toBe(401);
    expect((await ask(mine, {}, partner)).body.data).toEqual({
      message: expect.any(String),
      delivered: 'email',
    });

    const { email } = await account(app);
    const foreign = await ask(email, {}, partner);
    expect(foreign.body.data).toEqual({ message: expect.any(String), delivered: 'email' });
    expect((await redeem((await mail(app, email, 2)).token)).status).toBe(200);
  });

  it('refuses a bad partner key, and does not look at other credentials', async () => {
    expect((await ask(someEmail(), {}, { 'X-Partner-Key': 'cbp_nonsense' })).status).toBe(401);
    expect((await ask(someEmail(), {}, { Authorization: 'Bearer nonsense' })).status).toBe(200);
  });

  it('an account a partner made is void once the owner signs up and proves the address', async () => {
    const email = someEmail();
    const made = await ask(email, {}, { 'X-Partner-Key': app.partnerKey });
    const session = await redeem(new URL(made.body.data.magic_link).searchParams.get('token'));
    const { id } = await account(app, email);
    expect(id).not.toBe(session.body.data.id);
    expect((await me(session.body.data.access_token)).status).toBe(401);
    const foreign = await ask(email, {}, { 'X-Partner-Key': app.partnerKey });
    expect(foreign.body.data).toEqual({ message: expect.any(String), delivered: 'email' });
  });
});

describe('the pages behind the links', () => {
  it.each(['verify-email', 'reset-password', 'magic-link'])(
    '/%s changes nothing by being opened',
    async (page) => {
      const email = someEmail();
      await signup(app, email);
      const { token } = await mail(app, email);
      const opened = await call(app, 'GET', `/${page}?token=${token}`);
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
      expect(opened.text).not.toContain(token);
      expect((await verify(app, token)).status).toBe(200);
    },
  );

  it('post the token and the password when the button is pressed, and only then', async () => {
    const email = someEmail();
    await signup(app, email);
    const { token } = await mail(app, email);
    const script = await call(app, 'GET', '/mail-link.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const page = (await call(app, 'GET', '/verify-email')).text;
    const chosen = 'chosen on the mailed page';
    const browser = openPage(page, script.text, `?token=${token}`, chosen);
    expect(browser.posted).toEqual([]);
    expect(browser.address()).toBe('/verify-email');
    await browser.press();
    expect(browser.posted).toEqual(['api/v1/auth/verify-email']);
    expect(browser.said()).toBe('Your address is verified. You can log in now.');
    expect((await login(app, email, chosen)).status).toBe(200);
  });
});

/** As much of a browser as the script needs, sending to the application under test. */
function openPage(html: string, script: string, search: string, password: string) {
  const attribute = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1] ?? '';
  const posted: string[] = [];
  let submit: (event: { preventDefault: () => void }) => Promise<void> = () => Promise.resolve();
  let address = `/verify-email${search}`;
  const status = { textContent: '' };
  const form = {
    dataset: { action: attribute('action'), done: attribute('done') },
    hidden: false,
    elements: {
      namedItem: (name: string) => (html.includes(`name="${name}"`) ? { value: password } : null),
    },
    querySelector: () => ({ disabled: false }),
    addEventListener: (_: string, listener: typeof submit) => (submit = listener),
  };
  runInNewContext(script, {
    URLSearchParams,
    location: { search, pathname: '/verify-email' },
    history: { replaceState: (_: unknown, __: string, path: string) => (address = path) },
    document: { querySelector: (selector: string) => (selector === 'form' ? form : status) },
    fetch: (path: string, init: RequestInit) => {
      posted.push(path);
      const headers = { ...init.headers, Origin: 'https://public.example', 'Sec-Fetch-Site': 'same-origin' };
      return fetch(`${app.url}/${path}`, { ...init, headers });
    },
  });
  return {
    posted,
    address: () => address,
    said: () => status.textContent,
    press: () => submit({ preventDefault: () => undefined }),
  };
}
