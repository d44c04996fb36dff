import { post, send, startHttpApp, type RunningHttpApp } from './http-app';
import { EnvelopeRoutes } from './echo.controller';

const LISTED = 'https://app.example';
let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({
    controllers: [EnvelopeRoutes],
    env: { CORS_ORIGINS: LISTED, TRUST_PROXY: '1' },
  });
});
afterAll(() => running.close());

describe.each([
  ['200', '/api/v1/echo/filters'],
  ['400', '/api/v1/echo/filters?page=0'],
  ['404', '/nope'],
  ['500', '/api/v1/echo/crash'],
])('an answer %s', (status, path) => {
  it('has the security headers', async () => {
    const { headers, ...answer } = await send(running.url, path);
    expect(String(answer.status)).toBe(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('says HSTS over https, as the trusted proxy reports it', async () => {
  const { headers } = await send(running.url, '/api/v1/health', {
    headers: { 'X-Forwarded-Proto': 'https' },
  });
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

it('a proxy that is not trusted is not believed', async () => {
  const other = await startHttpApp({ controllers: [] });
  const { headers } = await send(other.url, '/api/v1/health', { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(headers.get('strict-transport-security')).toBeNull();
  await other.close();
});

describe('CORS', () => {
  const EXPOSED =
    'X-Export-Count,X-Export-Truncated,X-Export-Status,X-Export-Incomplete,X-Export-Limited,X-Export-Approximate,X-Export-Official-Form,Idempotency-Replayed,Retry-After,X-RateLimit-Limit-Minute,X-RateLimit-Limit-Day,' +
    'X-RateLimit-Remaining-Minute,X-RateLimit-Remaining-Day,X-RateLimit-Reset-Minute,X-RateLimit-Reset-Day,Content-Disposition,X-Request-Id,ETag';

  it('a listed origin may call with credentials', async () => {
    const { headers } = await send(running.url, '/api/v1/health', { headers: { Origin: LISTED } });
    expect(headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-expose-headers')).toBe(EXPOSED);
    expect(headers.get('vary')).toContain('Origin');
  });
  it('another origin may not', async () => {
    const { headers } = await send(running.url, '/api/v1/health', {
      headers: { Origin: 'https://evil.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toBe(EXPOSED);
  });
  it('a preflight names methods and headers', async () => {
    const { status, headers } = await send(running.url, '/api/v1/echo/named', {
      method: 'OPTIONS',
      headers: { Origin: LISTED, 'Access-Control-Request-Method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(headers.get('access-control-allow-methods')).toBe('GET,HEAD,POST,PUT,DELETE');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Authorization,Content-Type,Idempotency-Key,X-API-Key,X-Partner-Key,If-None-Match',
    );
  });
  it('failures are readable by a listed origin too', async () => {
    const { headers } = await send(running.url, '/api/v1/nope', { headers: { Origin: LISTED } });
    expect(headers.get('access-control-allow-origin')).toBe(LISTED);
  });
  it('a star lets anybody call, without credentials', async () => {
    const open = await startHttpApp({ controllers: [], env: { CORS_ORIGINS: `*,${LISTED}` } });
    const anybody = await send(open.url, '/api/v1/health', { headers: { Origin: 'https://evil.example' } });
    expect(anybody.headers.get('access-control-allow-origin')).toBe('*');
    expect(anybody.headers.get('access-control-allow-credentials')).toBeNull();
    const listed = await send(open.url, '/api/v1/health', { headers: { Origin: LISTED } });
    expect(listed.headers.get('access-control-allow-credentials')).toBe('true');
    await open.close();
  });
});

it('long answers are compressed for those who can read it', async () => {
  const body = JSON.stringify({ metadata: { text: 'a'.repeat(10_000) } });
  const answer = await post(running.url, '/api/v1/echo/named', body, { 'Accept-Encoding': 'gzip' });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.body.data).toEqual({ metadata: { text: 'a'.repeat(10_000) } });
});
