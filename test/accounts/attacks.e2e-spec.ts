import { HELD } from '../../src/modules/auth/mail/mail-outbox.repository';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import {
  account,
  call,
  codeOf,
  login,
  mail,
  mailsTo,
  PASSWORD,
  post,
  signup,
  someEmail,
  somewhere,
  verify,
  type Answer,
} from './client';
import { advanceSqlTime } from '../support/sql-time';
import { until } from '../support/until';

/** What an attacker who does not read the mailbox tries against the owner of an address. */

const clock = new FakeClock(Date.UTC(2026, 1, 3, 10));
const MINUTE = 60_000;
const AUTH = '/api/v1/auth';
const OWN = 'the password of the owner';
const THEIRS = 'the password of the attacker';
const WEBHOOK = { url: 'http://127.0.0.1:8099/', events: ['transaction.new'] };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: 'true' }, clock);
});
afterAll(() => app?.close());

const from = (network: string) => ({ headers: { 'X-Forwarded-For': network } });
const me = (token: string) => call(app, 'GET', `${AUTH}/me`, { token });
const redeem = (token: string | null) => post(app, `${AUTH}/magic-link/verify`, { token });
const reset = (token: string | null, password: string) =>
  post(app, `${AUTH}/reset-password`, { token, password });
/** A mail of this subject that is not the first ones. */
async function letter(email: string, subject: RegExp): Promise<string | null> {
  for (let count = 1; count < 30; count++) {
    const found = await mail(app, email, count);
    if (subject.test(found.subject)) return found.token;
  }
  throw new Error(`no such mail to ${email}`);
}

describe('a partner that created the account before its owner came', () => {
  const partner = () => ({ headers: { 'X-Partner-Key': app.partnerKey } });
  const ask = (email: string) => post(app, `${AUTH}/magic-link`, { email }, partner());
  const tokenOf = ({ body }: Answer) => new URL(body.data.magic_link).searchParams.get('token');

  /** Everything a partner can obtain while it may sign in. */
  async function prepared(email: string) {
    const session = (await redeem(tokenOf(await ask(email)))).body.data.access_token as string;
    const key = { name: 'of the partner', permissions: ['read:holdings'] };
    const made = await post(app, '/api/v1/api-keys', key, { token: session });
    const webhook = await post(app, '/api/v1/webhooks', WEBHOOK, { token: session });
    const link = tokenOf(await ask(email));
    return { session, key: made.body.data.key as string, webhook: webhook.body.data.id as string, link };
  }

  /** How the owner proves the address. @returns an access token of the owner */
  const PROOFS: Record<string, (email: string) => Promise<string>> = {
    'verifies the address on the mailed page': async (email) => {
      await post(app, `${AUTH}/resend-verification/public`, { email });
      const { token } = await mail(app, email);
      const page = { headers: { Origin: 'http://localhost:3000' } };
      expect((await post(app, `${AUTH}/verify-email`, { token, password: OWN }, page)).status).toBe(200);
      return (await login(app, email, OWN)).body.data.access_token;
    },
    'verifies the address by a program, with the token alone': async (email) => {
      await post(app, `${AUTH}/resend-verification/public`, { email });
      expect((await verify(app, (await mail(app, email)).token)).status).toBe(200);
      await post(app, `${AUTH}/forgot-password`, { email });
      await reset(await letter(email, /new password/), OWN);
      return (await login(app, email, OWN)).body.data.access_token;
    },
    'sets a password by mail': async (email) => {
      await post(app, `${AUTH}/forgot-password`, { email });
      expect((await reset((await mail(app, email)).token, OWN)).status).toBe(200);
      return (await login(app, email, OWN)).body.data.access_token;
    },
    'signs in by a mailed link': async (email) => {
      await post(app, `${AUTH}/magic-link`, { email });
      return (await redeem((await mail(app, email)).token)).body.data.access_token;
    },
  };

  it.each(Object.keys(PROOFS))('loses all power when the owner %s', async (proof) => {
    const email = someEmail();
    const { session, key, webhook, link } = await prepared(email);
    const owner = (await PROOFS[proof]?.(email)) ?? '';
    expect((await me(owner)).body.data).toMatchObject({ email, email_verified: true });
    expect((await ask(email)).body.data).toEqual({ message: expect.any(String), delivered: 'email' });
    expect(codeOf(await redeem(link))).toEqual([400, 'INVALID_TOKEN']);
    expect((await me(session)).status).toBe(401);
    // A process remembers a key for a second.
    clock.advance(1_000);
    const read = await call(app, 'GET', '/api/v1/jobs', { headers: { 'X-API-Key': key } });
    expect(read.status).toBe(401);
    const hook = await call(app, 'GET', `/api/v1/webhooks/${webhook}`, { token: owner });
    expect(hook.body.data.is_active).toBe(false);
  });

  it('loses the links it has not used yet when its key is revoked', async () => {
    const { PartnerKeysService } =
      await import('../../src/modules/auth/partner-keys/partner-keys.service.js');
    const keys = app.app.get(PartnerKeysService, { strict: false });
    const { id, key } = await keys.create('a second partner');
    const made = await post(
      app,
      `${AUTH}/magic-link`,
      { email: someEmail() },
      { headers: { 'X-Partner-Key': key } },
    );
    await keys.revoke(id);
    expect(codeOf(await redeem(tokenOf(made)))).toEqual([400, 'INVALID_TOKEN']);
  });
});

