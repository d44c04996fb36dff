import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Drain } from './drain';
import { SystemClock } from '../adapters/system/system-clock';

describe('draining a server', () => {
  let server: Server;
  let drain: Drain;
  let port: number;
  let answerNow: () => void;
  const agent = new Agent({ keepAlive: true });

  const get = (path: string): Promise<{ status?: number; connection?: string; body: string }> =>
    new Promise((resolve, reject) => {
      request({ port, path, agent }, (response: IncomingMessage) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection, body }),
        );
      })
        .on('error', reject)
        .end();
    });

  beforeEach(async () => {
    server = createServer((incoming, response) => {
      if (incoming.url === '/slow') answerNow = () => response.end('late');
      else response.end('at once');
    });
    drain = new Drain(server, new SystemClock());
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
  });

  it('keeps connections before, and finishes the answers under way with a goodbye', async () => {
    expect((await get('/')).connection).toBe('keep-alive');
    const arrived = new Promise((resolve) => server.once('request', resolve));
    const slow = get('/slow');
    await arrived;
    let finished = false;
    const end = drain.finish().then(() => (finished = true));
    expect(await get('/')).toMatchObject({ status: 200, body: 'at once' });
    while (server.listening) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await get('/')).toEqual({ status: 200, connection: 'close', body: 'at once' });
    expect(finished).toBe(false);
    answerNow();
    expect(await slow).toEqual({ status: 200, connection: 'close', body: 'late' });
    await end;
    await expect(get('/')).rejects.toThrow('ECONNREFUSED');
  });

  it('ends connections on which nothing is said', async () => {
    await get('/');
    await drain.finish();
    expect(server.listening).toBe(false);
  });
});
