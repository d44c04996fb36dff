import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import {
  type LocalUpstream,
  sendHtml,
  sendJson,
  startLocalUpstream,
} from '../../../test/support/local-upstream';
import { TestClock } from '../../../test/fakes/test-clock';
import { whileAnswered } from '../../common/upstream-scope';
import { rejectionOf } from '../../../test/support/rejection';
import { UpstreamClient, type UpstreamClientOptions, type UpstreamRequest } from './upstream-client';
import { UpstreamFailure } from './upstream-failure';

const KEY = 'sekrit-key-0123';
const QUICK = { attempts: 2, attemptMs: 1_000, wholeMs: 6_000 };
const good = z.object({ answer: z.number() });

/** Waits end at once, and the test decides when a limit is met. The circuit reads the time of day of the machine. */
class HastyClock extends TestClock {
  override sleep(ms: number): Promise<void> {
    this.pass(ms);
    return Promise.resolve();
  }

  pass(ms: number): void {
    this.advance(ms);
    jest.setSystemTime(Date.now() + ms);
  }
}

let clock: HastyClock;
let upstream: LocalUpstream;
const clients: UpstreamClient[] = [];

beforeEach(async () => {
  jest.useFakeTimers({
    doNotFake: [
      ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] as const),
      ...(['clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const),
    ],
  });
  clock = new HastyClock();
  upstream = await startLocalUpstream((_url, response) => sendJson(response, { answer: 42 }));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await upstream.close();
  jest.useRealTimers();
});

const client = (options: UpstreamClientOptions = {}): UpstreamClient => {
  const made = new UpstreamClient({
    secrets: [KEY],
    clock,
    backoffMs: 1,
    patience: { request: QUICK, background: { ...QUICK, attempts: 4 } },
    ...options,
  });
  clients.push(made);
  return made;
};

const call = (
  over: Partial<UpstreamRequest<{ answer: number }>> = {},
): UpstreamRequest<{ answer: number }> => ({
  provider: 'oracle',
  url: `${upstream.url}/ask?apikey=${KEY}`,
  schema: good,
  patience: 'request',
  signal: new AbortController().signal,
  rate: { perSecond: 1_000, concurrency: 50 },
  ...over,
});

const failureOf = (promise: Promise<unknown>) => rejectionOf(promise, UpstreamFailure);

