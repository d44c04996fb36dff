import { createServer } from 'node:http';
import type { Request, Response } from 'express';
import request from 'supertest';
import { AppLogger, createLogger, requestLogger } from '../../src/app.logger';

describe('the log', () => {
  let lines: string[];
  const logger = (level = 'info') => createLogger(level, { write: (line: string) => void lines.push(line) });
  beforeEach(() => (lines = []));

  it.each([
    ['a header', { headers: { authorization: 'Bearer CANARY', cookie: 'access_token=CANARY' } }],
    ['a header of a request', { req: { headers: { 'x-api-key': 'CANARY', 'x-partner-key': 'CANARY' } } }],
    ['a query', { url: '/api/v1/x?page=2&partner_key=CANARY&per_page=5' }],
    ['a connection URL', { err: new Error('cannot reach postgresql://user:CANARY@db:5432/x') }],
    ['a mail token', { link: 'http://x/verify?token=CANARY' }],
  ])('hides a credential in %s', (_where, fields) => {
    logger().info(fields, 'something');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('CANARY');
    expect(lines[0]).toContain('[hidden]');
    expect(() => JSON.parse(lines[0] ?? '') as unknown).not.toThrow();
  });

  it('leaves what stands beside a credential', () => {
    logger().info({ url: '/x?page=2&partner_key=CANARY&per_page=5' }, 'm');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ url: '/x?page=2&partner_key=[hidden]&per_page=5' });
  });

  it('takes Nest’s calls: context last, stack before it', () => {
    const nest = new AppLogger(logger());
    nest.error('it broke', 'Error: it broke\n    at x', 'SomeService');
    nest.log('Mapped {/x, GET}', 'RouterExplorer');
    nest.warn('careful', 'SomeService');
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'it broke',
        context: 'SomeService',
        stack: expect.stringContaining('at x'),
      }),
      expect.objectContaining({ level: 40, msg: 'careful', context: 'SomeService' }),
    ]);
  });
});

describe('the record of a request', () => {
  it('tells route, status and request id, and no query, header or cookie', async () => {
    const lines: string[] = [];
    const log = requestLogger(createLogger('info', { write: (line: string) => void lines.push(line) }));
    const server = createServer((incoming, response) =>
      log(incoming as Request, response as Response, () => {
        response.setHeader('X-Request-Id', 'r-1');
        response.writeHead(404).end('nothing');
      }),
    );
    await request(server)
      .get('/api/v1/wallets/0x1?partner_key=CANARY&x=CANARY')
      .set('Cookie', 'access_token=CANARY');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('CANARY');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      req: { method: 'GET', path: '/api/v1/wallets/0x1' },
      res: { status: 404 },
      request_id: 'r-1',
    });
  });
});
