import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  ApiError,
  CostBasisClient,
  InvalidSignatureError,
  webhooks,
} from '../../clients/typescript/src/index';
import { signatureHeader } from '../../src/domain/webhooks/signature';
import VECTORS from '../webhooks/vectors.json';

const CLIENT = join(__dirname, '../../clients/typescript');
const BASE = 'http://service.test';

interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** A client whose requests get these answers, one after the other, and what it sent. */
function scripted(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const client = new CostBasisClient({
    baseUrl: `${BASE}/`,
    apiKey: 'cbk_test',
    maxWaitSeconds: 5,
    fetch: (url, init = {}) => {
      const { method = 'GET', headers, body } = init;
      sent.push({
        url: url instanceof Request ? url.url : url.toString(),
        method,
        headers: new Headers(headers),
        body,
      });
      const answer = answers.shift() ?? json({ success: true, data: {} });
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return { client, sent };
}

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json', ...init.headers },
  });

const failure = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(
    { success: false, error: { code, message: 'refused', field: 'page', details: { limit: 60 } } },
    { status, headers },
  );

describe('a request', () => {
  it('has path, query, credential and body in their places', async () => {
    const { client, sent } = scripted();
    await client.listLots({ address: '0xAB', status: 'all', owned_wallets: ['0x1', '0x2'], page: 2 });
    await client.createPortfolio({ body: { name: 'Family' } });
    const urls = sent.map(({ method, url }) => `${method} ${url.slice(BASE.length)}`);
    expect(urls).toEqual([
      'GET /api/v1/wallets/0xAB/lots?page=2&owned_wallets=0x1&owned_wallets=0x2&status=all',
      'POST /api/v1/portfolios',
    ]);
    expect(sent.map(({ headers }) => headers.get('X-API-Key'))).toEqual(['cbk_test', 'cbk_test']);
    expect(sent[1]?.body).toBe('{"name":"Family"}');
  });

  it.each(['', '.', '..'])('with the id %j, which would name another route, is not sent', async (address) => {
    const { client, sent } = scripted();
    await expect(client.listLots({ address })).rejects.toThrow('address is empty or no id');
    expect(sent).toEqual([]);
  });

  it('asks for a session token before each attempt', async () => {
    let count = 0;
    const headers: (string | null)[] = [];
    const client = new CostBasisClient({
      baseUrl: BASE,
      accessToken: () => `token-${++count}`,
      fetch: (_url, init) => {
        headers.push(new Headers(init?.headers).get('Authorization'));
        return Promise.resolve(
          count < 2 ? failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '0' }) : json({}),
        );
      },
    });
    await client.getUsage();
    expect(headers).toEqual(['Bearer token-1', 'Bearer token-2']);
  });
});

describe('a failure', () => {
  it('that can pass is tried again after the time the service states', async () => {
    const { client, sent } = scripted(failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '1' }));
    jest.useFakeTimers();
    try {
      const answer = client.getUsage();
      await jest.advanceTimersByTimeAsync(999);
      expect(sent).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1);
      await answer;
      expect(sent).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('whose wait is longer than the caller allows ends the call', async () => {
    const { client, sent } = scripted(failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '3600' }));
    await expect(client.getUsage()).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: 3600,
    });
    expect(sent).toHaveLength(1);
  });

  it('of the request itself is not tried again', async () => {
    const { client, sent } = scripted(failure(400, 'VALIDATION_ERROR', { 'X-Request-Id': 'r1' }));
    const error: unknown = await client.listWebhooks().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'page',
      requestId: 'r1',
      details: { limit: 60 },
    });
    expect(sent).toHaveLength(1);
  });

  it('has the same facts in the family without an envelope', async () => {
    const detail = [{ loc: ['query', 'limit'], msg: 'Input should be greater', type: 'greater_than_equal' }];
    const { client } = scripted(
      json({ detail }, { status: 422 }),
      json({ error: 'Request timeout' }, { status: 400 }),
    );
    const calls = [client.listAllLots({ address: '0x1' }), client.listAllLots({ address: '0x1' })];
    await expect(calls[0]).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field: 'limit' });
    await expect(calls[1]).rejects.toMatchObject({ code: null, message: 'Request timeout' });
  });

  it('without an answer repeats a read, and no login', async () => {
    const lost = new TypeError('fetch failed');
    const read = scripted(lost, json({ data: [] }));
    await read.client.listWebhooks();
    expect(read.sent).toHaveLength(2);
    const login = scripted(lost, json({}));
    await expect(login.client.logIn({ body: { email: 'a@example.com', password: 'x' } })).rejects.toBe(lost);
    expect(login.sent).toHaveLength(1);
  });

  it('ends at once when the caller gives up', async () => {
    const { client } = scripted(failure(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '5' }));
    await expect(client.getUsage({}, { signal: AbortSignal.timeout(20) })).rejects.toThrow();
  });
});

it('iterates over the pages of a list', async () => {
  const page = (ids: string[], number: number, has_more: boolean) =>
    json({ data: ids.map((id) => ({ id })), pagination: { page: number, has_more } });
  const { client, sent } = scripted(page(['a', 'b'], 1, true), page(['c'], 2, false));
  const ids: string[] = [];
  for await (const { id } of client.iterate('listWebhooks', { per_page: 2 })) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?per_page=2', '?page=2&per_page=2']);
});

