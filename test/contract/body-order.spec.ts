import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Body, Controller, Post } from '@nestjs/common';
import { IsObject } from 'class-validator';
import { Needs, OptionalAuth } from '../../src/http/auth/decorators';
import { BodyBudget } from '../../src/http/body/body-budget';
import { Weight } from '../../src/http/rate-limit/rate-limit.guard';
import { Property } from '../../src/http/validation/property';
import { send as sendFrom } from '../abuse/connections';
import { CalculateRoutes, EnvelopeRoutes, LedgerRoutes } from './echo.controller';
import { post, send, startHttpApp, type RunningHttpApp } from './http-app';
import { until } from '../support/until';

/** Order of a request: route, network, access, limits, and only then its body. */

class AnyRequest {
  @Property((raw) => raw, {}, { type: 'object', additionalProperties: true }, IsObject())
  data?: Record<string, unknown>;
}

@Controller('api/v1/guarded')
class GuardedRoutes {
  @Post('keys')
  @Needs()
  withKey(@Body() body: AnyRequest) {
    return { ...body };
  }

  @Post('open')
  @OptionalAuth()
  open(@Body() body: AnyRequest) {
    return { ...body };
  }

  @Post('weighted')
  @OptionalAuth()
  @Weight((body) => (typeof body === 'object' && body !== null && 'data' in body ? 3 : 1))
  weighted(@Body() body: AnyRequest) {
    return { ...body };
  }
}

const CONTROLLERS = [EnvelopeRoutes, CalculateRoutes, GuardedRoutes, LedgerRoutes];
let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({ controllers: CONTROLLERS });
});
afterAll(() => running.close());

const MIB = 1024 * 1024;

/** Sends the head of a request and a part of its body. @returns what the server writes until `isEnough` */
function begin(
  port: number,
  path: string,
  headers: readonly string[],
  part = '{"name":',
  isEnough = (text: string) => text.includes('\r\n\r\n'),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''];
    const socket = connect(port, '127.0.0.1', () => socket.write(head.join('\r\n') + part));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (isEnough(text)) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const UNFINISHED = ['Content-Length: 100000'];
const statusOf = (text: string): string => text.slice(0, 12);

