import type { IncomingMessage, Server } from 'node:http';
import { DataSource } from 'typeorm';
import { ERRORS } from '../../src/domain/kernel/errors';
import { METRICS } from '../../src/ports/metrics';
import { mayScrape } from '../../src/http/auth/scraper';
import { startApp, type TestApp } from '../app.factory';
import { until } from '../support/until';
import { valueOf } from './page';

const TOKEN = 'a-token-that-scrapers-carry';
const DEMO = '0xde300000000000000000000000000000000a11ce';

let app: TestApp;
const page = async (headers: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(`${app.url}/metrics`, { headers });
  expect(response.status).toBe(200);
  return response.text();
};

describe('/metrics', () => {
  beforeAll(async () => {
    app = await startApp({ METRICS_TOKEN: TOKEN, DEMO_WALLETS: 'true', RATE_LIMIT_RPM: '3' });
  });
  afterAll(() => app?.close());

  it('tells requests by template, method and class, and never a path', async () => {
    await app.get(`/api/v1/wallets/${DEMO}/dashboard`);
    await app.get(`/api/v1/wallets/${DEMO}x/dashboard`);
    await fetch(`${app.url}/api/v1/wallets/${DEMO}/dashboard`);
    await fetch(`${app.url}/nowhere/${DEMO}`);
    const text = await page();
    const route = '/api/v1/wallets/:address/dashboard';
    const count = 'cost_basis_http_request_seconds_count';
    expect(valueOf(text, count, { route, method: 'GET', status: '2xx' })).toBe(1);
    expect(valueOf(text, count, { route, method: 'GET', status: '4xx' })).toBe(2);
    expect(valueOf(text, count, { route: 'none', method: 'GET', status: '4xx' })).toBe(1);
    expect(text).not.toContain(DEMO);
    expect(valueOf(text, 'cost_basis_http_failures_total', { code: 'UNAUTHORIZED' })).toBe(1);
    expect(valueOf(text, 'cost_basis_http_failures_total', { code: 'INVALID_ADDRESS' })).toBe(1);
    expect(valueOf(text, 'cost_basis_engine_seconds_count', { of: 'wallet' })).toBeGreaterThan(0);
    expect(
      valueOf(text, 'cost_basis_job_seconds_count', { type: 'index_wallet', outcome: 'completed' }),
    ).toBe(1);
  });

  it('tells a request whose client left', async () => {
    const abort = new AbortController();
    const server: Server = app.app.getHttpServer();
    server.once('request', () => abort.abort());
    // Never answered before the client is gone: the service waits for the body.
    const leaving = fetch(`${app.url}/api/calculate/cost-basis`, {
      method: 'POST',
      body: new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) }),
      headers: { 'Content-Type': 'application/json' },
      signal: abort.signal,
      duplex: 'half',
    }).catch(() => null);
    await leaving;
    await until(
      page,
      (text) => valueOf(text, 'cost_basis_http_request_seconds_count', { status: 'gone' }) === 1,
    );
  });

  it('tells the work that is there, the pool, and what the service stands on', async () => {
    const source = app.app.get(DataSource);
    await source.query(
      `INSERT INTO jobs (type, dedupe_key, payload, created_at) VALUES ('of tomorrow', 'k', '{}', now() - interval '1 hour')`,
    );
    await source.query(
      `INSERT INTO mail_outbox (kind, recipient, due_at, tries) VALUES ('reset', 'a@example.com', now() + interval '1 day', 2)`,
    );
    // Gauges are read at most every two seconds.
    const text = await until(
      page,
      (read) => valueOf(read, 'cost_basis_jobs', { type: 'of tomorrow', state: 'queued' }) === 1,
    );
    expect(valueOf(text, 'cost_basis_jobs_oldest_queued_seconds')).toBeGreaterThanOrEqual(3_600);
    expect(valueOf(text, 'cost_basis_mails', { state: 'late' })).toBe(1);
    expect(valueOf(text, 'cost_basis_audit_waiting', {})).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'cost_basis_deliveries', { state: 'due' })).toBe(0);
    expect(valueOf(text, 'cost_basis_deliveries_oldest_due_seconds')).toBe(0);
    for (const dependency of ['database', 'queue', 'cache'])
      expect(valueOf(text, 'cost_basis_dependency_up', { dependency })).toBe(1);
    expect(valueOf(text, 'cost_basis_database_connections', { state: 'idle' })).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'cost_basis_build_info')).toBe(1);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('has a line of help for every metric of the table, and no metric of ours beside it', async () => {
    const named = [...(await page()).matchAll(/^# TYPE (cost_basis_\w+) (\w+)$/gm)].map(
      ([, name, kind]) => `${name} ${kind}`,
    );
    expect(named.toSorted()).toEqual(
      Object.entries(METRICS)
        .map(([name, { kind }]) => `${name} ${kind}`)
        .toSorted(),
    );
  });

  it('is not limited and not a part of the API', async () => {
    for (let times = 0; times < 8; times++) {
      const response = await fetch(`${app.url}/metrics`);
      expect([response.status, response.headers.get('x-ratelimit-limit-minute')]).toEqual([200, null]);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      await response.text();
    }
    const { paths } = (await (await fetch(`${app.url}/api/docs-json`)).json()) as { paths: object };
    expect(Object.keys(paths)).not.toContain('/metrics');
  });

  it.each(['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'])(
    'is closed to whoever comes through a proxy of this machine: %s',
    async (header) => {
      const answer = await app.get('/metrics', { [header]: '203.0.113.7' });
      expect([answer.status, answer.body]).toEqual([
        401,
        { detail: ERRORS.UNAUTHORIZED.message, error_code: 'UNAUTHORIZED' },
      ]);
      expect((await app.get('/metrics', { [header]: '127.0.0.1' })).status).toBe(401);
      const wrong = { [header]: '203.0.113.7', Authorization: `Bearer ${TOKEN}x` };
      expect((await app.get('/metrics', wrong)).status).toBe(401);
      expect(await page({ [header]: '203.0.113.7', Authorization: `Bearer ${TOKEN}` })).toContain(
        'cost_basis_',
      );
    },
  );
});

it('from another machine it is closed without the token, whatever else is sent', () => {
  const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
    ({
      headers: { host: 'localhost:3000', ...headers },
      socket: { remoteAddress },
    }) as unknown as IncomingMessage;
  for (const address of ['192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', 'nonsense', undefined]) {
    expect(mayScrape(from(address), TOKEN)).toBe(false);
    expect(mayScrape(from(address), undefined)).toBe(false);
    expect(mayScrape(from(address, { authorization: 'Bearer ' }), undefined)).toBe(false);
    expect(mayScrape(from(address, { authorization: `bearer ${TOKEN}` }), TOKEN)).toBe(true);
  }
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect(mayScrape(from(address), undefined)).toBe(true);
  const here = '127.0.0.1';
  for (const host of ['metrics.example', 'localhost.example', '127.0.0.1.example', '10.0.0.1:3000', ''])
    expect(mayScrape(from(here, { host }), undefined)).toBe(false);
  for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
    expect(mayScrape(from(here, { host }), undefined)).toBe(true);
});

it('METRICS_ENABLED=false: nothing is measured and the page is not there', async () => {
  const closed = await startApp({ METRICS_ENABLED: 'false' });
  try {
    expect((await closed.get('/metrics')).status).toBe(404);
    expect((await closed.get('/api/v1/health')).status).toBe(200);
  } finally {
    await closed.close();
  }
});
