import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { startHttpApp, type RunningHttpApp } from './http-app';
import { CalculateRoutes, EnvelopeRoutes, LedgerRoutes } from './echo.controller';
import { until } from '../support/until';

/** What the HTTP parser itself refuses still answers as JSON, in the dialect of the path where there is one. */

let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({ controllers: [EnvelopeRoutes, CalculateRoutes] });
});
afterAll(() => running.close());

interface RawAnswer {
  status: number;
  head: string;
  body: Record<string, unknown>;
}

/** Writes the pieces as they are and reads until the server closes. */
function exchange(...pieces: string[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1', () => pieces.forEach((piece) => socket.write(piece)));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' ? undefined : reject(error),
    );
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      resolve({
        status: Number(head.split(' ')[1]),
        head,
        body: JSON.parse(body || '{}') as Record<string, unknown>,
      });
    });
  });
}

const request = (line: string, ...headers: string[]): string =>
  [line, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

it.each([
  ['an unknown method', request('FOO /api/v1/health HTTP/1.1'), 405],
  ['headers of 100 kB', request('GET /api/v1/health HTTP/1.1', `X-Long: ${'a'.repeat(100_000)}`), 431],
  [
    'length and chunks at once',
    request('POST /api/v1/echo/named HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    400,
  ],
  ['two hosts', request('GET /api/v1/echo HTTP/1.1', 'Host: y'), 400],
  [
    'a second host behind 2,000 headers',
    request('GET /api/v1/echo HTTP/1.1', ...Array.from({ length: 2_000 }, () => 'a:'), 'Host: y'),
    400,
  ],
  ['the same host twice', request('GET /api/v1/echo HTTP/1.1', 'hOST: x'), 400],
  ['a request without a host', 'GET /api/v1/health HTTP/1.1\r\n\r\n', 400],
  ['an absolute target without an end of its host', request('GET http://[/api/v1/health HTTP/1.1'), 400],
  ['a target of no host', request('GET http:// HTTP/1.1'), 400],
  ['a target of another scheme', request('GET ftp://x/api/v1/health HTTP/1.1'), 400],
  ['garbage', '\x16\x03\x01\x02\x00\x01\r\n\r\n', 400],
])('%s is refused', async (_name, bytes, status) => {
  expect((await exchange(bytes)).status).toBe(status);
});

it('an unknown method is answered with the methods of the path', async () => {
  expect((await exchange(request('FOO /api/v1/health?x HTTP/1.1'))).head).toContain('Allow: GET, HEAD');
});

it('a request without a host is refused as JSON, and is no error of HTTP/1.0', async () => {
  const { head, body } = await exchange('GET /api/v1/health HTTP/1.1\r\n\r\n');
  expect(head).toContain('Content-Type: application/json; charset=utf-8');
  expect(body).toMatchObject({ success: false, error: { code: 'INVALID_REQUEST' } });
  expect((await exchange('GET /api/v1/health HTTP/1.0\r\n\r\n')).status).toBe(200);
});

it('the refusal is in the dialect of the path', async () => {
  const envelope = await exchange(request('FOO /api/v1/health HTTP/1.1'));
  expect(envelope.head).toContain('Content-Type: application/json; charset=utf-8');
  expect(envelope.body).toEqual({
    success: false,
    error: { code: 'METHOD_NOT_ALLOWED', message: 'This path does not take this method' },
    meta: {
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      timestamp: '2025-06-15T12:00:00.000Z',
      version: '1.0.0',
    },
  });
  const bare = await exchange(request('FOO /api/calculate/x HTTP/1.1'));
  expect(bare.body).toEqual({
    detail: 'This path does not take this method',
    error_code: 'METHOD_NOT_ALLOWED',
  });
});

it('garbage behind a good request closes the connection', async () => {
  const { status, head } = await exchange(
    'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\ngarbage garbage\r\n\r\n',
  );
  expect(status).toBe(400);
  expect(head).toContain('Connection: close');
});

it.each(['TRACE', 'PATCH', 'UNLOCK'])('%s is not allowed on a known path', async (method) => {
  const { status, head, body } = await exchange(request(`${method} /api/v1/health HTTP/1.1`));
  expect([status, (body['error'] as { code: string }).code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  expect(head).toContain('Allow: GET, HEAD');
});

it('an absolute request target is the path it names', async () => {
  const { status, body } = await exchange(request('GET http://elsewhere.example/api/v1/health HTTP/1.1'));
  expect([status, body['success']]).toEqual([200, true]);
});

it('an expectation that is not known is answered like a request without it', async () => {
  const { status, head, body } = await exchange(request('GET /api/v1/health HTTP/1.1', 'Expect: a-coffee'));
  expect([status, body['success']]).toEqual([200, true]);
  expect(head).toContain('X-Request-Id: ');
});

it('a sender who leaves in the middle of a body harms nobody', async () => {
  for (const encoding of ['identity', 'gzip']) {
    await new Promise<void>((resolve, reject) => {
      const socket = connect(running.port, '127.0.0.1', () => {
        const head = ['POST /api/v1/echo/named HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
        socket.write(
          [...head, `Content-Encoding: ${encoding}`, 'Content-Length: 1000', '', '{"name":'].join('\r\n'),
        );
      });
      running.app.getHttpServer().once('request', () => socket.destroy());
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
    expect((await exchange(request('GET /api/v1/health HTTP/1.1'))).status).toBe(200);
  }
});

it('slow senders have ten seconds for their headers and thirty for the rest', () => {
  const server: Server = running.app.getHttpServer();
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
});

it('a reader of nothing loses the connection after the longest request and half a minute', async () => {
  const env = { LIGHT_TIMEOUT_MS: '15000', HEAVY_TIMEOUT_MS: '55000', WEBHOOK_TEST_TIMEOUT_MS: '10000' };
  const unread = await startHttpApp({ controllers: [LedgerRoutes], env });
  const server: Server = unread.app.getHttpServer();
  expect(server.timeout).toBe(85_000);
  server.timeout = 500;
  const connected = once(server, 'connection');
  const socket = connect(unread.port, '127.0.0.1', () =>
    socket.write('GET /api/calculate/large HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  socket.on('error', () => undefined);
  socket.pause();
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await connected;
  await until(connections, (count) => count === 0);
  socket.destroy();
  await unread.close();
});

it('eight requests ahead of their answers are served; of more none beyond them is worked on', async () => {
  const served = async (count: number): Promise<number> => {
    const text = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(running.port, '127.0.0.1', () =>
        socket.write(
          'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count - 1) +
            request('GET /api/v1/health HTTP/1.1'),
        ),
      );
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
    });
    return text.split('HTTP/1.1 200').length - 1;
  };
  expect(await served(8)).toBe(8);
  expect(await served(500)).toBeLessThanOrEqual(8);
  expect((await exchange(request('GET /api/v1/health HTTP/1.1'))).status).toBe(200);
});

it('a sender who is too slow hears 408', async () => {
  const slow = await startHttpApp({ controllers: [EnvelopeRoutes] });
  const server: Server = slow.app.getHttpServer();
  server.headersTimeout = 500;
  const status = await new Promise<string>((resolve, reject) => {
    const socket = connect(slow.port, '127.0.0.1', () =>
      socket.write('GET /api/v1/health HTTP/1.1\r\nHost: '),
    );
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text.slice(0, 12)));
    socket.on('error', reject);
  });
  expect(status).toBe('HTTP/1.1 408');
  await slow.close();
});