describe("an attacker who signs up with the owner's address", () => {
  const page = { headers: { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' } };
  const choose = (token: string | null, password?: string, options: object = page) =>
    post(app, `${AUTH}/verify-email`, { token, ...(password !== undefined && { password }) }, options);

  it('does not choose the password: the page behind the mail asks for it', async () => {
    const email = someEmail();
    await signup(app, email, THEIRS);
    const { token } = await mail(app, email);
    expect((await choose(token, OWN)).status).toBe(200);
    expect((await login(app, email, THEIRS)).status).toBe(401);
    expect((await login(app, email, OWN)).status).toBe(200);
  });

  it.each([
    ['Origin', { Origin: 'http://localhost:3000' }],
    ['Origin null', { Origin: 'null' }],
    ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'same-origin' }],
    ['Sec-Fetch-Site none', { 'Sec-Fetch-Site': 'none' }],
  ])('has no account opened by a browser that sends the token alone (%s)', async (_name, headers) => {
    const email = someEmail();
    await signup(app, email, THEIRS);
    const { token } = await mail(app, email);
    const bare = await choose(token, undefined, { headers });
    expect([...codeOf(bare), bare.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'password']);
    expect((await login(app, email, THEIRS)).status).toBe(403);
    // Not used up: the page may be sent again with a password.
    expect((await choose(token, OWN)).status).toBe(200);
    expect((await login(app, email, OWN)).status).toBe(200);
  });

  it('leaves the token alone valid for programs', async () => {
    const email = someEmail();
    await signup(app, email, OWN);
    expect((await verify(app, (await mail(app, email)).token)).status).toBe(200);
    expect((await login(app, email, OWN)).status).toBe(200);
  });

  it('does not choose the password of a second mail either, also when a program asks for it', async () => {
    const email = someEmail();
    await signup(app, email, OWN);
    await mail(app, email);
    await signup(app, email, THEIRS);
    await mail(app, email, 2);
    await post(app, `${AUTH}/resend-verification/public`, { email });
    const { token } = await mail(app, email, 3);
    const bare = await verify(app, token);
    expect([...codeOf(bare), bare.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'password']);
    expect((await choose(token, OWN, {})).status).toBe(200);
    expect((await login(app, email, THEIRS)).status).toBe(401);
    expect((await login(app, email, OWN)).status).toBe(200);
  });

  it('the page refuses a short and a common password, and keeps the link', async () => {
    const email = someEmail();
    await signup(app, email, THEIRS);
    const { token } = await mail(app, email);
    for (const bad of ['seven77', 'password123'])
      expect(codeOf(await choose(token, bad))).toEqual([400, 'VALIDATION_ERROR']);
    expect((await choose(token, OWN)).status).toBe(200);
  });
});

