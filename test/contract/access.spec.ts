import { Controller, Get, Post } from '@nestjs/common';
import type { Permission } from '../../src/domain/access/permissions';
import { PERMISSIONS } from '../../src/domain/access/permissions';
import type { Principal } from '../../src/domain/access/principal';
import { RouteAccessTable } from '../../src/http/auth/route-access-table';
import {
  AdminOnly,
  Caller,
  Heavy,
  Needs,
  OptionalAuth,
  PartnerOnly,
  Public,
  SessionOnly,
  SessionOrKey,
  UserNeeds,
} from '../../src/http/auth/decorators';
import { send, startHttpApp, type Credentials, type RunningHttpApp } from './http-app';

class Kinds {
  @Get('public') @Public() public(@Caller() who: Principal) {
    return who;
  }
  @Get('data') @Needs('read:lots') data(@Caller() who: Principal) {
    return who;
  }
  @Get('any') @Needs() any(@Caller() who: Principal) {
    return who;
  }
  @Get('user') @UserNeeds('read:lots') user(@Caller() who: Principal) {
    return who;
  }
  @Get('session') @SessionOnly() session(@Caller() who: Principal) {
    return who;
  }
  @Get('webhooks') @SessionOrKey('write:webhooks', 'WEBHOOKS_ALLOW_API_KEYS') webhooks(
    @Caller() who: Principal,
  ) {
    return who;
  }
  @Post('session') @SessionOnly() act(@Caller() who: Principal) {
    return who;
  }
  @Get('optional') @OptionalAuth('read:lots') optional(@Caller() who: Principal) {
    return who;
  }
  @Get('partner') @PartnerOnly() partner(@Caller() who: Principal) {
    return who;
  }
  @Get('admin') @AdminOnly() @Heavy() admin(@Caller() who: Principal) {
    return who;
  }
}

@Controller('api/v1/kinds')
class EnvelopeKinds extends Kinds {}
@Controller('api/calculate/kinds')
class BareKinds extends Kinds {}

const user = (isOperator: boolean): Principal => ({
  kind: 'user',
  userId: isOperator ? 'operator' : 'plain',
  plan: 'free',
  isOperator,
  sessionId: 's',
});
const key = (...permissions: Permission[]): Principal => ({
  kind: 'api_key',
  userId: 'plain',
  plan: 'free',
  keyId: permissions.join(),
  keyPrefix: 'cbk_',
  permissions,
  isOperator: false,
});
const EVERY_PERMISSION = Object.keys(PERMISSIONS) as Permission[];

const CREDENTIALS = {
  sessions: { plain: user(false), operator: user(true) },
  apiKeys: {
    lots: key('read:lots'),
    holdings: key('read:holdings'),
    admin: key('admin:api-keys'),
    all: key(...EVERY_PERMISSION),
  },
  partners: { partner: { kind: 'partner', partnerId: 'p', name: 'Acme' } },
} as const satisfies Credentials;

let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({
    controllers: [EnvelopeKinds, BareKinds],
    credentials: CREDENTIALS,
    env: { CORS_ORIGINS: 'https://app.example', PUBLIC_BASE_URL: 'https://own.example/base' },
  });
});
afterAll(() => running.close());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const apiKey = (secret: string) => ({ 'X-API-Key': secret });
const partner = (secret: string) => ({ 'X-Partner-Key': secret });
const cookie = (token: string) => ({ Cookie: `other=1; access_token=${token}` });

const kinds = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(running.url, `/api/v1/kinds/${path}`, { headers, method });

