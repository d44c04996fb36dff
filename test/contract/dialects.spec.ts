import { send, startHttpApp, type RunningHttpApp } from './http-app';
import { CalculateRoutes, EnvelopeRoutes, RwaRoutes } from './echo.controller';

let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({ controllers: [EnvelopeRoutes, CalculateRoutes, RwaRoutes] });
});
afterAll(() => running.close());

const get = (path: string, init: RequestInit = {}) => send(running.url, path, init);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const BARE = ['/api/calculate/echo', '/api/rwa/echo'];

describe('success under /api/v1', () => {
  it('is an envelope', async () => {
    const { status, body, headers } = await get('/api/v1/echo/filters');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['success', 'data', 'meta']);
    expect(body.success).toBe(true);
    expect(body.meta).toEqual({
      request_id: headers.get('x-request-id'),
      timestamp: '2025-06-15T12:00:00.000Z',
      version: '1.0.0',
    });
    expect(body.meta['request_id']).toMatch(UUID);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('has an id of its own for every request, whatever the caller sends', async () => {
    const mine = '11111111-1111-4111-8111-111111111111';
    const answers = [
      await get('/api/v1/echo/filters', { headers: { 'X-Request-Id': mine } }),
      await get('/api/v1/echo/filters', { headers: { 'X-Request-Id': mine } }),
    ];
    const ids = answers.map((answer) => answer.body.meta['request_id']);
    expect(new Set([...ids, mine]).size).toBe(3);
  });

  it('carries the siblings of data, and adds to meta', async () => {
    const { body } = await get('/api/v1/echo/flags');
    expect(body).toEqual({
      success: true,
      data: { rows: [1] },
      partial: true,
      still_indexing: false,
      meta: {
        request_id: expect.stringMatching(UUID) as string,
        timestamp: '2025-06-15T12:00:00.000Z',
        version: '1.0.0',
        is_limited: true,
      },
    });
  });

  it('of a handler that says nothing has null data', async () => {
    expect((await get('/api/v1/echo/nothing')).body.data).toBeNull();
  });
});

describe.each(BARE)('success under %s', (family) => {
  it('is the body as it is', async () => {
    expect((await get(`${family}/address/0x${'0'.repeat(40)}`)).body).toEqual({
      family: 'evm',
      value: `0x${'0'.repeat(40)}`,
      given: `0x${'0'.repeat(40)}`,
    });
  });
  it('says at the top level what an envelope says in meta', async () => {
    expect((await get(`${family}/flags`)).body).toEqual({ rows: [1], is_limited: true });
  });
});

describe.each(['/api/v1/echo', ...BARE])('under %s', (family) => {
  it('a raw body has no envelope', async () => {
    expect((await get(`${family}/raw`)).body).toEqual({ transactions: [], count: 0 });
  });
  it('a file is a file', async () => {
    const answer = await get(`${family}/file`);
    expect(answer.text).toBe('a,b\r\n1,2\r\n');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.csv"');
  });
  it('HEAD answers as GET does, without a body', async () => {
    const answer = await get(`${family}/raw`, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

describe('failure under /api/v1', () => {
  it('is an envelope with code, message and details', async () => {
    const { status, body, headers } = await get('/api/v1/echo/refuse');
    expect(status).toBe(404);
    expect(body).toEqual({
      success: false,
      error: {
        code: 'WALLET_NOT_FOUND',
        message: 'Wallet not indexed yet; load its dashboard first',
        details: { address: 'x' },
      },
      meta: {
        request_id: headers.get('x-request-id'),
        timestamp: '2025-06-15T12:00:00.000Z',
        version: '1.0.0',
      },
    });
  });
  it('of an unknown kind tells nothing', async () => {
    const { status, body, text } = await get('/api/v1/echo/crash');
    expect([status, body.error]).toEqual([
      500,
      { code: 'INTERNAL_ERROR', message: 'Unexpected server error' },
    ]);
    expect(text).not.toMatch(/SELECT|passwd|TypeError|\.ts|node_modules/);
  });
  it.each(['down', 'pool'])('of the database is temporary (%s)', async (route) => {
    const { status, body } = await get(`/api/v1/echo/${route}`);
    expect([status, body.error.code, JSON.stringify(body).includes('5432')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      false,
    ]);
  });
  it('names the field of a rule a service checked', async () => {
    const { status, body } = await get('/api/v1/echo/rule');
    expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'limit']);
  });
  it.each(['/api/v1', '/api/v1/', '/api/v1/nope', '/API/V1/nope', '//api/v1//nope'])(
    'of an unknown route %s',
    async (path) => {
      const { status, body } = await get(path);
      expect([status, body.success, body.error.code, body.error.details]).toEqual([
        404,
        false,
        'RESOURCE_NOT_FOUND',
        undefined,
      ]);
    },
  );
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'of a known path that does not take %s',
    async (method) => {
      const { status, body, headers } = await get('/API/v1/echo/address/x/', { method });
      expect([status, body.error.code, headers.get('allow')]).toEqual([
        405,
        'METHOD_NOT_ALLOWED',
        'GET, HEAD',
      ]);
    },
  );
  it('of a path with another method names all its methods', async () => {
    const { headers } = await get('/api/v1/echo/required', { method: 'PATCH' });
    expect(headers.get('allow')).toBe('PUT');
  });
});

describe.each(BARE)('failure under %s', (family) => {
  it('is detail and error_code', async () => {
    const { status, body } = await get(`${family}/refuse`);
    expect([status, body]).toEqual([
      404,
      { detail: 'Wallet not indexed yet; load its dashboard first', error_code: 'WALLET_NOT_FOUND' },
    ]);
  });
  it('of a known path with another method is 405', async () => {
    const { status, body, headers } = await get(`${family}/filters`, { method: 'PATCH' });
    expect([status, headers.get('allow'), body]).toEqual([
      405,
      'GET, HEAD',
      { detail: 'This path does not take this method', error_code: 'METHOD_NOT_ALLOWED' },
    ]);
  });
  it('of an unknown kind tells nothing', async () => {
    const { status, body } = await get(`${family}/crash`);
    expect([status, body]).toEqual([
      500,
      { detail: 'Unexpected server error', error_code: 'INTERNAL_ERROR' },
    ]);
  });
  it('of a rule a service checked is a list of violations', async () => {
    const { status, body } = await get(`${family}/rule`);
    expect([status, body]).toEqual([
      422,
      { detail: [{ loc: ['query', 'limit'], msg: 'limit: too much', type: 'value_error' }] },
    ]);
  });
});

describe('an unknown route elsewhere', () => {
  it.each([
    '/',
    '/nope',
    '/api',
    '/api/nope',
    '/api/v11/x',
    '/api/calculate/nope',
    '/api/wallets/x',
    '/api/rwa',
  ])('%s is Not Found', async (path) => {
    const { status, body, headers } = await get(path);
    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('paths', () => {
  it('have no case and may end in a slash', async () => {
    const paths = ['/API/V1/echo/filters', '/api/v1/echo/filters/', '/API/CALCULATE/echo/filters'];
    const answers = await Promise.all(paths.map((path) => get(path)));
    expect(answers.map(({ status, body }) => [status, body.success])).toEqual([
      [200, true],
      [200, true],
      [200, undefined],
    ]);
  });
  it('with doubled slashes are others', async () => {
    expect((await get('//api/v1/health')).status).toBe(404);
  });
});

describe('the log', () => {
  it('has what broke, under the id the caller was told, and nothing of the mistakes of callers', async () => {
    const lines: string[] = [];
    const note = (...words: unknown[]): void => void lines.push(words.join(' '));
    const logged = await startHttpApp({
      controllers: [EnvelopeRoutes],
      logger: { log: () => undefined, error: note, warn: note },
    });
    await send(logged.url, '/api/v1/echo/filters?page=0');
    await send(logged.url, '/api/v1/echo/refuse');
    expect(lines).toEqual([]);
    const crash = await send(logged.url, '/api/v1/echo/crash');
    const down = await send(logged.url, '/api/v1/echo/down');
    await logged.close();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(crash.headers.get('x-request-id'));
    expect(lines[0]).toMatch(/TypeError: SELECT secret[\s\S]+ at /);
    expect(lines[1]).toContain(down.headers.get('x-request-id'));
    expect(lines[1]).toContain('SERVICE_UNAVAILABLE');
  });
});