describe("an attacker who asks for mails to the owner's address", () => {
  const NETWORKS = 30;
  const KINDS = {
    'forgot-password': { asks: 4, subject: 'Choose a new password' },
    'magic-link': { asks: 6, subject: 'Your sign-in link' },
  } as const;

  it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
    'from one network or many does not use up those of the owner (%s)',
    async (path) => {
      const home = somewhere();
      const email = someEmail();
      await signup(app, email, OWN);
      await verify(app, (await mail(app, email)).token);
      await login(app, email, OWN, { 'X-Forwarded-For': home });
      const { asks, subject } = KINDS[path];
      for (let network = 0; network < NETWORKS; network++) {
        const there = somewhere();
        for (let i = 0; i < asks; i++) await post(app, `${AUTH}/${path}`, { email }, from(there));
      }
      const counted = async () =>
        (await mailsTo(app, email)).filter((each) => each.subject === subject).length;
      await sent(email);
      const before = await counted();
      // Not a flood either.
      expect(before).toBeLessThanOrEqual(12);
      await post(app, `${AUTH}/${path}`, { email }, from(home));
      await until(async () => (await counted()) > before);
    },
  );

  it('from one network does not use up those of an owner who is about to sign up', async () => {
    const email = someEmail();
    const there = somewhere();
    for (let i = 0; i < 6; i++) {
      const body = { email, password: THEIRS, accepted_terms: true };
      await post(app, `${AUTH}/signup`, body, from(there));
      await post(app, `${AUTH}/resend-verification/public`, { email }, from(there));
    }
    const home = somewhere();
    await sent(email);
    const before = (await mailsTo(app, email)).length;
    await post(app, `${AUTH}/signup`, { email, password: OWN, accepted_terms: true }, from(home));
    await until(async () => (await mailsTo(app, email)).length === before + 1);
    const { token } = await mail(app, email, before + 1);
    expect((await verify(app, token)).status).toBe(200);
    expect((await login(app, email, OWN)).status).toBe(200);
  });

  it('from many networks delays mails and loses none: what waits leaves once', async () => {
    const email = someEmail();
    await signup(app, email, OWN);
    await verify(app, (await mail(app, email)).token);
    for (let network = 0; network < NETWORKS; network++)
      await post(app, `${AUTH}/forgot-password`, { email }, from(somewhere()));
    const resets = async () =>
      (await mailsTo(app, email)).filter(({ subject }) => subject === 'Choose a new password').length;
    await sent(email);
    const before = await resets();
    await post(app, `${AUTH}/forgot-password`, { email }, from(somewhere()));
    await sent(email);
    const rows = await sql('SELECT FROM mail_outbox WHERE recipient = $1', [email]);
    expect(rows).toHaveLength(1);
    clock.advance(5 * MINUTE);
    await advanceSqlTime(app.ownerUrl, 5 * MINUTE);
    await until(async () => (await resets()) === before + 1);
    expect((await reset(await latestReset(email), 'a new and rare passphrase')).status).toBe(200);
  });

  const sql = async <T>(text: string, values: unknown[]): Promise<T[]> => {
    const { DataSource } = await import('typeorm');
    return app.app.get(DataSource).query(text, values);
  };
  /** Until every mail to the address has left or is held back. */
  const sent = (email: string) =>
    until(
      () =>
        sql('SELECT FROM mail_outbox WHERE recipient = $1 AND failure IS DISTINCT FROM $2', [email, HELD]),
      ({ length }) => length === 0,
    );
  const latestReset = async (email: string) =>
    (await mailsTo(app, email)).findLast(({ subject }) => subject === 'Choose a new password')?.token ?? null;
});

describe('an attacker who guesses the password', () => {
  const guess = (email: string, network: string) =>
    login(app, email, 'a wrong guess', { 'X-Forwarded-For': network });

  /** An account whose owner has logged in from one network. */
  async function atHome(): Promise<{ email: string; home: string }> {
    const { email } = await account(app);
    const home = somewhere();
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': home })).status).toBe(200);
    return { email, home };
  }

  it('five times from elsewhere does not lock the owner out', async () => {
    const { email, home } = await atHome();
    const there = somewhere();
    for (let i = 0; i < 5; i++) expect((await guess(email, there)).status).toBe(401);
    expect(codeOf(await guess(email, there))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': there })).status).toBe(429);
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': home })).status).toBe(200);
    // Nor from a network that is new to the account.
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': somewhere() })).status).toBe(200);
  });

  it('five times from many places does not lock the owner out', async () => {
    const { email, home } = await atHome();
    for (let i = 0; i < 10; i++) expect((await guess(email, somewhere())).status).toBe(401);
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': home })).status).toBe(200);
  });

  it('from ever new networks is slowed down to fifty an hour; networks of the owner go on', async () => {
    const { email, home } = await atHome();
    for (let i = 0; i < 50; i++) expect((await guess(email, somewhere())).status).toBe(401);
    const refused = await guess(email, somewhere());
    expect(refused.body.error.details).toEqual({ limit: 50, window: 'hour', retry_after_seconds: 3_600 });
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': somewhere() })).status).toBe(429);
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': home })).status).toBe(200);
  });

  it('from ever new networks leaves the owner the mailed link, which makes the network known', async () => {
    const { email } = await account(app);
    for (let i = 0; i < 50; i++) expect((await guess(email, somewhere())).status).toBe(401);
    const away = somewhere();
    await post(app, `${AUTH}/forgot-password`, { email }, from(away));
    const token = await letter(email, /new password/);
    await post(app, `${AUTH}/reset-password`, { token, password: OWN }, from(away));
    for (let i = 0; i < 50; i++) expect((await guess(email, somewhere())).status).toBe(401);
    expect((await login(app, email, OWN, { 'X-Forwarded-For': somewhere() })).status).toBe(429);
    expect((await login(app, email, OWN, { 'X-Forwarded-For': away })).status).toBe(200);
  });

  it('cannot tell an address without an account from one with', async () => {
    const unknown = someEmail();
    for (let i = 0; i < 50; i++) expect((await guess(unknown, somewhere())).status).toBe(401);
    expect(codeOf(await guess(unknown, somewhere()))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  });

  it('counts as one network within a /24', async () => {
    const { email } = await account(app);
    for (let i = 0; i < 5; i++) await guess(email, `198.51.100.${10 + i}`);
    expect((await guess(email, '198.51.100.99')).status).toBe(429);
    expect((await guess(email, '198.51.101.99')).status).toBe(401);
  });
});
