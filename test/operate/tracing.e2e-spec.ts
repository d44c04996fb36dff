import { rmSync } from 'node:fs';
import { trace } from '@opentelemetry/api';
import { bootApi, type RunningApp } from '../../src/bootstrap/boot';
import { startTracing } from '../../src/adapters/tracing/tracing';
import { createLogger } from '../../src/bootstrap/logger';
import { loadConfig } from '../../src/config/env';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { freePort } from '../launcher/run';
import { type LocalUpstream, startLocalUpstream } from '../support/local-upstream';
import { throughPool } from '../support/pgbouncer';
import { createMigratedDatabase } from '../support/postgres';
import { type CollectedSpan, type Collector, startCollector } from './collector';
import { temporaryFolder } from '../support/temporary-folder';

const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const CALLER = '0af7651916cd43dd8448eb211c80319c';
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

let collector: Collector;
let upstream: LocalUpstream;
let lines: Record<string, unknown>[];
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
const dataDir = temporaryFolder('cost-basis-traces-');

beforeAll(async () => {
  collector = await startCollector();
  upstream = await startLocalUpstream((_url, response) => response.writeHead(503).end());
  database = await createMigratedDatabase();
});
beforeEach(() => (lines = []));
afterAll(async () => {
  await collector?.close();
  await upstream?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function boot(env: Record<string, string>): Promise<RunningApp & { url: string }> {
  Object.assign(process.env, {
    NODE_ENV: 'test',
    ...throughPool({ DATABASE_URL: database.url }),
    DATA_DIR: dataDir,
    PORT: await freePort(),
    REDIS_URL: '',
    EVM_CHAINS: 'ethereum',
    ETHERSCAN_BASE_URL: upstream.url,
    ROUTESCAN_BASE_URL: upstream.url,
    BLOCKSCOUT_BASE_URL: upstream.url,
    SQD_BASE_URL: 'off',
    EVM_NODE_URL: 'off',
    DEMO_WALLETS: 'false',
    ...env,
  });
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const onFatal = (reason: Error): never => {
    throw reason;
  };
  return bootApi({
    config: loadConfig(process.env),
    logger: createLogger('info', sink),
    runsJobs: true,
    onFatal,
  });
}

it('nothing is traced, and no SDK is loaded, without a collector', async () => {
  expect(await startTracing(loadConfig({}), () => undefined)).toBeNull();
  expect(trace.getTracer('any').startSpan('any').isRecording()).toBe(false);
});

it('a request is one trace: its span, those of the calls and statements made for it; jobs are traces of their own', async () => {
  const environment = { ...process.env };
  let key = '';
  let requestId: string | null = null;
  try {
    const running = await boot({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: 'loopback' });
    key = (await running.app.get(PartnerKeysService, { strict: false }).create('tests')).key;
    const answer = await fetch(`${running.url}/api/v1/wallets/${WALLET}/holdings?partner_key=${key}`, {
      headers: { traceparent: `00-${CALLER}-b7ad6b7169203331-01` },
    });
    requestId = answer.headers.get('x-request-id');
    expect(answer.status).toBe(502);
    await answer.text();
    // What was gathered is sent while the process ends.
    await running.stop();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
  expect(collector.paths).toEqual(new Set(['POST /v1/traces']));
  expect(collector.resource).toMatchObject({ 'service.name': 'cost-basis-service' });
  const { spans } = collector;
  const server = one(spans, ({ kind, name }) => kind === SERVER && name.startsWith('GET'));
  expect(server).toMatchObject({
    name: 'GET /api/v1/wallets/:address/holdings',
    traceId: CALLER,
    parentSpanId: 'b7ad6b7169203331',
    status: { code: 2 },
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/wallets/:address/holdings',
      'http.response.status_code': 502,
      'cost_basis.request_id': requestId,
    },
  });
  const beneath = spans.filter(({ traceId, kind }) => traceId === CALLER && kind === CLIENT);
  expect(beneath.map(({ name }) => name)).toContain('SELECT');
  const ids = new Set(spans.filter(({ traceId }) => traceId === CALLER).map(({ spanId }) => spanId));
  expect(beneath.every(({ parentSpanId }) => ids.has(parentSpanId ?? ''))).toBe(true);

  const job = one(spans, ({ kind, name }) => kind === CONSUMER && name === 'job index_wallet');
  expect(job.traceId).not.toBe(CALLER);
  const calls = spans.filter(({ name, traceId }) => name === 'GET routescan' && traceId === job.traceId);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls[0]).toMatchObject({
    kind: CLIENT,
    status: { code: 2 },
    attributes: { 'server.address': new URL(upstream.url).host, 'cost_basis.provider': 'routescan' },
  });
  expect(collector.received).not.toContain(key);
  expect(collector.received).not.toContain(WALLET);

  const said = lines.filter((line) => line['request_id'] === requestId);
  expect(said.length).toBeGreaterThan(1);
  expect(said.every((line) => line['trace_id'] === CALLER)).toBe(true);
  expect(lines.some((line) => line['job_id'] === job.attributes['cost_basis.job_id'])).toBe(true);
});

function one(spans: readonly CollectedSpan[], is: (span: CollectedSpan) => boolean): CollectedSpan {
  const found = spans.filter(is);
  expect(found).toHaveLength(1);
  return found[0] as CollectedSpan;
}
