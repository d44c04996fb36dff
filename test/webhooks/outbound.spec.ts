import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { EgressPolicy } from '../../src/adapters/outbound/egress-policy';
import { GuardedHttp } from '../../src/adapters/outbound/guarded-http';
import { HostNames } from '../../src/adapters/outbound/host-names';
import type { OutboundOutcome } from '../../src/ports/upstream/outbound-http';
import { type NameServer, type Naming, startNameServer } from './name-server';

/** The far end is a raw socket: every byte is seen, every misbehaviour possible. */

const LOCAL = new EgressPolicy('allow-private');
const open: Server[] = [];
const sockets = new Set<Socket>();
let names: NameServer;
let naming: (name: string, n: number) => Naming = () => 'NXDOMAIN';

beforeAll(async () => {
  names = await startNameServer((name, n) => naming(name, n));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});
afterAll(() => names.close());

async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  open.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

const post = (
  url: string,
  {
    http = new GuardedHttp(LOCAL, new HostNames([names.address])),
    timeoutMs = HOUR_MS,
    headers = {},
    body = '{}',
  } = {},
): Promise<OutboundOutcome> =>
  http.post({
    url,
    timeoutMs,
    compose: async () => ({ headers: { 'Content-Type': 'application/json', ...headers }, body }),
  });

/** Answers with these bytes once the request is there, then does what the test sets. */
const answering = (text: string, then: (socket: Socket) => void = (socket) => socket.end()) =>
  createServer((socket) => socket.once('data', () => socket.write(text, () => then(socket))));

const HEAD = 'HTTP/1.1 200 OK\r\n';

describe('what is sent', () => {
  it('is the body as given, with its length, on a connection of its own', async () => {
    let seen = '';
    const port = await listen(
      createServer((socket) =>
        socket.on('data', (chunk: Buffer) => {
          seen += chunk.toString();
          if (seen.endsWith('"}')) socket.end(`${HEAD}\r\n`);
        }),
      ),
    );
    const outcome = await post(`http://127.0.0.1:${port}/a?b=c#d`, {
      body: '{"a":"\\u00ef"}',
      headers: { 'X-A': '1' },
    });
    expect(outcome).toMatchObject({ kind: 'answered', statusCode: 200 });
    const [head = '', body] = seen.split('\r\n\r\n');
    expect(body).toBe('{"a":"\\u00ef"}');
    expect(head.split('\r\n').sort()).toEqual([
      'Connection: close',
      'Content-Length: 14',
      'Content-Type: application/json',
      `Host: 127.0.0.1:${port}`,
      'POST /a?b=c HTTP/1.1',
      'X-A: 1',
    ]);
  });

  it('is nothing when there is nothing to send after all', async () => {
    let bytes = 0;
    const port = await listen(
      createServer((socket) => socket.on('data', (chunk) => (bytes += chunk.length))),
    );
    const http = new GuardedHttp(LOCAL);
    const outcome = await http.post({
      url: `http://127.0.0.1:${port}`,
      timeoutMs: HOUR_MS,
      compose: async () => null,
    });
    expect([outcome.kind, bytes]).toEqual(['not sent', 0]);
  });

  it('ignores a proxy of the environment', async () => {
    const before = process.env['http_proxy'];
    process.env['http_proxy'] = 'http://127.0.0.1:9';
    const port = await listen(answering(`${HEAD}\r\n`));
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ statusCode: 200 });
    if (before === undefined) delete process.env['http_proxy'];
    else process.env['http_proxy'] = before;
  });
});

