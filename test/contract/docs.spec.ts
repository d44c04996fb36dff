import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { Needs, OptionalAuth, Public } from '../../src/http/auth/decorators';
import { WalletAddress } from '../../src/http/validation/fields';
import type { Address } from '../../src/domain/kernel/address';
import { FilterQuery, RequiredRequest } from './echo.controller';
import { send, startHttpApp, type RunningHttpApp } from './http-app';

@Controller()
class Documented {
  @Get('api/v1/wallets/:address/lots') @Needs('read:lots') listLots(
    @WalletAddress() address: Address,
    @Query() query: FilterQuery,
  ) {
    return { address, page: query.page };
  }
  @Get('api/calculate/lots/:address') @OptionalAuth('read:tax-reports') calculateLots(
    @WalletAddress() address: Address,
    @Query() query: FilterQuery,
  ) {
    return { address, page: query.page };
  }
  @Put('api/v1/names') @Public() updateNames(@Body() body: RequiredRequest) {
    return body;
  }
}

interface Operation {
  operationId: string;
  security: unknown[];
  description?: string;
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { content: { 'application/json': { schema: unknown; examples: Examples } } }>;
}
type Examples = Record<string, { value: { error: unknown } }>;

let running: RunningHttpApp;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  running = await startHttpApp({ controllers: [Documented] });
  const { body } = await send(running.url, '/api/docs-json');
  paths = body['paths'] as typeof paths;
});
afterAll(() => running.close());

const operation = (path: string, method = 'get'): Operation => {
  const found = paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not documented`);
  return found;
};
const answersOf = (path: string, status: number, method = 'get') => {
  const content = operation(path, method).responses[String(status)]?.content['application/json'];
  if (!content) throw new Error(`${status} of ${path} is not documented`);
  return content;
};

it('the document is written once, packed and plain, and not as YAML', async () => {
  const get = (encoding: string) =>
    fetch(`${running.url}/api/docs-json`, { headers: { 'Accept-Encoding': encoding } });
  const [plain, packed] = [await get('identity'), await get('gzip')];
  expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
  expect(await packed.json()).toEqual(await plain.json());
  expect((await send(running.url, '/api/docs-yaml')).status).toBe(404);
});

it('files of the page are not packed for each request', async () => {
  const path = '/api/docs/swagger-ui-bundle.js';
  const { headers } = await fetch(running.url + path, { headers: { 'Accept-Encoding': 'br, gzip' } });
  expect(headers.get('content-encoding')).toBeNull();
});

it('the page loads, with every script from a file of ours', async () => {
  const { status, text } = await send(running.url, '/api/docs');
  const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(status).toBe(200);
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, attributes = '', inline = ''] of scripts) {
    expect(inline.trim()).toBe('');
    const file = /src="\.\/docs\/([^"]+)"/.exec(attributes)?.[1];
    expect((await send(running.url, `/api/docs/${file}`)).status).toBe(200);
  }
});

it('every operation has a unique id: the name of its handler', () => {
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('listLots');
});

it('says who may call', () => {
  expect(operation('/api/v1/wallets/{address}/lots').security).toEqual([
    { session: [] },
    { api_key: [] },
    { partner: [] },
  ]);
  expect(operation('/api/v1/wallets/{address}/lots').description).toBe('An API key needs `read:lots`.');
  expect(operation('/api/calculate/lots/{address}').security).toContainEqual({});
  expect(operation('/api/v1/names', 'put').security).toEqual([]);
});

it('names path and query parameters', () => {
  const names = operation('/api/v1/wallets/{address}/lots').parameters.map((each) => [each.in, each.name]);
  expect(names).toContainEqual(['path', 'address']);
  expect(names).toContainEqual(['query', 'per_page']);
  expect(names).toContainEqual(['query', 'owned_wallets']);
});

it('data stands in the envelope, under /api/v1 only', () => {
  expect(answersOf('/api/v1/wallets/{address}/lots', 200).schema).toMatchObject({
    required: ['success', 'data', 'meta', 'pagination'],
  });
  expect(operation('/api/calculate/lots/{address}').responses['200']?.content).toBeUndefined();
});

it('the timeout has one body everywhere', () => {
  for (const path of ['/api/v1/wallets/{address}/lots', '/api/calculate/lots/{address}'])
    expect(answersOf(path, 504).examples['timeout']?.value).toEqual({ error: 'Request timeout' });
});

it('examples are what the server really says', async () => {
  const real = async (path: string, init: RequestInit = {}) => (await send(running.url, path, init)).body;
  const invalidAddress = answersOf('/api/v1/wallets/{address}/lots', 400).examples['INVALID_ADDRESS']?.value;
  const partnerless = answersOf('/api/v1/wallets/{address}/lots', 401).examples['UNAUTHORIZED']?.value;
  expect((await real('/api/v1/wallets/x/lots')).error).toEqual(partnerless?.error);
  expect(await real('/api/calculate/lots/0x12ab')).toEqual(
    answersOf('/api/calculate/lots/{address}', 400).examples['INVALID_ADDRESS']?.value,
  );
  expect(invalidAddress?.error).toEqual({
    code: 'INVALID_ADDRESS',
    message: 'Not a valid EVM, Bitcoin or Solana address',
    details: { provided: '0x12ab' },
  });
  const broken = await real('/api/v1/names', {
    method: 'PUT',
    body: '{x',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(broken.error).toEqual(
    answersOf('/api/v1/names', 400, 'put').examples['INVALID_REQUEST']?.value.error,
  );
});