describe('who may call', () => {
  const WHO = {
    nobody: {},
    'a session': bearer('plain'),
    'an operator': bearer('operator'),
    'the right key': apiKey('lots'),
    'another key': apiKey('holdings'),
    'an admin key': apiKey('admin'),
    'a partner': partner('partner'),
    'a cookie': cookie('plain'),
  };
  const TABLE: Record<string, Record<keyof typeof WHO, number>> = {
    public: row(200, 200, 200, 200, 200, 200, 200, 200),
    data: row(401, 200, 200, 200, 403, 403, 200, 200),
    any: row(401, 200, 200, 200, 200, 200, 200, 200),
    user: row(401, 200, 200, 200, 403, 403, 401, 200),
    session: row(401, 200, 200, 401, 401, 401, 401, 200),
    webhooks: row(401, 200, 200, 401, 401, 401, 401, 200),
    optional: row(200, 200, 200, 200, 403, 403, 200, 200),
    partner: row(401, 401, 401, 401, 401, 401, 200, 401),
    admin: row(401, 403, 200, 403, 403, 200, 401, 403),
  };
  function row(...statuses: number[]): Record<keyof typeof WHO, number> {
    const names = Object.keys(WHO) as (keyof typeof WHO)[];
    return Object.fromEntries(names.map((name, i) => [name, statuses[i]])) as Record<
      keyof typeof WHO,
      number
    >;
  }
  const [SESSION, KEY, PARTNER] = [
    'Bearer realm="api"',
    'ApiKey realm="api", header="X-API-Key"',
    'PartnerKey realm="api", header="X-Partner-Key"',
  ];
  const CHALLENGES: Record<string, string> = {
    data: `${SESSION}, ${KEY}, ${PARTNER}`,
    any: `${SESSION}, ${KEY}, ${PARTNER}`,
    user: `${SESSION}, ${KEY}`,
    session: SESSION,
    webhooks: SESSION,
    partner: PARTNER,
    admin: `${SESSION}, ${KEY}`,
  };
  const cases = Object.entries(TABLE).flatMap(([route, answers]) =>
    Object.entries(answers).map(([who, status]) => [route, who as keyof typeof WHO, status] as const),
  );

  it('a credential of a kind that the route does not take is answered with those that it takes', async () => {
    const { error } = (await kinds('session', apiKey('all'))).body;
    expect(error.message).toBe('This route takes a session (Authorization: Bearer)');
    const bare = await send(running.url, '/api/calculate/kinds/optional', { headers: bearer('unknown') });
    expect(bare.headers.get('www-authenticate')).toBe(`${SESSION}, ${KEY}, ${PARTNER}`);
  });

  it.each(cases)('%s: %s gets %i', async (route, who, status) => {
    const answer = await kinds(route, WHO[who]);
    expect(answer.status).toBe(status);
    if (status === 401)
      expect(answer.body.error).toEqual({ code: 'UNAUTHORIZED', message: expect.any(String) as string });
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? CHALLENGES[route] : null);
    if (status === 403) expect(answer.body.error.code).toBe('FORBIDDEN');
    if (status !== 200) expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('a lacking permission is named', async () => {
    expect((await kinds('data', apiKey('holdings'))).body.error.details).toEqual({
      required_permission: 'read:lots',
    });
    expect((await kinds('admin', apiKey('lots'))).body.error.details).toEqual({
      required_permission: 'admin:api-keys',
    });
  });

  it('a wrong kind of credential is not even looked at', async () => {
    running.asked.length = 0;
    await kinds('session', apiKey('all'));
    await kinds('user', partner('partner'));
    await kinds('public', bearer('plain'));
    expect(running.asked).toEqual([]);
  });

  it('other families say it in their own words', async () => {
    const bare = (path: string, headers: Record<string, string>) =>
      send(running.url, `/api/calculate/kinds/${path}`, { headers });
    const refused = await bare('optional', apiKey('nonsense'));
    expect([refused.status, refused.body]).toEqual([
      401,
      {
        detail: 'The credential is not valid: an API key (X-API-Key) that is in force is needed',
        error_code: 'UNAUTHORIZED',
      },
    ]);
    expect((await bare('optional', {})).body).toEqual({ kind: 'anonymous' });
    expect((await bare('optional', apiKey('holdings'))).body).toEqual({
      detail: 'The API key does not hold the permission read:lots',
      error_code: 'FORBIDDEN',
    });
  });
});

describe('credentials that are none', () => {
  it.each([
    ['no token', { Authorization: 'Bearer' }],
    ['an empty token', { Authorization: 'Bearer ' }],
    ['an unknown token', { Authorization: 'Bearer x' }],
    ['an unknown token in lower case', { Authorization: 'bearer x' }],
    ['another scheme', { Authorization: 'Basic cGxhaW46cGxhaW4=' }],
    ['the token without a scheme', { Authorization: 'plain' }],
    ['two words', { Authorization: 'Bearer plain x' }],
    ['ten kilobytes', { Authorization: `Bearer ${'x'.repeat(10_000)}` }],
    ['an empty header', { Authorization: '' }],
    ['an empty key', { 'X-API-Key': '' }],
    ['a property of every object', { Authorization: 'Bearer constructor' }],
    ['a key as token', { Authorization: 'Bearer lots' }],
    ['a token as key', { 'X-API-Key': 'plain' }],
  ])('%s', async (_name, headers) => {
    for (const route of ['data', 'optional']) {
      const answer = await kinds(route, headers);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('two Authorization headers', async () => {
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${running.url}/api/v1/kinds/data`, {
        headers: { Authorization: ['Bearer plain', 'Bearer operator'] },
      })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(401);
  });

  it('the scheme has no case', async () => {
    expect((await kinds('data', { Authorization: 'bEaReR plain' })).status).toBe(200);
  });
});

describe('two credentials', () => {
  const subject = async (path: string, headers: Record<string, string>): Promise<unknown> => {
    const { status, body } = await kinds(path, headers);
    return status === 200 ? body.data['kind'] : status;
  };
  it.each([
    ['Authorization before a key', { ...bearer('plain'), ...apiKey('lots') }, 'user'],
    ['a bad token is not rescued by a key', { ...bearer('bad'), ...apiKey('lots') }, 401],
    ['a key before a partner key', { ...apiKey('lots'), ...partner('partner') }, 'api_key'],
    ['a bad key is not rescued by a partner key', { ...apiKey('bad'), ...partner('partner') }, 401],
    ['a partner key before a cookie', { ...partner('partner'), ...cookie('plain') }, 'partner'],
    ['a bad partner key is not rescued by a cookie', { ...partner('bad'), ...cookie('plain') }, 401],
  ])('%s', async (_name, headers, who) => {
    expect(await subject('any', headers)).toBe(who);
  });

  it('on admin routes the key goes first', async () => {
    expect(await subject('admin', { ...bearer('operator'), ...apiKey('admin') })).toBe('api_key');
    expect(await subject('admin', { ...bearer('operator'), ...apiKey('lots') })).toBe(403);
    expect(await subject('admin', { ...bearer('operator'), ...apiKey('bad') })).toBe(401);
  });

  it('a partner key may stand in the query, where a header goes first', async () => {
    expect(await subject('any?partner_key=partner', {})).toBe('partner');
    expect(await subject('any?partner_key=bad', {})).toBe(401);
    expect(await subject('any?partner_key=', {})).toBe(401);
    expect(await subject('any?partner_key=partner&partner_key=partner', {})).toBe(401);
    expect(await subject('any?partner_key=bad', partner('partner'))).toBe('partner');
    expect(await subject('any?partner_key=partner', partner('bad'))).toBe(401);
    expect(await subject('session?partner_key=partner', {})).toBe(401);
  });
});

describe('acting under a cookie', () => {
  it.each([
    ['from nowhere (curl)', {}, 201],
    ['from the same origin', { 'Sec-Fetch-Site': 'same-origin' }, 201],
    ['typed by the user', { 'Sec-Fetch-Site': 'none' }, 201],
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['from a sister site', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['from a listed origin', { Origin: 'https://app.example' }, 201],
    [
      'from a listed origin on another site',
      { Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site' },
      201,
    ],
    ['from our public address', { Origin: 'https://own.example' }, 201],
    ['from an unlisted origin', { Origin: 'https://evil.example' }, 403],
    ['from null', { Origin: 'null' }, 403],
  ])('%s', async (_name, headers, status) => {
    const answer = await kinds('session', { ...cookie('plain'), ...headers }, 'POST');
    expect(answer.status).toBe(status);
  });
  it('from the host that was asked', async () => {
    const answer = await kinds('session', { ...cookie('plain'), Origin: running.url }, 'POST');
    expect(answer.status).toBe(201);
  });
  it('reading is free, and a token in a header is not carried by a browser', async () => {
    const cross = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    expect((await kinds('session', { ...cookie('plain'), ...cross })).status).toBe(200);
    expect((await kinds('session', { ...bearer('plain'), ...cross }, 'POST')).status).toBe(201);
  });
  it('a bad cookie is 401 wherever it comes from', async () => {
    const answer = await kinds('session', { ...cookie('bad'), 'Sec-Fetch-Site': 'cross-site' }, 'POST');
    expect(answer.status).toBe(401);
  });
});

it('WEBHOOKS_ALLOW_API_KEYS opens the routes of webhooks to keys that hold the permission, and no other route', async () => {
  const open = await startHttpApp({
    controllers: [EnvelopeKinds],
    credentials: CREDENTIALS,
    env: { WEBHOOKS_ALLOW_API_KEYS: 'true' },
  });
  const ask = (path: string, headers: Record<string, string>) =>
    send(open.url, `/api/v1/kinds/${path}`, { headers });
  const [allowed, lacking, foreign] = [
    await ask('webhooks', apiKey('all')),
    await ask('webhooks', apiKey('lots')),
    await ask('webhooks', partner('partner')),
  ];
  expect([allowed.status, (await ask('webhooks', bearer('plain'))).status]).toEqual([200, 200]);
  expect([lacking.status, lacking.body.error.details]).toEqual([
    403,
    { required_permission: 'write:webhooks' },
  ]);
  expect([foreign.status, foreign.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="api", ApiKey realm="api", header="X-API-Key"',
  ]);
  expect((await ask('session', apiKey('all'))).status).toBe(401);
  await open.close();
});

it('CALCULATE_REQUIRE_AUTH closes optional routes to nobody', async () => {
  const closed = await startHttpApp({
    controllers: [BareKinds],
    credentials: CREDENTIALS,
    env: { CALCULATE_REQUIRE_AUTH: 'true' },
  });
  const optional = (headers: Record<string, string>) =>
    send(closed.url, '/api/calculate/kinds/optional', { headers });
  expect((await optional({})).status).toBe(401);
  expect((await optional(apiKey('lots'))).status).toBe(200);
  await closed.close();
});

it('a kind without a verifier is refused', async () => {
  const bare = await startHttpApp({
    controllers: [EnvelopeKinds],
    credentials: { partners: CREDENTIALS.partners },
  });
  const any = async (headers: Record<string, string>) =>
    (await send(bare.url, '/api/v1/kinds/any', { headers })).status;
  expect([await any(bearer('plain')), await any(apiKey('all')), await any(cookie('plain'))]).toEqual([
    401, 401, 401,
  ]);
  expect(await any(partner('partner'))).toBe(200);
  await bare.close();
});

describe('the census', () => {
  it('knows every route and who may call it', () => {
    const routes = running.app.get(RouteAccessTable).routes();
    expect(routes).toContainEqual({
      method: 'GET',
      path: '/api/v1/kinds/data',
      handler: 'EnvelopeKinds.data',
      access: { kind: 'data', permission: 'read:lots' },
      isHeavy: false,
      isKeyed: false,
      space: null,
      answers: null,
    });
    expect(routes.find(({ path }) => path === '/api/v1/kinds/admin')?.isHeavy).toBe(true);
    expect(routes.filter(({ path }) => path.endsWith('/health')).map(({ path }) => path)).toEqual([
      '/api/v1/health',
      '/health',
      '/api/health',
    ]);
  });

  it('does not let an application start with a route that does not say', async () => {
    @Controller('api/v1/forgotten')
    class Forgotten {
      @Get('said') @Public() said() {
        return 1;
      }
      @Get('unsaid') unsaid() {
        return 1;
      }
    }
    await expect(startHttpApp({ controllers: [Forgotten] })).rejects.toThrow(
      'Routes without an access decorator: Forgotten.unsaid (GET /api/v1/forgotten/unsaid)',
    );
  });
});