describe('an answer', () => {
  it.each([200, 201, 204, 299, 300, 301, 302, 307, 308, 400, 401, 410, 429, 500, 503])(
    '%i is told',
    async (code) => {
      let visits = 0;
      const elsewhere = await listen(createServer(() => visits++));
      const head = `HTTP/1.1 ${code} Whatever\r\nLocation: http://127.0.0.1:${elsewhere}/\r\nRetry-After: 31536000\r\n`;
      const port = await listen(answering(`${head}Content-Length: 0\r\n\r\n`));
      expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'answered', statusCode: code });
      expect(visits).toBe(0);
    },
  );

  it.each([
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH\r\n', 'answer is not HTTP'],
    ['HTTP/0.9', '<html>hello</html>', 'answer is not HTTP'],
    ['header bytes that are not allowed', `${HEAD}X-A: a\0b\r\n\r\n`, 'answer is not HTTP'],
    ['a header without end', `${HEAD}X-A: ${'x'.repeat(100_000)}\r\n\r\n`, 'answer is not HTTP'],
    ['nothing but 1xx', 'HTTP/1.1 199 Wait\r\n\r\n', 'connection reset'],
    ['nothing', '', 'connection reset'],
  ])('of %s has failed', async (_, text, error) => {
    const port = await listen(createServer((socket) => socket.once('data', () => void socket.end(text))));
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'failed', error });
  });

  it('101 is a status like others', async () => {
    const port = await listen(
      answering(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        () => undefined,
      ),
    );
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'answered', statusCode: 101 });
  });

  it('that is a reset has failed', async () => {
    const port = await listen(createServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({
      kind: 'failed',
      error: 'connection reset',
    });
  });

  it('that is a reset before anything is sent has failed', async () => {
    const port = await listen(createServer((socket) => socket.resetAndDestroy()));
    const http = new GuardedHttp(LOCAL);
    const compose = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { headers: {}, body: '{}' };
    };
    const outcome = await http.post({ url: `http://127.0.0.1:${port}`, timeoutMs: HOUR_MS, compose });
    expect(outcome).toMatchObject({ kind: 'failed', error: 'connection reset' });
  });

  it('that drips or never comes ends at the deadline', async () => {
    const drip = createServer((socket) => {
      const timer = setInterval(() => socket.write('X'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const silent = createServer(() => undefined);
    const dripping = answering(HEAD, (socket) => {
      const timer = setInterval(() => socket.write('X-A: 1\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    for (const server of [silent, dripping]) {
      const outcome = await post(`http://127.0.0.1:${await listen(server)}`, { timeoutMs: 300 });
      expect(outcome).toMatchObject({ kind: 'failed', error: 'timeout after 300 ms' });
    }
    const outcome = await post(`http://127.0.0.1:${await listen(drip)}`, { timeoutMs: 300 });
    expect(outcome.kind).toBe('failed');
  });

  it('counts by its head: an endless body is cut, a long one is not read', async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const flood = answering(`${HEAD}Content-Length: 10000000000\r\n\r\n`, (socket) => {
      const chunk = Buffer.alloc(65_536);
      const more = (): void => {
        if (socket.destroyed) return;
        socket.write(chunk, () => setImmediate(more));
      };
      socket.on('close', closed);
      more();
    });
    expect(await post(`http://127.0.0.1:${await listen(flood)}`)).toMatchObject({ statusCode: 200 });
    await gone;
    const slow = new Promise<void>((resolve) => {
      const drip = answering(
        `${HEAD}Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n`,
        (socket) => {
          const timer = setInterval(() => socket.write('1\r\nx\r\n'), 50);
          socket.on('close', () => {
            clearInterval(timer);
            resolve();
          });
        },
      );
      void listen(drip).then((port) => post(`http://127.0.0.1:${port}`));
    });
    await slow;
  });

  it('is not waited for when the caller stops', async () => {
    const stop = new AbortController();
    const port = await listen(createServer((socket) => socket.once('data', () => stop.abort())));
    const http = new GuardedHttp(LOCAL);
    const compose = async () => ({ headers: {}, body: '{}' });
    const url = `http://127.0.0.1:${port}`;
    expect((await http.post({ url, timeoutMs: HOUR_MS, signal: stop.signal, compose })).kind).toBe('aborted');
    expect((await http.post({ url, timeoutMs: HOUR_MS, signal: stop.signal, compose })).kind).toBe(
      'not sent',
    );
  });
});

describe('a name', () => {
  /** 127.0.0.2 stands for the whole Internet, 127.0.0.1 for what must not be reached. */
  const policy = new EgressPolicy('public-only', ['127.0.0.2/32']);
  const guarded = () => new GuardedHttp(policy, new HostNames([names.address]));

  async function twoHosts(): Promise<{ port: number; hits: { outside: number; inside: number } }> {
    const hits = { outside: 0, inside: 0 };
    const answer = (where: keyof typeof hits) => (socket: Socket) => {
      hits[where] += 1;
      socket.once('data', () => void socket.end(`${HEAD}\r\n`));
    };
    for (;;) {
      const port = await listen(createServer(answer('outside')), '127.0.0.2');
      try {
        await listen(createServer(answer('inside')), '127.0.0.1', port);
        return { port, hits };
      } catch {
        // Another process has this port: the next one is different.
      }
    }
  }

  it('that changes its mind is looked up once, and connected to as it was judged', async () => {
    const { port, hits } = await twoHosts();
    naming = (_, n) => (n % 2 === 0 ? ['127.0.0.2'] : ['127.0.0.1']);
    const before = names.asked.length;
    const outcomes: OutboundOutcome[] = [];
    for (let i = 0; i < 1_000; i++)
      outcomes.push(await post(`http://rebinding.example:${port}/`, { http: guarded() }));
    expect(names.asked.length - before).toBe(1_000);
    expect(hits).toEqual({ outside: 500, inside: 0 });
    const words = outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.error : outcome.kind));
    expect(new Set(words)).toEqual(new Set(['answered', 'destination not allowed']));
  });

  it.each([
    ['one good and one bad address', ['127.0.0.2', '127.0.0.1']],
    ['a mapped address', ['::ffff:10.0.0.1']],
    ['a good one and a mapped one', ['127.0.0.2', '::ffff:127.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['metadata over IPv6', ['fd00:ec2::254']],
    ['loopback', ['127.0.0.1']],
  ])('with %s is not called', async (_, addresses) => {
    const { port, hits } = await twoHosts();
    naming = () => addresses;
    expect(await post(`http://name.example:${port}/`, { http: guarded() })).toMatchObject({
      kind: 'failed',
      error: 'destination not allowed',
    });
    expect(hits).toEqual({ outside: 0, inside: 0 });
  });

  it('of metadata is not called where private hosts are', async () => {
    naming = () => ['169.254.169.254'];
    expect(await post('http://metadata.google.internal/')).toMatchObject({
      error: 'destination not allowed',
    });
  });

  it('that does not exist fails like a private one where only public hosts are allowed', async () => {
    naming = (name) => (name.startsWith('none') ? 'NXDOMAIN' : ['10.0.0.1']);
    const http = new GuardedHttp(new EgressPolicy('public-only'), new HostNames([names.address]));
    for (const host of ['none', 'inside'])
      expect(await post(`http://${host}.example/`, { http })).toMatchObject({
        kind: 'failed',
        error: 'destination not allowed',
      });
  });

  it('that does not exist, or whose server fails, has failed', async () => {
    naming = (name) => (name.startsWith('none') ? 'NXDOMAIN' : 'SERVFAIL');
    expect(await post('http://none.example/')).toMatchObject({ error: 'name not found' });
    expect(await post('http://broken.example/')).toMatchObject({ error: 'name lookup failed' });
  });

  it('nobody answers for ends at the deadline', async () => {
    naming = () => null;
    const outcome = await post('http://silent.example/', { timeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'failed', error: 'timeout after 300 ms' });
  });

  it('of this machine leads to this machine', async () => {
    const port = await listen(createHttpServer((_, response) => response.end()));
    expect(await post(`http://localhost:${port}/`)).toMatchObject({ statusCode: 200 });
  });

  it('is tried at each of its addresses', async () => {
    const port = await listen(
      createHttpServer((_, response) => response.end()),
      '127.0.0.3',
    );
    naming = () => ['127.0.0.4', '127.0.0.3'];
    expect(await post(`http://several.example:${port}/`)).toMatchObject({ statusCode: 200 });
  });
});

describe('over TLS', () => {
  const pem = (file: string) => readFileSync(join(__dirname, 'tls', `${file}.pem`), 'utf8');
  const serve = (cert: string) =>
    listen(createTlsServer({ key: pem('key'), cert: pem(cert) }, (_, response) => response.end()));
  const trusting = (cert: string) => new GuardedHttp(LOCAL, new HostNames([names.address]), pem(cert));

  beforeEach(() => {
    naming = () => ['127.0.0.1'];
  });

  it('a receiver whose certificate is good is called, by its name', async () => {
    const url = `https://receiver.example:${await serve('cert')}/`;
    expect(await post(url, { http: trusting('cert') })).toMatchObject({ statusCode: 200 });
  });

  it.each([
    ['is signed by itself', 'cert', 'receiver.example', undefined, 'TLS certificate self-signed'],
    ['is for another name', 'cert', 'other.example', 'cert', 'TLS certificate is for another name'],
    ['has expired', 'expired', 'receiver.example', 'expired', 'TLS certificate expired'],
  ])('one whose certificate %s is not', async (_, cert, host, trusted, error) => {
    const http = trusted === undefined ? undefined : trusting(trusted);
    expect(await post(`https://${host}:${await serve(cert)}/`, { http })).toMatchObject({
      kind: 'failed',
      error,
    });
  });

  it('plain HTTP has failed', async () => {
    const port = await listen(createHttpServer((_, response) => response.end()));
    expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ error: 'TLS handshake failed' });
  });
});
