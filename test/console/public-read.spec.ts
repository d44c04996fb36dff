import { request } from 'node:http';
import { Controller, Get, Post } from '@nestjs/common';
import { loadConfig } from '../../src/config/env';
import type { Principal } from '../../src/domain/access/principal';
import { Caller, Needs, OptionalAuth, SessionOnly, UserNeeds } from '../../src/http/auth/decorators';
import { startHttpApp, type RunningHttpApp } from '../contract/http-app';

/** Reading in the console without an account: every condition is tested by leaving it out. */

@Controller('api/v1/probe')
class ProbeController {
  @Get('data')
  @Needs('read:holdings')
  data(@Caller() caller: Principal) {
    return { kind: caller.kind };
  }

  @Post('data')
  @Needs('read:holdings')
  write() {
    return {};
  }

  @Get('optional')
  @OptionalAuth()
  optional(@Caller() caller: Principal) {
    return { kind: caller.kind };
  }

  @Get('user')
  @UserNeeds('read:lots')
  user() {
    return {};
  }

  @Get('session')
  @SessionOnly()
  session() {
    return {};
  }
}

type Headers = Record<string, string>;

function ask(
  port: number,
  path: string,
  headers: Headers,
  method = 'GET',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const start = (env: Record<string, string>) => startHttpApp({ controllers: [ProbeController], env });
const fromConsole = (port: number): Headers => ({ host: `localhost:${port}`, 'x-console': '1' });

describe('reading in the console without an account', () => {
  let app: RunningHttpApp;
  beforeAll(async () => {
    app = await start({ CONSOLE: 'on' });
  });
  afterAll(() => app.close());

  const status = async (extra: Headers, path = '/api/v1/probe/data', method = 'GET'): Promise<number> =>
    (await ask(app.port, path, { ...fromConsole(app.port), ...extra }, method)).status;

  it('serves reads of data, as a partner reads them', async () => {
    for (const path of ['data', 'optional']) {
      const { status: code, body } = await ask(app.port, `/api/v1/probe/${path}`, fromConsole(app.port));
      expect([code, JSON.parse(body)]).toMatchObject([200, { data: { kind: 'partner' } }]);
    }
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])('serves it under the name %s', async (name) => {
    expect(await status({ host: `${name}:${app.port}` })).toBe(200);
    expect(await status({ host: name, origin: `http://${name}` })).toBe(200);
  });

  it('refuses a caller that is not the console', async () => {
    expect((await ask(app.port, '/api/v1/probe/data', {})).status).toBe(401);
  });

  it.each([
    ['forwarded', 'for=192.0.2.1'],
    ['via', '1.1 proxy'],
    ['x-forwarded-for', '192.0.2.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '192.0.2.1'],
    ['cf-connecting-ip', '192.0.2.1'],
  ])('refuses a request through a proxy: %s', async (name, value) => {
    expect(await status({ [name]: value })).toBe(401);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '[::2]',
    'localhost:x',
  ])('refuses the Host %s: DNS rebinding', async (host) => {
    expect(await status({ host })).toBe(401);
  });

  it.each(['http://evil.example', 'null', 'https://localhost', 'http://localhost:1'])(
    'refuses the Origin %s',
    async (origin) => {
      expect(await status({ origin })).toBe(401);
    },
  );

  it.each(['cross-site', 'same-site', 'none'])('refuses what a browser sends as %s', async (site) => {
    expect(await status({ 'sec-fetch-site': site })).toBe(401);
  });

  it('lets no page of another origin send the header', async () => {
    const { body, status: code } = await ask(
      app.port,
      '/api/v1/probe/data',
      {
        host: `localhost:${app.port}`,
        origin: 'http://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-console',
      },
      'OPTIONS',
    );
    expect([code, body]).toEqual([204, '']);
    const allowed = await fetch(`${app.url}/api/v1/probe/data`, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(allowed.headers.get('access-control-allow-origin')).toBeNull();
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase() ?? '').not.toContain(
      'x-console',
    );
  });

  it('serves no write, and nothing of a user', async () => {
    expect(await status({}, '/api/v1/probe/data', 'POST')).toBe(401);
    expect(await status({}, '/api/v1/probe/user')).toBe(401);
    expect(await status({}, '/api/v1/probe/session')).toBe(401);
  });

  it('refuses a bad credential, also from the console', async () => {
    expect(await status({ cookie: 'access_token=bad' })).toBe(401);
    expect(await status({ 'x-api-key': 'bad' })).toBe(401);
  });

  it.each([
    ['CONSOLE', 'off'],
    ['CONSOLE_PUBLIC_READ', 'false'],
    ['HOST', '0.0.0.0'],
    ['TRUST_PROXY', '1'],
  ])('serves none with %s=%s', async (name, value) => {
    const other = await start({ CONSOLE: 'on', [name]: value });
    try {
      expect((await ask(other.port, '/api/v1/probe/data', fromConsole(other.port))).status).toBe(401);
    } finally {
      await other.close();
    }
  });
});

describe('CONSOLE_PUBLIC_READ', () => {
  it.each([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.4' }, false],
    [{ HOST: '127.example.com' }, false],
    [{ TRUST_PROXY: '1' }, false],
    [{ TRUST_PROXY: '127.0.0.1/32' }, false],
    [{ HOST: '0.0.0.0', CONSOLE_PUBLIC_READ: 'true' }, true],
    [{ CONSOLE_PUBLIC_READ: 'false' }, false],
  ])('of %j is %s', (env, expected) => {
    expect(loadConfig({ NODE_ENV: 'test', ...env }).CONSOLE_PUBLIC_READ).toBe(expected);
  });
});
