import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Controller, Get, Post } from '@nestjs/common';
import type { Principal } from '../../src/domain/access/principal';
import { OptionalAuth, Public } from '../../src/http/auth/decorators';
import { JsonBody, reply } from '../../src/http/reply';
import { send, startHttpApp, type RunningHttpApp } from './http-app';
import { until } from '../support/until';

/** More than a socket takes by itself. Two are beyond the share of a client. */
const LARGE = 24 * 2 ** 20;

/** Requests that wait for the others. */
const waiting: (() => void)[] = [];

/** Of several batches. */
const ROWS = Array.from({ length: 1_700 }, (_, i) => ({ id: `ü${i}` }));

@Controller('api/calculate')
class Large {
  @Get('small') @OptionalAuth('read:tax-reports') small() {
    return { ok: true };
  }

  @Get('large') @OptionalAuth('read:tax-reports') large() {
    return { text: 'x'.repeat(LARGE) };
  }

  @Post('parts') @OptionalAuth('read:tax-reports') parts() {
    return new JsonBody([Buffer.alloc(LARGE, ' '), Buffer.from('{}')]);
  }

  @Get('later') @OptionalAuth('read:tax-reports') async later() {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { ok: true };
  }

  @Get('rows') @OptionalAuth('read:tax-reports') rows() {
    return reply({ before: 1, rows: ROWS, none: [] }, { meta: { is_limited: false } });
  }
}

@Controller('api/v1/changes')
class Changes {
  @Post() @Public() async change() {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { ok: true };
  }
}

@Controller('api/health')
class Alive {
  @Get() @Public() alive() {
    return { ok: true };
  }
}

const ada: Principal = { kind: 'user', userId: 'ada', plan: 'free', isOperator: false, sessionId: 's' };

describe('answers that are not read', () => {
  let app: RunningHttpApp;
  const open: Socket[] = [];

  beforeEach(async () => {
    app = await startHttpApp({ controllers: [Large, Changes, Alive], credentials: { sessions: { ada } } });
  });
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await app?.close();
  });

  /** Sends a request, waits for the first bytes of its answer and reads no more. */
  async function unread(line: string): Promise<Socket> {
    const socket = connect(app.port, '127.0.0.1');
    open.push(socket);
    socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  }
  const small = (headers = {}) => send(app.url, '/api/calculate/small', { headers });
  const REFUSED = { error_code: 'SERVICE_UNAVAILABLE' };

  it.each(['GET /api/calculate/large', 'POST /api/calculate/parts'])(
    'leave their client no other until they are read or cut: %s',
    async (line) => {
      await unread(line);
      expect((await small()).status).toBe(200);
      const second = await unread(line);
      const refused = await small();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      expect(refused.body).toMatchObject(REFUSED);
      expect((await small({ Authorization: 'Bearer ada' })).status).toBe(200);
      expect((await send(app.url, '/api/health')).status).toBe(200);
      second.destroy();
      await until(async () => (await small()).status === 200);
    },
  );

  it('are counted again when an answer is ready, unless the request has changed something', async () => {
    const read = send(app.url, '/api/calculate/later');
    const changed = send(app.url, '/api/v1/changes', { method: 'POST' });
    await until(() => waiting.length === 2);
    await unread('GET /api/calculate/large');
    await unread('GET /api/calculate/large');
    for (const go of waiting) go();
    expect([(await read).status, (await changed).status]).toEqual([503, 201]);
  });

  it('are the same JSON with long lists, which are written in parts', async () => {
    const { status, body, headers } = await send(app.url, '/api/calculate/rows');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({ before: 1, rows: ROWS, none: [], is_limited: false });
  });
});
