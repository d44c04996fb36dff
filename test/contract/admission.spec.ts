import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { Principal } from '../../src/domain/access/principal';
import { Public, SessionOnly } from '../../src/http/auth/decorators';
import { startHttpApp, type RunningHttpApp } from './http-app';
import { until } from '../support/until';

/** What happens when many callers without a credential log in at once. */

const OWNER: Principal = {
  kind: 'user',
  userId: 'u1',
  plan: 'free',
  isOperator: false,
  sessionId: 's1',
};
/** More than the process takes. */
const FLOOD = 200;

let begun = 0;
let release = (): void => undefined;
let released = Promise.resolve();

@Controller('api/v1/auth')
class AccountRoutes {
  @Post('login')
  @HttpCode(200)
  @Public()
  async logIn() {
    begun++;
    await released;
    return {};
  }

  @Get('me')
  @SessionOnly()
  me() {
    return {};
  }
}

let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({
    controllers: [AccountRoutes],
    credentials: { sessions: { good: OWNER } },
    env: { TRUST_PROXY: 'true' },
  });
});
afterAll(() => running.close());

beforeEach(() => {
  begun = 0;
  released = new Promise((resolve) => (release = resolve));
});

const logIn = (from: string, path = '/api/v1/auth/login') =>
  fetch(running.url + path, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
  });

let floods = 0;
let sent: Promise<unknown>[] = [];
const ended = () => Promise.all(sent);
afterEach(async () => {
  release();
  await ended();
});

/** Waits until a flood is in the handler or refused. @returns its answers so far */
async function flood(path?: string): Promise<Response[]> {
  const answers: Response[] = [];
  // A network in which a login succeeded is known from then on.
  const block = 10 + floods++;
  sent = Array.from({ length: FLOOD }, (_, i) =>
    logIn(`${block}.${i}.0.1`, path).then((answer) => answers.push(answer)),
  );
  await until(() => begun + answers.length === FLOOD);
  return answers;
}

it.each(['/api/v1/auth/login', '/API/v1/auth/Login/'])(
  'a flood of strangers at %s is refused beyond a limit, and is told when to come again',
  async (path) => {
    const refused = await flood(path);
    expect(refused.length).toBeGreaterThan(FLOOD / 4);
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(await refused[0]?.json()).toMatchObject({
      success: false,
      error: { code: 'SERVICE_UNAVAILABLE', details: { dependency: 'requests', retry_after_seconds: 2 } },
      meta: { request_id: refused[0]?.headers.get('x-request-id') },
    });
    release();
    await ended();
    expect((await logIn('9.0.0.1')).status).toBe(200);
  },
);

it('a network in which a session was seen, or a login succeeded, is served during a flood', async () => {
  const headers = { Authorization: 'Bearer good', 'X-Forwarded-For': '192.0.2.1' };
  expect((await fetch(`${running.url}/api/v1/auth/me`, { headers })).status).toBe(200);
  release();
  expect((await logIn('198.51.100.1')).status).toBe(200);
  released = new Promise((resolve) => (release = resolve));
  begun = 0;
  await flood();
  const before = begun;
  // Other addresses of the same networks.
  const owners = [logIn('192.0.2.77'), logIn('198.51.100.77')];
  expect((await logIn('203.0.113.1')).status).toBe(503);
  await until(() => begun === before + owners.length);
  release();
  expect((await Promise.all(owners)).map(({ status }) => status)).toEqual([200, 200]);
});

it('other routes are served during a flood', async () => {
  await flood();
  const me = await fetch(`${running.url}/api/v1/auth/me`, { headers: { 'X-Forwarded-For': '203.0.113.2' } });
  expect(me.status).toBe(401);
});