it('watches a job until it ends, over a stream that breaks off', async () => {
  const stream = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } });
  const event = (type: string, progress: number) =>
    `event: ${type}\nid: 1\ndata: {"job_id":"j","progress":${progress}}\n\n`;
  const { client, sent } = scripted(
    stream(`\n: heartbeat\n\n${event('progress', 1)}${event('progress', 5)}event: pro`),
    stream(event('end', 100) + event('progress', 7)),
  );
  const seen: number[] = [];
  for await (const { progress } of client.watchJob('j')) seen.push(progress);
  expect(seen).toEqual([1, 5, 100]);
  expect(sent.map(({ url }) => url)).toEqual(Array(2).fill(`${BASE}/api/v1/jobs/j/events`));
});

it('iterates by cursor where the list has one', async () => {
  const page = (ids: string[], next_cursor: string | null) =>
    json({
      data: ids.map((lot_id) => ({ lot_id })),
      pagination: { has_more: next_cursor !== null, next_cursor },
    });
  const { client, sent } = scripted(page(['a', 'b'], 'c1'), page(['c'], 'c2'), page(['d'], null));
  const ids: string[] = [];
  for await (const { lot_id } of client.iterate('listLots', { address: '0x1', status: 'all' }))
    ids.push(lot_id);
  expect(ids).toEqual(['a', 'b', 'c', 'd']);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?status=all',
    '?cursor=c1&status=all',
    '?cursor=c2&status=all',
  ]);
});

describe('webhooks.verify', () => {
  const { secret, vectors } = VECTORS;
  const request = ({ canonical, v1, t }: { canonical: string; v1: string; t: number }) => ({
    body: canonical,
    headers: { 'x-service-signature': signatureHeader(t, v1) },
  });

  it('accepts what the service signs, as text and as bytes, and returns the event', async () => {
    for (const vector of vectors) {
      const now = vector.t * 1_000;
      const own = 'secret' in vector && vector.secret !== undefined ? vector.secret : secret;
      const text = request(vector);
      const bytes = { body: Buffer.from(vector.canonical), headers: new Headers(text.headers) };
      for (const each of [text, bytes])
        expect(await webhooks.verify(each, { secret: ['whsec_other', own], now })).toEqual(vector.document);
    }
  });

  it('refuses another secret, another body, an old signature, one of the future, and none', async () => {
    const [vector] = vectors;
    if (!vector) throw new Error('There is no vector');
    const now = vector.t * 1_000;
    const good = request(vector);
    const refused = (each: typeof good | { body: string; headers: object }, options: object) =>
      expect(webhooks.verify(each as typeof good, { secret, now, ...options })).rejects.toBeInstanceOf(
        InvalidSignatureError,
      );
    await refused(good, { secret: 'whsec_other' });
    await refused({ ...good, body: `${good.body} ` }, {});
    await refused(good, { now: now + 301_000 });
    await refused(good, { now: now - 2_000 });
    await refused({ ...good, headers: {} }, {});
    await refused({ ...good, headers: { 'x-service-signature': 't=x,v1=00' } }, {});
    await expect(webhooks.verify(good, { secret, now: now - 2_000, clockSkewSeconds: 5 })).resolves.toEqual(
      vector.document,
    );
  });
});

describe('the package', () => {
  const read = (file: string): string => readFileSync(join(CLIENT, file), 'utf8');

  it('shows examples that the compiler reads', () => {
    const blocks = [...read('README.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    const examples = ['quick-start', 'pages', 'report', 'webhook'].map((name) =>
      read(`examples/${name}.ts`).replace(/'[./]+src\/index\.js'/, "'cost-basis-client'"),
    );
    expect(blocks).toEqual(examples);
  });

  it('is packed with its code by the line of its page', () => {
    const [, line = ''] = /```sh\n(.*npm pack.*)\n```/.exec(read('README.md')) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'client-'));
    try {
      const copy = join(folder, 'clients/typescript');
      cpSync(CLIENT, copy, { recursive: true, filter: (path) => basename(path) !== 'dist' });
      symlinkSync(join(CLIENT, '../../node_modules'), join(folder, 'node_modules'));
      copyFileSync(join(CLIENT, '../../.npmrc'), join(folder, '.npmrc'));
      execFileSync('sh', ['-c', line.replace('/tmp', folder)], { cwd: folder, stdio: 'pipe' });
      const [, file = ''] = /npm install \/tmp\/(\S+)/.exec(read('README.md')) ?? [];
      const files = execFileSync('tar', ['tzf', join(folder, file)], { encoding: 'utf8' }).split('\n');
      expect(files).toEqual(expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts']));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has no dependencies and no `any`', () => {
    const { dependencies = {}, type } = JSON.parse(read('package.json')) as {
      dependencies?: object;
      type: string;
    };
    expect([Object.keys(dependencies), type]).toEqual([[], 'module']);
    const files = [
      'client',
      'download',
      'errors',
      'events',
      'options',
      'pages',
      'transport',
      'webhooks',
      'generated/operations',
      'generated/schemas',
    ];
    const text = files
      .map((file) => read(`src/${file}.ts`))
      .join('')
      .replace(/\/\*[\s\S]*?\*\//g, '');
    expect(text.match(/(?<!\.)\bany\b/g)).toBeNull();
  });
});
