import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { account, call, codeOf, login, mail, notices, PASSWORD, post, signIn, type Account } from './client';

/** What a signed-in user does with the password and the sessions of the account. */

const clock = new FakeClock(Date.UTC(2026, 1, 3, 10));
const MINUTE = 60_000;
const AUTH = '/api/v1/auth';
const NEW = 'a new and rare passphrase';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: 'true' }, clock);
});
afterAll(() => app?.close());

const me = async (token: string) => (await call(app, 'GET', `${AUTH}/me`, { token })).status;
const refresh = async ({ refreshToken }: Account) => {
  const headers = { Cookie: `refresh_token=${refreshToken}` };
  return (await post(app, `${AUTH}/refresh`, undefined, { headers })).status;
};
const list = async (token: string, query = '') =>
  (await call(app, 'GET', `${AUTH}/sessions${query}`, { token })).body;
const end = (id: string, token: string) => call(app, 'DELETE', `${AUTH}/sessions/${id}`, { token });

describe('changing the password', () => {
  const change = ({ token }: Pick<Account, 'token'>, current_password: string, new_password = NEW) =>
    post(app, `${AUTH}/change-password`, { current_password, new_password }, { token });

  it('ends every other session and every mailed link, and keeps the one that asks', async () => {
    const ada = await account(app);
    const other = await signIn(app, ada.email);
    await post(app, `${AUTH}/forgot-password`, { email: ada.email });
    const { token } = await mail(app, ada.email, 2);
    const changed = await change(ada, PASSWORD);
    expect([changed.status, changed.body.data]).toEqual([200, { password_changed: true }]);
    expect([await me(ada.token), await refresh(ada)]).toEqual([200, 200]);
    expect([await me(other.token), await refresh(other)]).toEqual([401, 401]);
    const reset = await post(app, `${AUTH}/reset-password`, { token, password: PASSWORD });
    expect(codeOf(reset)).toEqual([400, 'INVALID_TOKEN']);
    expect((await login(app, ada.email)).status).toBe(401);
    expect((await login(app, ada.email, NEW)).status).toBe(200);
    expect(await notices(app, ada.email, 1)).toEqual(['Your password was changed']);
  });

  it('needs the present one: a stolen session has five guesses in a quarter of an hour, also at once', async () => {
    const ada = await account(app);
    const wrong = await change(ada, 'not the one');
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([403, 'FORBIDDEN', 'current_password']);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => change(ada, 'not the one')));
    const judged = guesses.filter(({ status }) => status === 403);
    expect(judged.length).toBeLessThanOrEqual(4);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20 - judged.length);
    const refused = await change(ada, PASSWORD);
    expect(refused.body.error.details).toMatchObject({ limit: 5, window: '15 minutes' });
    // The owner is not kept from logging in.
    expect((await login(app, ada.email)).status).toBe(200);
    clock.advance(14 * MINUTE);
    const again = await signIn(app, ada.email);
    clock.advance(MINUTE);
    expect((await change(again, PASSWORD)).status).toBe(200);
  });

  it('refuses a common or short new one', async () => {
    const ada = await account(app);
    for (const bad of ['password123', 'seven77']) {
      const refused = await change(ada, PASSWORD, bad);
      expect([...codeOf(refused), refused.body.error.field]).toEqual([
        400,
        'VALIDATION_ERROR',
        'new_password',
      ]);
    }
    expect((await login(app, ada.email)).status).toBe(200);
  });

  it('of an account that has none is a conflict that names the way', async () => {
    const partner = { headers: { 'X-Partner-Key': app.partnerKey } };
    const made = await post(app, `${AUTH}/magic-link`, { email: `led-${Date.now()}@example.com` }, partner);
    const token = new URL(made.body.data.magic_link).searchParams.get('token');
    const session = await post(app, `${AUTH}/magic-link/verify`, { token });
    const refused = await change({ token: session.body.data.access_token }, 'anything');
    expect(codeOf(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.body.error.message).toContain('forgot-password');
  });
});

describe('sessions', () => {
  it('are listed with where they were opened, newest first, in pages', async () => {
    const ada = await account(app);
    clock.advance(MINUTE);
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'User-Agent': 'a phone' };
    const phone = (await login(app, ada.email, PASSWORD, headers)).body.data;
    clock.advance(MINUTE);
    await refresh(ada);
    const { data, pagination } = await list(ada.token);
    expect(pagination).toMatchObject({ page: 1, per_page: 50, total: 2 });
    expect(data).toEqual([
      {
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        is_current: false,
        created_at: expect.stringMatching(/Z$/),
        last_active_at: data[0].created_at,
        expires_at: new Date(Date.parse(data[0].created_at) + 7 * 86_400_000).toISOString(),
        ip_address: '203.0.113.7',
        user_agent: 'a phone',
      },
      expect.objectContaining({
        is_current: true,
        last_active_at: new Date(Date.parse(data[1].created_at) + 2 * MINUTE).toISOString(),
      }),
    ]);
    expect(
      (await list(phone.access_token)).data.map((each: { is_current: boolean }) => each.is_current),
    ).toEqual([true, false]);
    expect((await list(ada.token, '?page=2&per_page=1')).data).toEqual([data[1]]);
  });

  it('end one by one; an ended one is in no list and cannot be ended again', async () => {
    const ada = await account(app);
    const other = await signIn(app, ada.email);
    const { session_id } = (await list(ada.token)).data.find(
      (each: { is_current: boolean }) => !each.is_current,
    );
    const ended = await end(session_id, ada.token);
    expect([ended.status, ended.body.data]).toEqual([200, { deleted: true, session_id }]);
    expect([await me(other.token), await refresh(other), await me(ada.token)]).toEqual([401, 401, 200]);
    expect((await list(ada.token)).data).toHaveLength(1);
    const again = await end(session_id, ada.token);
    expect([...codeOf(again), again.body.error.details]).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
      { resource: 'session' },
    ]);
  });

  it('may end themselves', async () => {
    const ada = await account(app);
    const [{ session_id }] = (await list(ada.token)).data;
    expect((await end(session_id, ada.token)).status).toBe(200);
    expect(await me(ada.token)).toBe(401);
  });

  it('of another user are not there', async () => {
    const [ada, eve] = [await account(app), await account(app)];
    const [{ session_id }] = (await list(ada.token)).data;
    expect(codeOf(await end(session_id, eve.token))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await me(ada.token)).toBe(200);
  });
});
