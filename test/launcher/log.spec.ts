import { createServer } from 'node:http';
import type { Request, Response } from 'express';
import request from 'supertest';
import { inLogScope } from '../../src/common/log-scope';
import { AppLogger, createLogger } from '../../src/bootstrap/logger';
import { requestLogger } from '../../src/bootstrap/request-logger';

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
    ['an API key', { text: 'key cbk_CANARY0123456789 was refused' }],
    ['a partner key', { text: 'key cbp_CANARY0123456789 was refused' }],
    ['a signing secret', { text: 'signed with whsec_CANARY+0/123=456' }],
    ['a key of the payment processor', { text: 'sk_live_CANARY0123456789' }],
    ['a checkout', { text: 'cs_test_a1B2_secret_CANARY0123456789' }],
    ['a session', { text: 'token eyJhbGciOiJIUzI1NiJ9.eyJDQU5BUlkiOjF9.CANARY-x' }],
    ['a bearer token', { text: 'Authorization: Bearer CANARY-0123456789abcdef' }],
    ['a header of a webhook', { headers: { 'stripe-signature': 'CANARY', 'x-service-signature': 'CANARY' } }],
  ])('hides a credential in %s', (_where, fields) => {
    logger().info(fields, 'something');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('CANARY');
    expect(lines[0]).toContain('[hidden]');
    expect(() => JSON.parse(lines[0] ?? '') as unknown).not.toThrow();
  });

  it('names an extended public key by its fingerprint', () => {
    const key = `zpub${'6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4w'.repeat(2)}`;
    logger().info({ path: `/api/v1/wallets/${key}/holdings` }, 'm');
    expect(lines[0]).toMatch(/wallets\/zpub:[0-9a-f]{8}\/holdings/);
  });

  it('hides a signature of a webhook', () => {
    const signature = 'c0ffee'.repeat(10);
    logger().info({ text: `t=1767225600,v1=${signature}` }, 'm');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text: 't=1767225600,v1=[hidden]' });
  });

  it('tells of an error its kind, words and stack, and nothing else that it carries', () => {
    const error = Object.assign(new TypeError('broke'), {
      code: '23505',
      parameters: ['CANARY'],
      query: 'CANARY',
    });
    logger().error({ err: error }, 'm');
    expect(lines[0]).not.toContain('CANARY');
    const { err } = JSON.parse(lines[0] ?? '') as { err: Record<string, string> };
    expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'type']);
  });

  it('names on every line the request or the job it belongs to, also after waiting', async () => {
    const say = async (text: string): Promise<void> => {
      await Promise.resolve();
      logger().info(text);
    };
    await Promise.all([
      inLogScope({ request_id: 'r-1' }, () => say('one')),
      inLogScope({ request_id: 'r-2' }, () => inLogScope({ job_id: 'j-1' }, () => say('two'))),
      say('three'),
    ]);
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.map(({ msg, request_id, job_id }) => [msg, request_id, job_id]).toSorted()).toEqual([
      ['one', 'r-1', undefined],
      ['three', undefined, undefined],
      ['two', undefined, 'j-1'],
    ]);
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

  it.each([
    ['an answer', 200],
    ['a failure', 503],
  ])('names the request once, within its scope, for %s', async (_what, status) => {
    const lines: string[] = [];
    const log = requestLogger(createLogger('info', { write: (line: string) => void lines.push(line) }));
    const server = createServer((incoming, response) =>
      log(incoming as Request, response as Response, () =>
        inLogScope({ request_id: 'r-1' }, () => {
          response.setHeader('X-Request-Id', 'r-1');
          response.writeHead(status).end('nothing');
        }),
      ),
    );
    await request(server).get('/api/v1/health');
    expect(lines.map((line) => line.match(/"request_id":"[^"]*"/g))).toEqual([['"request_id":"r-1"']]);
  });
});