describe('a body that is not whole yet', () => {
  it('is not waited for on an unknown route, in any dialect', async () => {
    for (const path of ['/api/v1/nothing', '/api/calculate/nothing', '/elsewhere'])
      expect(statusOf(await begin(running.port, path, UNFINISHED))).toBe('HTTP/1.1 404');
  });

  it('is not waited for on a known path with another method', async () => {
    expect(statusOf(await begin(running.port, '/api/v1/echo/list', UNFINISHED))).toBe('HTTP/1.1 405');
  });

  it('is not waited for without the credential of the route', async () => {
    expect(statusOf(await begin(running.port, '/api/v1/guarded/keys', UNFINISHED))).toBe('HTTP/1.1 401');
  });

  it.each(['named', 'weighted'])('is not waited for past the limits (%s)', async (kind) => {
    const limited = await startHttpApp({ controllers: CONTROLLERS, env: { RATE_LIMIT_RPM: '1' } });
    const path = kind === 'named' ? '/api/v1/echo/named' : '/api/v1/guarded/weighted';
    expect((await post(limited.url, path, '{}')).status).toBe(201);
    expect(statusOf(await begin(limited.port, path, UNFINISHED))).toBe('HTTP/1.1 429');
    await limited.close();
  });

  it('is refused at once when its head states more than the limit', async () => {
    const answer = await begin(running.port, '/api/v1/echo/named', [`Content-Length: ${MIB + 1}`]);
    expect(statusOf(answer)).toBe('HTTP/1.1 413');
  });

  it('is refused with 408 when it arrives too slowly', async () => {
    const answer = await begin(running.port, '/api/v1/echo/named', UNFINISHED);
    expect(statusOf(answer)).toBe('HTTP/1.1 408');
    expect(answer).toContain('Connection: close');
  });

  it('is refused with 408, not 504, when the time of the request ends', async () => {
    const hurried = await startHttpApp({ controllers: CONTROLLERS, env: { LIGHT_TIMEOUT_MS: '300' } });
    expect(statusOf(await begin(hurried.port, '/api/v1/echo/named', UNFINISHED))).toBe('HTTP/1.1 408');
    await hurried.close();
  });

  it('is refused when it arrives in very many pieces', async () => {
    const pieces = '1\r\n \r\n'.repeat(10_000);
    const answer = await begin(running.port, '/api/v1/echo/named', ['Transfer-Encoding: chunked'], pieces);
    expect(statusOf(answer)).toBe('HTTP/1.1 400');
    const few = '1\r\n \r\n'.repeat(3_000) + '2\r\n{}\r\n0\r\n\r\n';
    const taken = await begin(running.port, '/api/v1/echo/named', ['Transfer-Encoding: chunked'], few);
    expect(statusOf(taken)).toBe('HTTP/1.1 201');
  });

  it('is asked for only when it will be read', async () => {
    const expecting = [...UNFINISHED, 'Expect: 100-continue'];
    const known = await begin(running.port, '/api/v1/echo/named', expecting, '');
    expect(statusOf(known)).toBe('HTTP/1.1 100');
    const unknown = await begin(running.port, '/api/v1/nothing', expecting, '');
    expect(statusOf(unknown)).toBe('HTTP/1.1 404');
    expect(unknown).toContain('Connection: close');
  });

  it.each([
    ['on an unknown route', '/api/v1/nothing', ''],
    ['with an expectation that is not known', '/api/v1/nothing', 'Expect: a-coffee\r\n'],
    ['at a target that is none', 'http://[/', ''],
  ])('does not keep the connection of a sender that goes on and on, %s', async (_name, target, header) => {
    const sent = await new Promise<number>((resolve) => {
      const socket = connect(running.port, '127.0.0.1', () => {
        socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\n${header}Content-Length: ${1024 * MIB}\r\n\r\n`);
        const block = Buffer.alloc(MIB);
        const more = (): void => {
          while (!socket.destroyed && socket.write(block));
        };
        socket.on('drain', more);
        more();
      });
      socket.on('data', () => undefined);
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(socket.bytesWritten));
    });
    // What is discarded, and what the system keeps between the two.
    expect(sent).toBeLessThan(128 * MIB);
  });

  it('is read on for a client that asked to close, so that it gets the answer', async () => {
    const body = `{"name":"${'a'.repeat(4 * MIB)}"}`;
    for (let i = 0; i < 5; i++) {
      const answer = await begin(
        running.port,
        '/api/v1/nothing',
        [`Content-Length: ${body.length}`, 'Connection: close'],
        body,
        () => false,
      );
      expect(statusOf(answer)).toBe('HTTP/1.1 404');
    }
  });

  it('leaves the connection usable when the rest of it is short', async () => {
    const text = await begin(
      running.port,
      '/api/v1/nothing',
      ['Content-Length: 4'],
      '{  }GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n',
      (so) => so.includes('HTTP/1.1 200'),
    );
    expect(statusOf(text)).toBe('HTTP/1.1 404');
  });
});

describe('what a body may cost', () => {
  const ones = (count: number): string => `[${'1,'.repeat(count - 1)}1]`;

  it('many values are refused before they are parsed', async () => {
    const answer = await post(running.url, '/api/v1/echo/named', `{"metadata":${ones(11_000)}}`);
    expect([answer.status, answer.body.error.details]).toEqual([413, { limit_values: 10_000 }]);
    const keys = Array.from({ length: 1_100 }, (_, i) => `"k${i}":1`).join(',');
    const wide = await post(running.url, '/api/v1/echo/named', `{"metadata":{${keys}}}`);
    expect([wide.status, wide.body.error.details]).toEqual([413, { limit_keys: 1_000 }]);
    const ledger = await post(running.url, '/api/calculate/cost-basis', ones(3_000_000));
    expect([ledger.status, ledger.body.error_code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('a body that inflates out of proportion is refused', async () => {
    const packed = gzipSync(`{"name":"${' '.repeat(8 * MIB)}"}`);
    const answer = await post(running.url, '/api/calculate/cost-basis', packed, {
      'Content-Encoding': 'gzip',
    });
    expect([answer.status, answer.body.error_code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('a short body may inflate as far as it likes', async () => {
    const packed = gzipSync(`{"metadata":{"text":"${' '.repeat(MIB / 2)}"}}`);
    const answer = await post(running.url, '/api/v1/echo/named', packed, { 'Content-Encoding': 'gzip' });
    expect(answer.status).toBe(201);
  });

  it('the memory of all bodies is bounded: 503 and Retry-After, in the dialect of the path', async () => {
    const leases = Array.from({ length: 4 }, (_, i) => {
      const lease = running.app.get(BodyBudget).open({ kind: 'anonymous' }, `192.0.2.${i + 1}`);
      lease.addBytes(32 * MIB + 64 * 1024);
      return lease;
    });
    const large = JSON.stringify({ metadata: { text: 'a'.repeat(200_000) } });
    const bare = await post(running.url, '/api/calculate/echo/named', large);
    expect([bare.status, bare.body, bare.headers.get('retry-after')]).toEqual([
      503,
      { detail: 'A dependency is temporarily unavailable', error_code: 'SERVICE_UNAVAILABLE' },
      '5',
    ]);
    const envelope = await post(running.url, '/api/v1/echo/named', large);
    expect([envelope.status, envelope.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await post(running.url, '/api/v1/echo/named', '{"name":"small"}')).status).toBe(201);
    for (const lease of leases) lease.release();
    expect((await post(running.url, '/api/v1/echo/named', large)).status).toBe(201);
  });

  it('one network has a share of it, and leaves the rest to others', async () => {
    const lease = running.app.get(BodyBudget).open({ kind: 'anonymous' }, '127.0.0.1');
    lease.addBytes(40 * MIB);
    const large = {
      bytes: Buffer.from(JSON.stringify({ metadata: { text: 'a'.repeat(200_000) } })),
      headers: { 'Content-Type': 'application/json' },
    };
    const statusFrom = async (from: string): Promise<number> =>
      (await sendFrom(running.url, '/api/v1/echo/named', large, { from })).status;
    expect([await statusFrom('127.0.0.1'), await statusFrom('127.0.0.2')]).toEqual([503, 201]);
    lease.release();
  });

  it('gives its memory back with the answer', async () => {
    await post(
      running.url,
      '/api/v1/echo/named',
      JSON.stringify({ metadata: { text: 'a'.repeat(500_000) } }),
    );
    await post(running.url, '/api/v1/echo/named', '{"broken');
    await until(() => running.app.get(BodyBudget).heldBytes === 0);
  });
});

describe('a flood of one network', () => {
  it('is refused before its credentials are verified', async () => {
    const few = await startHttpApp({
      controllers: CONTROLLERS,
      credentials: { apiKeys: {} },
      env: { RATE_LIMIT_RPM: '2', PARTNER_RATE_LIMIT_RPM: '1' },
    });
    const answers: number[] = [];
    for (let i = 0; i < 30; i++)
      answers.push(
        (
          await send(few.url, '/api/v1/guarded/keys', {
            method: 'POST',
            headers: { 'X-API-Key': `key-${i}` },
          })
        ).status,
      );
    expect(answers.at(-1)).toBe(429);
    expect(few.asked.length).toBeLessThanOrEqual(20);
    expect((await send(few.url, '/api/v1/health')).status).toBe(200);
    await few.close();
  });
});

describe('a request whose cost its body decides', () => {
  it('is charged in one step, and costs nothing when it is refused', async () => {
    const limited = await startHttpApp({ controllers: CONTROLLERS, env: { RATE_LIMIT_RPM: '5' } });
    const weighted = (body: string) => post(limited.url, '/api/v1/guarded/weighted', body);
    const left = async (body: string) => (await weighted(body)).headers.get('x-ratelimit-remaining-minute');
    expect(await left('{"data":{}}')).toBe('2');
    expect((await weighted('{"data":{}}')).status).toBe(429);
    expect(await left('{')).toBe('1');
    expect(await left('{}')).toBe('0');
    await limited.close();
  });
});