describe('UpstreamClient', () => {
  it('gives what fits the shape', async () => {
    await expect(client().send(call())).resolves.toEqual({ answer: 42 });
  });

  it('reads numbers as their own digits where they are money', async () => {
    upstream.respond((_url, response) => sendJson(response, '{"answer":1.000000000000000000000000001}'));
    const schema = z.object({ answer: z.string() });
    await expect(client().send({ ...call(), schema, numbers: 'text' })).resolves.toEqual({
      answer: '1.000000000000000000000000001',
    });
  });

  describe('every fault becomes one of the two public codes', () => {
    const big = Buffer.alloc(3_000_000, 0x20);
    it.each<[string, Parameters<typeof startLocalUpstream>[0], string, RegExp, number]>([
      [
        '500',
        (_u, r) => sendJson(r, { message: 'Something went wrong' }, 500),
        'DATA_PROVIDER_ERROR',
        /HTTP 500 .*Something went wrong/,
        2,
      ],
      [
        '502 with a page of the proxy',
        (_u, r) => sendHtml(r, 502),
        'DATA_PROVIDER_ERROR',
        /HTTP 502 .*an HTML page/,
        2,
      ],
      ['429', (_u, r) => sendJson(r, { message: 'slow down' }, 429), 'DATA_PROVIDER_ERROR', /slow down/, 2],
      [
        '429 with a page that advertises plans',
        (_u, r) => sendHtml(r, 429),
        'DATA_PROVIDER_ERROR',
        /an HTML page/,
        2,
      ],
      [
        '429 about the quota',
        (_u, r) => sendJson(r, { message: 'Monthly capacity exceeded' }, 429),
        'PROVIDER_ENTITLEMENT_ERROR',
        /Monthly/,
        1,
      ],
      [
        '401',
        (_u, r) => sendJson(r, 'Must be authenticated!', 401),
        'PROVIDER_ENTITLEMENT_ERROR',
        /Must be authenticated/,
        1,
      ],
      [
        '402',
        (_u, r) => sendJson(r, { message: 'Payment required' }, 402),
        'PROVIDER_ENTITLEMENT_ERROR',
        /Payment required/,
        1,
      ],
      [
        '403',
        (_u, r) => sendJson(r, { message: 'Forbidden' }, 403),
        'PROVIDER_ENTITLEMENT_ERROR',
        /Forbidden/,
        1,
      ],
      ['404', (_u, r) => sendJson(r, { message: 'Not here' }, 404), 'DATA_PROVIDER_ERROR', /Not here/, 1],
      [
        'a redirect',
        (_u, r) => sendJson(r, '', 302, { location: 'http://169.254.169.254/' }),
        'DATA_PROVIDER_ERROR',
        /HTTP 302/,
        1,
      ],
      ['HTML under 200', (_u, r) => sendHtml(r, 200), 'DATA_PROVIDER_ERROR', /an HTML page/, 2],
      ['an empty body', (_u, r) => sendJson(r, ''), 'DATA_PROVIDER_ERROR', /an empty body/, 2],
      [
        'JSON that ends too early',
        (_u, r) => sendJson(r, '{"answer":4'),
        'DATA_PROVIDER_ERROR',
        /not JSON/,
        2,
      ],
      ['NaN', (_u, r) => sendJson(r, '{"answer":NaN}'), 'DATA_PROVIDER_ERROR', /not JSON/, 2],
      [
        'a number beyond all bounds',
        (_u, r) => sendJson(r, '{"answer":1e400}'),
        'DATA_PROVIDER_ERROR',
        /another shape: answer/,
        2,
      ],
      ['a list for an object', (_u, r) => sendJson(r, []), 'DATA_PROVIDER_ERROR', /another shape/, 2],
      [
        'a connection cut in the middle',
        (_u, r) => {
          r.writeHead(200, { 'content-length': '99' });
          r.write('{"answ');
          setImmediate(() => r.destroy());
        },
        'DATA_PROVIDER_ERROR',
        /connection|in time/,
        2,
      ],
      ['a reset', (_u, r) => r.socket?.resetAndDestroy(), 'DATA_PROVIDER_ERROR', /connection failed/, 2],
      ['silence', () => undefined, 'DATA_PROVIDER_ERROR', /in time/, 2],
      [
        'a body that stalls',
        (_u, r) => {
          r.writeHead(200);
          r.write('{');
        },
        'DATA_PROVIDER_ERROR',
        /in time/,
        2,
      ],
      [
        'a body without end',
        (_u, r) => {
          r.writeHead(200);
          r.write(big);
          r.write(big);
        },
        'DATA_PROVIDER_ERROR',
        /larger than allowed/,
        1,
      ],
      [
        'a gzip bomb',
        (_u, r) => {
          r.writeHead(200, { 'content-encoding': 'gzip' });
          r.end(gzipSync(Buffer.alloc(20_000_000)));
        },
        'DATA_PROVIDER_ERROR',
        /larger than allowed/,
        1,
      ],
      [
        'broken gzip',
        (_u, r) => {
          r.writeHead(200, { 'content-encoding': 'gzip' });
          r.end('not gzip');
        },
        'DATA_PROVIDER_ERROR',
        /compressed body is broken/,
        2,
      ],
      [
        'an unknown encoding',
        (_u, r) => {
          r.writeHead(200, { 'content-encoding': 'zstd' });
          r.end('?');
        },
        'DATA_PROVIDER_ERROR',
        /content-encoding zstd/,
        2,
      ],
    ])('%s', async (_name, responder, code, text, asked) => {
      upstream.respond(responder);
      const failing = failureOf(client().send(call({ maxBytes: 4_000_000 })));
      // A silent upstream: the limit of the attempt is met when the call has arrived.
      for (let round = 1; text.source === 'in time' && round <= asked; round++) {
        while (upstream.requests.length < round) await new Promise(setImmediate);
        await clock.tick(QUICK.attemptMs);
      }
      const failure = await failing;
      expect(failure.code).toBe(code);
      expect(failure.details).toEqual({ provider: 'oracle', error: expect.stringMatching(text) });
      expect(upstream.requests).toHaveLength(asked);
    });

    it.each([
      ['nobody listens', 'http://127.0.0.1:1/', /connection failed \(ECONNREFUSED\)/],
      ['a name that does not resolve', 'http://nowhere.invalid/', /does not resolve/],
    ])('%s', async (_name, url, text) => {
      const failure = await failureOf(client().send(call({ url })));
      expect(failure.code).toBe('DATA_PROVIDER_ERROR');
      expect(String(failure.details?.error)).toMatch(text);
    });

    it('TLS that is none', async () => {
      const failure = await failureOf(client().send(call({ url: upstream.url.replace('http:', 'https:') })));
      expect(failure.code).toBe('DATA_PROVIDER_ERROR');
      expect(String(failure.details?.error)).toMatch(/connection failed/);
    });
  });

  it('unpacks honest gzip', async () => {
    upstream.respond((_url, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"answer":7}'));
    });
    await expect(client().send(call())).resolves.toEqual({ answer: 7 });
  });

  it('lets no key out, and no more than 300 characters', async () => {
    const words = `your key ${KEY} at https://x/?apikey=another-key&x=1 ${'is wrong '.repeat(80)}`;
    upstream.respond((_url, response) => sendJson(response, { message: words }, 401));
    const failure = await failureOf(client().send(call()));
    const text = String(failure.details?.error);
    expect(text).toContain('your key ***');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('another-key');
    expect(text.length).toBeLessThanOrEqual(300);
  });

  describe('retries', () => {
    const failTimes = (times: number) => {
      let left = times;
      upstream.respond((_url, response) =>
        left-- > 0 ? sendJson(response, { message: 'ill' }, 500) : sendJson(response, { answer: 1 }),
      );
    };

    it('once for a request that somebody waits for', async () => {
      failTimes(1);
      await expect(client().send(call())).resolves.toEqual({ answer: 1 });
      failTimes(2);
      await expect(failureOf(client().send(call()))).resolves.toMatchObject({ kind: 'transient' });
    });

    it('up to three times in background work', async () => {
      failTimes(3);
      await expect(client().send(call({ patience: 'background' }))).resolves.toEqual({ answer: 1 });
      expect(upstream.requests).toHaveLength(4);
    });

    it('waits as long as it is told to, or not at all when that is too long', async () => {
      upstream.respond((_url, response) => sendJson(response, {}, 429, { 'retry-after': '60' }));
      const failure = await failureOf(client().send(call({ patience: 'background' })));
      expect(failure.retryAfterMs).toBe(60_000);
      expect(upstream.requests).toHaveLength(1);
    });
  });

  describe('circuit', () => {
    it('opens after failures in a row, answers at once while open, and closes when a probe succeeds', async () => {
      const cautious = client({ failuresToOpen: 3, openMs: 1_000 });
      const once = (url: string) => cautious.send(call({ url: `${upstream.url}/${url}` }));
      upstream.respond((_url, response) => sendJson(response, {}, 500));
      await failureOf(once('a'));
      await failureOf(once('b'));
      expect(upstream.requests).toHaveLength(3);
      const refused = await failureOf(once('c'));
      expect(refused).toMatchObject({ kind: 'circuit_open', code: 'DATA_PROVIDER_ERROR' });
      expect(upstream.requests).toHaveLength(3);
      upstream.respond((_url, response) => sendJson(response, { answer: 5 }));
      clock.pass(999);
      expect((await failureOf(once('c'))).kind).toBe('circuit_open');
      clock.pass(1);
      await expect(once('d')).resolves.toEqual({ answer: 5 });
      await expect(once('e')).resolves.toEqual({ answer: 5 });
    });

    it('tells what went wrong when it opens between two attempts', async () => {
      upstream.respond((_url, response) => sendJson(response, { message: 'ill' }, 500));
      const failure = await failureOf(client({ failuresToOpen: 1 }).send(call()));
      expect(failure.details?.error).toMatch(/ill/);
    });

    it('spares calls that were in line when it opened', async () => {
      upstream.respond((_url, response) => sendJson(response, {}, 500));
      const cautious = client({ failuresToOpen: 2 });
      const calls = Array.from({ length: 20 }, (_, i) =>
        failureOf(
          cautious.send(call({ url: `${upstream.url}/${i}`, rate: { perSecond: 1_000, concurrency: 1 } })),
        ),
      );
      await Promise.all(calls);
      expect(upstream.requests.length).toBeLessThanOrEqual(3);
    });

    it('is outwaited by background work, so that the first read after an outage works', async () => {
      const cautious = client({ failuresToOpen: 2, openMs: 50 });
      upstream.respond((_url, response) => sendJson(response, {}, 500));
      await failureOf(cautious.send(call()));
      expect((await failureOf(cautious.send(call()))).kind).toBe('circuit_open');
      upstream.respond((_url, response) => sendJson(response, { answer: 6 }));
      await expect(cautious.send(call({ patience: 'background' }))).resolves.toEqual({ answer: 6 });
    });

    it('is known to the work that called', async () => {
      upstream.respond((_url, response) => sendJson(response, {}, 500));
      const cautious = client({ failuresToOpen: 3 });
      let times = 0;
      const work = () =>
        failureOf(
          whileAnswered(
            clock,
            1_000,
            new AbortController().signal,
            () => new Error('silent'),
            () => cautious.send(call()),
            () => times++,
          ),
        );
      await work();
      expect(times).toBe(0);
      await work();
      await work();
      expect(times).toBe(2);
    });

    it('is not fed by refusals', async () => {
      upstream.respond((_url, response) => sendJson(response, {}, 402));
      const cautious = client({ failuresToOpen: 2 });
      for (let i = 0; i < 5; i++) {
        await expect(failureOf(cautious.send(call()))).resolves.toMatchObject({ kind: 'entitlement' });
      }
      expect(upstream.requests).toHaveLength(5);
    });
  });

  it('asks one question at a time as often as it is asked at the same time: once', async () => {
    const waiting: (() => void)[] = [];
    upstream.respond((_url, response) => waiting.push(() => sendJson(response, { answer: 9 })));
    const one = client();
    const leaver = new AbortController();
    const crowd = Array.from({ length: 200 }, () => one.send(call()));
    const first = one.send(call({ signal: leaver.signal }));
    while (waiting.length === 0) await new Promise(setImmediate);
    leaver.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    waiting.forEach((answer) => answer());
    expect(new Set((await Promise.all(crowd)).map(({ answer }) => answer))).toEqual(new Set([9]));
    expect(upstream.requests).toHaveLength(1);
  });

  it('drops the call when its only caller leaves', async () => {
    let isClosed = false;
    upstream.respond((_url, response) => response.once('close', () => (isClosed = true)));
    const leaver = new AbortController();
    const asked = client().send(call({ signal: leaver.signal }));
    while (upstream.requests.length === 0) await new Promise(setImmediate);
    leaver.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    while (!isClosed) await new Promise(setImmediate);
    expect(upstream.requests).toHaveLength(1);
  });

  it('does not count standing in line as silence of the upstream, for background work', async () => {
    const quick = { attempts: 1, attemptMs: 2_000, wholeMs: 150 };
    const slow = client({ patience: { background: quick, request: quick } });
    const rate = { perSecond: 20, concurrency: 1 };
    const crowd = (patience: 'background' | 'request') =>
      Promise.allSettled(
        Array.from({ length: 8 }, (_, i) =>
          slow.send(call({ url: `${upstream.url}/${patience}${i}`, rate, patience })),
        ),
      );
    const answered = (calls: PromiseSettledResult<unknown>[]) =>
      calls.filter(({ status }) => status === 'fulfilled').length;
    expect(answered(await crowd('background'))).toBe(8);
    clock.pass(1_000);
    expect(answered(await crowd('request'))).toBe(3);
  });

  it('never has more calls under way than the rate allows', async () => {
    const CALLS = 30;
    const held: (() => void)[] = [];
    let now = 0;
    let most = 0;
    upstream.respond((_url, response) => {
      most = Math.max(most, ++now);
      held.push(() => {
        now--;
        sendJson(response, { answer: 1 });
      });
      if (held.length === 3 || upstream.requests.length === CALLS)
        held.splice(0).forEach((answer) => answer());
    });
    const one = client();
    const rate = { perSecond: 10_000, concurrency: 3 };
    await Promise.all(
      Array.from({ length: CALLS }, (_, i) => one.send(call({ url: `${upstream.url}/${i}`, rate }))),
    );
    expect(most).toBe(3);
  });
});
